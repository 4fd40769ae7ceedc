import { create } from 'zustand'

/** How many saves of this page the server may have done while connected: what it said before the last of them may be untrue since. */
export const useSaves = create<{ count: number }>()(() => ({ count: 0 }))

export const countSave = (): void => useSaves.setState(({ count }) => ({ count: count + 1 }))
