import type { SyncedTable } from '#shared/model/tables.ts'
import { useOwnNow } from '../data/clock.ts'
import { useMeta, useStored } from '../data/use-query.ts'
import type { Contact, QueuedCall } from '../data/device.ts'
import { DeliveryChip, type DeliveryState } from './delivery-chip.tsx'
import { isSending } from './sync-state.ts'

/** How far this row's unsent changes have travelled; null when the server has them all. */
export function useDelivery(table: SyncedTable, id: number): DeliveryState | null {
  const calls = useStored((device) => device.outbox.where('touches').equals(`${table}:${id}`).toArray(), [table, id])
  const contact = useMeta('contact')
  const now = useOwnNow()
  if (!calls?.length || !contact) return null
  return deliveryOf(calls, contact, now)
}

/**
 * "Sending" only while a round is on the wire. "Checking" when the call was on the wire and no answer came: only the
 * server can say what became of it. Plainly offline, what matters is that it is safe here.
 */
export function deliveryOf(calls: QueuedCall[], contact: Contact, now: number): DeliveryState {
  const sent = calls.some((call) => call.firstSent > 0)
  if (!sent) return 'device'
  if (isSending(contact, now)) return 'sending'
  return contact.problem === 'offline' ? 'device' : 'checking'
}

/** The dashed chip beside a reference; nothing once everything has arrived. */
export function Delivery({ table, id }: { table: SyncedTable; id: number }) {
  const state = useDelivery(table, id)
  return state && <DeliveryChip state={state} />
}
