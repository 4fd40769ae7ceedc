import { sentenceOf, type Refusal } from '#shared/kernel/refusal.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import type { OpenDevice } from '#web/data/device-context.tsx'
import { askDevice } from '#web/data/use-query.ts'
import { isLate, lastDecision, type LastDecision } from '#web/parts/last-decision.ts'
import type { Said } from './use-decisions.ts'

export interface Fate {
  /** `already`: somebody else had decided just so, and nothing of this decision was written (C-068). */
  kind: 'held' | 'waiting' | 'arrived' | 'already' | 'refused'
  words: string
  /** What somebody else decided first. */
  decided?: LastDecision | null
  inOutbox?: boolean
}

/** Where each call of a page is now, and what the server made of it. What was taken back elsewhere has none. */
export async function fatesOf(
  open: Omit<OpenDevice, 'following'>,
  said: readonly Said[],
): Promise<ReadonlyMap<string, Fate>> {
  const { device } = open
  const keys = said.map(({ key }) => key)
  // First: a call leaves the queue in the moment that its verdict is written.
  const queued = new Map((await device.outbox.toArray()).map((call) => [call.id, call]))
  const [attention, judged, { problem }] = await Promise.all([
    device.attention.bulkGet(keys),
    device.judged.where('id').anyOf(keys).toArray(),
    device.get('contact'),
  ])
  const waits = problem ? 'It will be sent when there is a connection.' : 'Sending'

  const decidedFirst = async ({ id }: Said) => {
    const detail = await askDevice(open, projectDetail, { id })
    return detail && lastDecision(detail)
  }
  const refusedAs = async (one: Said, refusal: Refusal): Promise<Fate> => ({
    kind: 'refused',
    words: sentenceOf(refusal),
    decided: isLate(refusal) ? await decidedFirst(one) : null,
  })
  const fateOf = async (one: Said, at: number): Promise<Fate | null> => {
    if (one.refusal === 'already') return { kind: 'already', words: '', decided: await decidedFirst(one) }
    if (one.refusal) return refusedAs(one, one.refusal)
    const refusal = attention[at]?.refusal
    if (refusal) return { ...(await refusedAs(one, refusal)), inOutbox: true }
    const call = queued.get(one.key)
    if (call) return call.held ? { kind: 'held', words: '' } : { kind: 'waiting', words: waits }
    const verdict = judged.find(({ id }) => id === one.key)?.verdict
    if (verdict === 'nothing') return { kind: 'already', words: '', decided: await decidedFirst(one) }
    if (verdict === 'refused') return { kind: 'refused', words: '' }
    return verdict ? { kind: 'arrived', words: '' } : null
  }
  const fates = await Promise.all(said.map(fateOf))
  return new Map(fates.flatMap((fate, at) => (fate ? [[keys[at] ?? '', fate] as const] : [])))
}
