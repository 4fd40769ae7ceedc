import type { AttentionItem, Device } from '#web/data/device.ts'
import { keepSeen } from '#web/parts/keep-seen.ts'
import type { ActOptions } from '#web/parts/use-act.ts'

/** The calls of one command about one tasking that the server refused, and edits of which it did not apply all. */
export async function refusedCalls(device: Device, command: string, id: number): Promise<AttentionItem[]> {
  if (id === 0) return []
  return device.attention.filter(({ call }) => call.name === command && taskingOf(call.input) === id).toArray()
}

interface Told {
  id: number
  /** What it says in words. */
  words?: string
  /** What was read, of a decision. */
  seen?: string | undefined
}

/**
 * What else the transaction does that queues a call about a tasking: the refused ones whose place it takes leave *attention*, those that said the same or nothing
 * in words (other words stay until the person throws them away), and what a decision is about is kept.
 */
export const withCall = (
  device: Device,
  { name }: { name: string },
  { id, words = '', seen }: Told,
  options: ActOptions,
): ActOptions => ({
  ...options,
  replaces: async () => {
    const refused = await refusedCalls(device, name, id)
    return refused.filter(({ call }) => ['', words.trim()].includes(wordsOf(call.input)))
  },
  also: async () => {
    await options.also?.()
    if (seen !== undefined) await keepSeen(device, id, seen)
  },
})

interface Said {
  id?: number
  projectId?: number
  comment?: string
  content?: string
}
const taskingOf = (input: unknown) => (input as Said).projectId ?? (input as Said).id
const wordsOf = (input: unknown) => ((input as Said).comment ?? (input as Said).content ?? '').trim()
