import { Suspense, type ComponentType } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { useLost } from './use-lost.ts'

/** A component in the middle of a page that is fetched when it is shown; until then, and when it is lost, `Meanwhile` stands there. */
export function inPlace<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = () => null,
) {
  const Part = lazyPart<Props>(load, function Lost(lost) {
    useLost(lost)
    return <Meanwhile {...lost.props} />
  })
  return function InPlace(props: Props) {
    return (
      <Suspense fallback={<Meanwhile {...props} />}>
        <Part {...props} />
      </Suspense>
    )
  }
}
