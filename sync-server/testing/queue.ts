import { randomBytes } from 'node:crypto'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import { PROTOCOL, type Call, type Outcome, type RoundRequest, type RoundResponse } from '#shared/protocol/sync.ts'

/** Carries a round to a server; null is a quiet answer. Throws when there was no answer, or one that is not a round's. */
export type Send = (request: RoundRequest) => Promise<RoundResponse | null>
export type TestQueue = ReturnType<typeof createQueue>

/** What a device does about its calls, without rows and screens: numbers them, sends them, and again until they are judged. */
export function createQueue(send: Send) {
  const calls: Call[] = []
  const acknowledged = new Map<string, Outcome>()
  let device = 0
  let cursor: string | null = null
  let judged = 0
  let ids = 0
  let forgotten = 0

  return {
    calls,
    acknowledged,
    /** How many calls the server knew no more after it had judged them. */
    forgotten: () => forgotten,
    waiting: () => calls.length - judged,
    newId: () => device * IDS_PER_DEVICE + ++ids,
    add(name: string, input: unknown): void {
      const id = randomBytes(12).toString('base64url')
      calls.push({ seq: calls.length + 1, id, name, input, at: new Date().toISOString() })
    },
    /** One round; true when there is more to do. */
    async round(): Promise<boolean> {
      const from = judged + 1
      const waiting = device === 0 ? [] : calls.slice(judged, judged + 20)
      const answer = await send({ protocol: PROTOCOL, device, cursor, from, calls: waiting, limit: 5_000 })
      if (!answer) return judged < calls.length
      if (device !== 0 && answer.device !== device) throw new Error(`Device ${device} became ${answer.device}`)
      device = answer.device
      cursor = answer.cursor
      for (const outcome of answer.outcomes) {
        if (calls[judged]?.id !== outcome.id || outcome.seq !== judged + 1) continue
        acknowledged.set(outcome.id, outcome)
        judged += 1
      }
      if (answer.lastSeq < judged) {
        forgotten += judged - answer.lastSeq
        judged = answer.lastSeq
      }
      return answer.more === true || judged < calls.length
    },
  }
}
