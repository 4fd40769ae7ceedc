import { useObservable } from 'dexie-react-hooks'
import { useState } from 'react'

/**
 * What it said last, undefined until it has. Dexie's hook keeps that in a ref, and what is told here is drawn in transitions: a screen that is drawn
 * for another reason before their turn reads it early, and React, to which nothing has changed, forgets the effects that hang on it.
 */
export function useObserved<T>(observable: Parameters<typeof useObservable<T>>[0], deps: unknown[]): T | undefined {
  const said = useObservable<T>(observable, deps)
  const [known, setKnown] = useState<T | undefined>(() => said)
  if (known !== said) setKnown(() => said)
  return said
}
