import { startTransition, Suspense, useLayoutEffect, useReducer, useState, type ReactNode } from 'react'

const waiting = new Set<() => void>()
let arrived = 0

/** A part of the app has come: who waits for one looks again. React's `lazy` hears of it a moment earlier. */
export function partArrived(): void {
  arrived++
  for (const look of waiting) look()
}

/**
 * `fallback` until what is in it has come, and not a moment longer. By itself React holds what has come until 300 ms after it last
 * showed or took away a fallback, and a start goes through three; an update of ours it shows at once (decision 091).
 */
export function Waiting({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [, again] = useReducer((looks: number) => looks + 1, 0)
  return (
    <Suspense
      fallback={
        <>
          <Looks again={again} />
          {fallback}
        </>
      }
    >
      {children}
    </Suspense>
  )
}

function Looks({ again }: { again: () => void }) {
  const [before] = useState(arrived)
  useLayoutEffect(() => {
    const look = () => startTransition(again)
    waiting.add(look)
    if (arrived !== before) look()
    return () => void waiting.delete(look)
  }, [again, before])
  return null
}
