import { lazy, type ComponentType } from 'react'
import { Boundary } from './boundary.tsx'
import type { LostProps } from './use-lost.ts'
import { fetchPatiently, PartLost } from './fetch-part.ts'
import { partArrived } from './waiting.tsx'

/**
 * A component whose code is fetched when it is first shown, and again until it is there; `Lost` stands in its place while
 * it is not. The one way to split the app: a `lazy` of React's would remember a failure for ever.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Lost: ComponentType<LostProps<Props>>,
) {
  const part = { Current: fetchedLazily(load) }
  let isLost = false
  function fetchedLazily(fetchPart: typeof load) {
    return lazy(() => {
      const fetched = fetchPatiently(fetchPart).then(
        (component) => ({ default: component }),
        (error: unknown) => {
          isLost = error instanceof PartLost
          throw error
        },
      )
      // React's own ears are the next on this promise: they hear it first.
      const told = () => queueMicrotask(partArrived)
      fetched.then(told, told)
      return fetched
    })
  }
  /** Once for all places where it is shown: a new `lazy` in place of one that has arrived would lose what is in it. */
  function renew() {
    if (isLost) part.Current = fetchedLazily(load)
    isLost = false
  }

  // Looks at what is current when it is mounted anew: an element made earlier would still be of the lost one.
  const Current = (props: Props) => <part.Current {...props} />
  return function LazyPart(props: Props) {
    const instead = (error: unknown, again: () => void) => {
      if (!(error instanceof PartLost)) throw error
      const arrived = () => {
        renew()
        again()
      }
      return <Lost load={load} onArrived={arrived} props={props} />
    }
    return (
      <Boundary instead={instead}>
        <Current {...props} />
      </Boundary>
    )
  }
}
