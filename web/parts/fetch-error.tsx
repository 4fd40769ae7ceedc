import type { ReactNode } from 'react'
import { useMeta } from '../data/use-query.ts'
import { useEngine } from '../sync/engine-context.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** What follows the dash of a sentence of section 8. */
export const whyNot = (isOffline: boolean): string =>
  isOffline ? 'there is no connection' : 'the server cannot be reached'

interface NoRowsProps {
  /** The sentence of section 8, which may say why. */
  error: (why: string) => string
  /** What stands there when there is truly nothing. */
  children?: ReactNode
}

/** Where no row is: that it could not be fetched, as long as this device has not everything; what is here is shown instead (C-249, C-114). */
export function NoRows({ error, children }: NoRowsProps) {
  const isReady = useMeta('position')?.ready
  const problem = useMeta('contact')?.problem
  if (isReady !== false || !problem) return children
  return <FetchError text="Nothing of it is on this device yet.">{error(whyNot(problem === 'offline'))}</FetchError>
}

interface FetchErrorProps {
  children: string
  text: string
  /** What else is asked again. */
  onAgain?: () => void
}

/** The one way to say that something could not be fetched. */
export function FetchError({ children, text, onAgain }: FetchErrorProps) {
  const engine = useEngine()
  const again = () => {
    onAgain?.()
    void engine.sendNow()
  }
  return (
    <div role="status">
      <EmptyState compact heading={children} text={text} action={<Button onClick={again}>Try again</Button>} />
    </div>
  )
}
