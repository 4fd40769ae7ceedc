import { useMeta } from '#web/data/use-query.ts'
import { useEngine } from '#web/sync/engine-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Why rows that are not here yet do not come; null while they may, and where they are kept (C-114). */
export function useFetchProblem(): string | null {
  const isReady = useMeta('position')?.ready
  const problem = useMeta('contact')?.problem
  if (isReady !== false || !problem) return null
  return problem === 'offline' ? 'there is no connection' : 'the server cannot be reached'
}

/** A sentence of section 8 at the place whose rows are missing (C-249). */
export function FetchError({ sentence }: { sentence: string }) {
  const engine = useEngine()
  return (
    <EmptyState
      compact
      heading={sentence}
      text="Nothing of it is on this device yet."
      action={<Button onClick={() => void engine.sendNow()}>Try again</Button>}
    />
  )
}
