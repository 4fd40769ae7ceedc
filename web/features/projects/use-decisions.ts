import { useRef, useState } from 'react'
import type { QueueRow } from '#shared/queries/queue.ts'
import type { Refusal } from '#shared/kernel/refusal.ts'
import { taskingFaces, type Decision } from '#web/parts/faces.ts'
import { tooLateToUndo } from '#web/parts/use-act.ts'
import { useTakeBack } from '#web/state/second-copy.ts'
import { toast } from '#web/state/toasts.ts'
import { decisionOf, useDecide, type Decided } from './use-decide.ts'

/** A decision of this page: what was said to which tasking, as which call. */
export interface Said {
  /** The call's id; of what was refused at once, a name of its own. */
  key: string
  id: number
  name: string
  /** "Authorized"; what was to be done, where it was refused. */
  done: string
  /** Why it was not queued: refused, or somebody had decided just so. */
  refusal: Refusal | 'already' | null
}

/** What somebody may still want to look at. */
const KEPT = 50

/** Decides one tasking or many, each judged by itself in a call of its own that is held by itself, and keeps what was said of each. */
export function useDecisions() {
  const { decide, deny } = useDecide()
  const takeBack = useTakeBack()
  const [said, setSaid] = useState<readonly Said[]>([])
  // A key pressed twice before the list has followed means the same tasking.
  const deciding = useRef(new Set<number>())
  const undoing = useRef(new Set<string>())

  async function say(row: Decided, done: string, act: () => ReturnType<typeof decide>): Promise<Outcome> {
    if (deciding.current.has(row.id)) return 'decided'
    deciding.current.add(row.id)
    try {
      const { refusal, ...performed } = await act()
      const callId = 'call' in performed ? performed.call?.id : undefined
      const why = refusal ?? (callId ? null : 'already')
      const one: Said = { key: callId ?? `${row.id}:${done}`, id: row.id, name: row.name, done, refusal: why }
      setSaid((before) => [one, ...before.filter(({ key }) => key !== one.key)].slice(0, KEPT))
      if ('notKept' in performed) return 'not-kept'
      return refusal ? 'refused' : 'decided'
    } finally {
      deciding.current.delete(row.id)
    }
  }

  return {
    said,
    /** `assigneeId`: whom the person has named; 0 leaves the assignee as they are by then. */
    yes: (decision: Decision, row: Decided, assigneeId: number) =>
      say(row, decision.done, () => decide(decision, row, { ...noWords, assigneeId }, quiet)),
    /** Each as this person may decide it: what may only be accepted is accepted. */
    async yesToAll(rows: readonly QueueRow[]) {
      for (const row of rows) {
        const decision = decisionOf(row.may)
        await say(row, decision.done, () => decide(decision, row, noWords, quiet))
      }
    },
    /** With one reason, each back to whoever asked. @returns what became of each, by its id */
    async noToAll(rows: readonly QueueRow[], content: string) {
      const outcomes = new Map<number, Outcome>()
      for (const row of rows) {
        const denied = () => deny(row, { content, assigneeId: row.createdById }, quiet)
        outcomes.set(row.id, await say(row, taskingFaces.deny.done, denied))
      }
      return outcomes
    },
    /** Each once: a second press of the same button comes while the first is still at work. */
    async undo(keys: readonly string[]) {
      for (const key of keys) {
        if (undoing.current.has(key)) continue
        undoing.current.add(key)
        try {
          if (await takeBack(key)) setSaid((before) => before.filter((one) => one.key !== key))
          else toast(tooLateToUndo)
        } catch (error) {
          undoing.current.delete(key)
          throw error
        }
      }
    },
    forget: () => setSaid([]),
  }
}
/** `not-kept`: this device has not taken it, which says so itself; nothing is known of the tasking by that. */
export type Outcome = 'decided' | 'refused' | 'not-kept'

const quiet = { quiet: true } as const
const noWords = { comment: '', assigneeId: 0 }
