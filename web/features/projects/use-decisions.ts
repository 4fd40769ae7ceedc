import { useRef, useState } from 'react'
import type { QueueRow } from '#shared/queries/queue.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { useDevice } from '#web/data/device-context.tsx'
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
  /** Why it was not queued. */
  refusal: string | null
}

/** What somebody may still want to look at. */
const KEPT = 50

/** Decides one tasking or many, each judged by itself in a call of its own that is held by itself, and keeps what was said of each. */
export function useDecisions() {
  const { user } = useDevice()
  const { decide, deny } = useDecide()
  const takeBack = useTakeBack()
  const [said, setSaid] = useState<readonly Said[]>([])
  // A key pressed twice before the list has followed means the same tasking.
  const deciding = useRef(new Set<number>())

  async function say(row: About, done: string, act: () => ReturnType<typeof decide>) {
    if (deciding.current.has(row.id)) return true
    deciding.current.add(row.id)
    try {
      const { refusal, ...performed } = await act()
      const callId = 'call' in performed ? performed.call?.id : undefined
      const why = refusal ? sentenceOf(refusal) : callId ? null : `${row.name} was already decided.`
      const one = { key: callId ?? `${row.id}:${done}`, id: row.id, name: row.name, done, refusal: why }
      setSaid((before) => [one, ...before.filter(({ key }) => key !== one.key)].slice(0, KEPT))
      return !refusal
    } finally {
      deciding.current.delete(row.id)
    }
  }

  return {
    said,
    yes: (decision: Decision, row: About) =>
      say(row, decision.done, () => decide(decision, row, { comment: '', assigneeId: row.assigneeId }, quiet)),
    /** Each as this person may decide it: what may only be accepted is accepted. */
    async yesToAll(rows: readonly QueueRow[]) {
      for (const row of rows) {
        const decision = decisionOf(user, row.may)
        await say(row, decision.done, () => decide(decision, row, { comment: '', assigneeId: row.assigneeId }, quiet))
      }
    },
    /** With one reason, each back to whoever asked. @returns false when one was refused or is not kept */
    async noToAll(rows: readonly QueueRow[], content: string) {
      let isWhole = true
      for (const row of rows) {
        const isSaid = await say(row, taskingFaces.deny.done, () =>
          deny(row, { content, assigneeId: row.createdById }, quiet),
        )
        isWhole &&= isSaid
      }
      return isWhole
    },
    async undo(keys: readonly string[]) {
      for (const key of keys) {
        if (await takeBack(key)) setSaid((before) => before.filter((one) => one.key !== key))
        else toast(tooLateToUndo)
      }
    },
    forget: () => setSaid([]),
  }
}
type About = Decided & { assigneeId: number }

const quiet = { quiet: true } as const
