import { create } from 'zustand'
import { ofOnePerson } from '../session/of-one-person.ts'

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
  /** From then on it is not offered any more, however long its toast stands. */
  until?: Promise<unknown>
}

/** So many are shown at a time, and so many more wait for their turn (C-087). */
export const SHOWN = 3
const WAITING = 20

/** What is to be shown, in the order of its turn: the first three are shown. And how many have been asked for. */
export const useToasts = create<{ asked: readonly Toast[]; count: number }>()(() => ({ asked: [], count: 0 }))

// What stands until it is closed may hold the only copy of what could not be saved: unlocked, its own person finds it again.
ofOnePerson(
  () => leave(() => false),
  () => leave(({ duration }) => duration === null),
)

/** Works anywhere, also outside React. Returns what takes it down again. */
export function toast(
  message: string,
  { variant = 'info', actions = [], duration = 6000, key }: Partial<Omit<Toast, 'id' | 'message'>> = {},
): () => void {
  const { asked, count } = useToasts.getState()
  const same = key === undefined ? undefined : asked.find((other) => other.key === key)
  if (same) return () => takeDown(same.id)
  const id = count + 1
  useToasts.setState({ asked: admitted(asked, { id, message, variant, actions, duration, key }), count: id })
  return () => takeDown(id)
}

export const takeDown = (id: number): void => leave((toast) => toast.id !== id)

/** Does what a toast offers, as long as it stands: its button outlives it by a moment, and what was undone is not undone twice. */
export function press(id: number, { onClick, stays = false }: ToastAction): void {
  if (!useToasts.getState().asked.some((toast) => toast.id === id)) return
  if (!stays) takeDown(id)
  onClick()
}

const leave = (which: (toast: Toast) => boolean): void =>
  useToasts.setState(({ asked }) => ({ asked: asked.filter(which) }))

/** A phone has no room for two: what only tells makes room for the next. What can be undone stays, and an error. */
export const givingWay = (asked: readonly Toast[]): number[] =>
  asked
    .slice(0, -1)
    .filter(onlyTells)
    .map(({ id }) => id)

/** What can be undone must not wait, nor an error: what only tells makes room. Of too many that wait, the oldest that only tells is left out. */
function admitted(asked: readonly Toast[], next: Toast): Toast[] {
  const shown = asked.slice(0, SHOWN)
  const waiting = asked.slice(SHOWN)
  const room = shown.length < SHOWN || onlyTells(next) ? undefined : shown.find(onlyTells)
  if (room) return [...shown.filter((one) => one !== room), next, ...waiting]
  const queue = onlyTells(next)
    ? [...waiting, next]
    : [...waiting.filter((one) => !onlyTells(one)), next, ...waiting.filter(onlyTells)]
  const all = [...shown, ...queue]
  if (all.length <= SHOWN + WAITING) return all
  const leftOut = queue.find(onlyTells) ?? queue[0]
  return all.filter((one) => one !== leftOut)
}

function onlyTells({ actions, variant }: Toast): boolean {
  return actions.length === 0 && variant !== 'error'
}
