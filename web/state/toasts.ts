import { create } from 'zustand'

interface Toast {
  id: number
  message: string
  variant: 'info' | 'success' | 'warning' | 'error'
  /** What can be done about it, such as Undo; doing it closes the toast, unless it `stays`. */
  actions: readonly ToastAction[]
  /** Milliseconds; 6,000 unless told. `null`: until it is closed. */
  duration: number | null
  /** A second toast with the same key is not shown while the first stands. */
  key: string | undefined
}

export interface ToastAction {
  label: string
  onClick: () => unknown
  stays?: boolean
}

/** What is to be shown, in the order in which it was asked for, and how many that have been. */
export const useToasts = create<{ asked: readonly Toast[]; count: number }>()(() => ({ asked: [], count: 0 }))

/** Works anywhere, also outside React. Returns what takes it down again. */
export function toast(
  message: string,
  { variant = 'info', actions = [], duration = 6000, key }: Partial<Omit<Toast, 'id' | 'message'>> = {},
): () => void {
  const { asked, count } = useToasts.getState()
  const same = key === undefined ? undefined : asked.find((other) => other.key === key)
  if (same) return () => takeDown(same.id)
  const id = count + 1
  useToasts.setState({ asked: [...asked, { id, message, variant, actions, duration, key }], count: id })
  return () => takeDown(id)
}

export const takeDown = (id: number): void =>
  useToasts.setState(({ asked }) => ({ asked: asked.filter((toast) => toast.id !== id) }))

/** A phone has no room for two: what only tells makes room for the next. What can be undone stays, and an error. */
export const givingWay = (asked: readonly Toast[]): number[] =>
  asked.slice(0, -1).flatMap(({ id, actions, variant }) => (actions.length === 0 && variant !== 'error' ? [id] : []))
