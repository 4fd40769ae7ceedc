import { referenceOf } from '#shared/model/project.ts'
import type { AttentionItem, Contact, Device, JudgedCall, QueuedCall } from '../../data/device.ts'
import { labelOfCall, type CallLabel } from '../../parts/command-labels.ts'
import { deliveryOf } from '../../parts/delivery.tsx'
import { foldRequests } from '../../parts/unsent.ts'
import type { DeliveryState } from '../../ui/chip.tsx'

/** One row of the Outbox. All calls of one unfinished request are one row. */
export interface OutboxItem {
  key: string
  group: 'attention' | 'sending' | 'waiting' | 'sent'
  label: CallLabel
  state: DeliveryState
  at: string
  bytes: number
  calls: (QueuedCall | JudgedCall | AttentionItem['call'])[]
  attention: AttentionItem | null
  judged: JudgedCall | null
  /** It waits for another row: "Request T-42-17". */
  waitsFor: string | null
}

const WEEK_MS = 7 * 86_400_000

export async function outboxItems(device: Device): Promise<OutboxItem[]> {
  const now = Date.now()
  const contact = await device.get('contact')
  const queue = await device.outbox.orderBy('seq').toArray()
  const attention = await device.attention.toArray()
  const judged = await device.judged
    .where('judged')
    .above(now - WEEK_MS)
    .reverse()
    .sortBy('judged')
  const refused = new Set(attention.map((item) => item.key))
  return [
    ...(await Promise.all(attention.map((item) => fromAttention(device, item)))),
    ...(await fromQueue(device, queue, contact, now)),
    ...(await fromJudged(
      device,
      judged.filter((call) => call.verdict !== 'refused' && !refused.has(call.id)),
    )),
  ]
}

async function fromAttention(device: Device, item: AttentionItem): Promise<OutboxItem> {
  const { call } = item
  return {
    key: `attention:${item.key}`,
    group: 'attention',
    label: await labelOfCall(device, call.name, call.input),
    state: 'attention',
    at: call.at,
    bytes: bytesOf([call]),
    calls: [call],
    attention: item,
    judged: null,
    waitsFor: null,
  }
}

async function fromQueue(device: Device, queue: QueuedCall[], contact: Contact, now: number): Promise<OutboxItem[]> {
  const rows = foldRequests(queue)
  const makers = new Map<string, number[]>()
  const items: OutboxItem[] = []
  for (const calls of rows) {
    const last = calls[calls.length - 1]
    const first = calls[0]
    if (!first || !last) continue
    const state = deliveryOf(calls, contact, now)
    const label = await labelOfCall(device, last.name, last.input)
    items.push({
      key: `queue:${first.id}`,
      group: state === 'device' ? 'waiting' : 'sending',
      label,
      state,
      at: last.at,
      bytes: bytesOf(calls),
      calls,
      attention: null,
      judged: null,
      waitsFor: makerOf(makers, label),
    })
    for (const id of taskingsOf(last)) makers.set(`Request ${referenceOf(id)}`, [id])
    if (last.name === 'addProject') makers.set(referenceOf(label.projectId), [label.projectId])
  }
  return items
}

async function fromJudged(device: Device, judged: JudgedCall[]): Promise<OutboxItem[]> {
  const rows = foldRequests(judged)
  return Promise.all(
    rows.map(async (calls): Promise<OutboxItem> => {
      // Newest first: the first call of a row is the last that was made.
      const call = calls[0] as JudgedCall
      return {
        key: `sent:${call.id}`,
        group: 'sent',
        label: await labelOfCall(device, call.name, call.input),
        state: 'sent',
        at: call.at,
        bytes: bytesOf(calls),
        calls,
        attention: null,
        judged: call,
        waitsFor: null,
      }
    }),
  )
}

function makerOf(makers: Map<string, number[]>, { projectId }: CallLabel): string | null {
  for (const [name, ids] of makers) if (ids.includes(projectId)) return name
  return null
}

const taskingsOf = ({ name, input }: QueuedCall): number[] =>
  name === 'completeRequest' ? (input as { taskings: { id: number }[] }).taskings.map((tasking) => tasking.id) : []

const bytesOf = (calls: { input: unknown }[]): number =>
  calls.reduce((sum, call) => sum + JSON.stringify(call.input).length + 150, 0)
