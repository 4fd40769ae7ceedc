import type { StreamPage } from '#shared/protocol/sync.ts'
import type { Device } from '../data/device.ts'
import { exclusively } from './lock.ts'
import type { Actor } from './perform.ts'
import { rebase, rebaseTables } from './rebase.ts'
import { lockOf } from './rounds.ts'

/**
 * Applies what the news stream brings as a round's answer is applied: by compare and set, in one transaction, while no round is played. False where
 * a round has to bring it: this device stands elsewhere, or waits for a verdict, which comes together with the rows it is about.
 */
export async function takePage(device: Device, actor: Actor, { from, ...news }: StreamPage): Promise<boolean> {
  const apply = () =>
    device.transaction('rw', rebaseTables, async () => {
      const { number } = await device.get('identity')
      const position = await device.get('position')
      const first = await device.outbox.orderBy('seq').first()
      if (first?.firstSent) return false
      const answer = { ...news, device: number, lastSeq: position.judged, outcomes: [] }
      return (await rebase(device, actor, { device: number, cursor: from }, answer, 0)).applied
    })
  const isApplied = await exclusively(lockOf(actor.user.id), apply)
  if (isApplied)
    await device.change('contact', (contact) => (contact.problem ? contact : { ...contact, lastOk: Date.now() }))
  return isApplied
}
