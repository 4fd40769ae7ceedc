import { useState } from 'react'

/** The same object while it says the same, so that a form that follows it is not fed anew on every draw. */
export function useSteady<T>(value: T): T {
  const [kept, setKept] = useState(value)
  if (JSON.stringify(kept) === JSON.stringify(value)) return kept
  setKept(value)
  return value
}
