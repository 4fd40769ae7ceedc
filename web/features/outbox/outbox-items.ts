import { must } from '#shared/lib/must.ts'
import { referenceOf } from '#shared/model/project.ts'
import { editsBetween } from '#shared/rules/edits.ts'
import type { AttentionItem, Contact, Device, JudgedCall, QueuedCall } from '../../data/device.ts'
import { labelOfCall, type CallLabel } from '../../parts/command-labels.ts'
import { deliveryOf } from '../../parts/delivery.tsx'
import { paths, stepPath } from '../../parts/paths.ts'
import { refusedRequest } from '../../state/refused-request.ts'
import { requestIdOf, stepOf } from '../../sync/fold-requests.ts'
import { foldAttention } from '../../state/unsent.ts'
import { foldRequests } from '../../sync/fold-requests.ts'
import type { DeliveryState } from '../../parts/delivery-chip.tsx'

/** One row of the Outbox. All calls of one unfinished request are one row. */
export interface OutboxItem {
  key: string
  group: 'attention' | 'sending' | 'waiting' | 'sent'
  label: CallLabel
  state: DeliveryState
  at: string
  bytes: number
  calls: (QueuedCall | JudgedCall | AttentionItem['call'])[]
  /** Why it needs the person: of a request the first refusal, from which the others follow. */
  attention: AttentionItem | null
  /** All that is in *attention* of it. */
  refused: AttentionItem[]
  /** Where a refused request or tasking is mended, or why it cannot be, and what it became. */
  edit: { path: string } | { why: string } | { why: string; taskings: string } | null
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
    .toArray()
  // Those of one round were judged in one moment.
  judged.sort((a, b) => b.judged - a.judged || b.seq - a.seq)
  const refused = new Set(attention.map((item) => item.key))
  return [
    ...(await Promise.all(foldAttention(attention).map((refused) => fromAttention(device, refused, queue)))),
    ...(await fromQueue(device, queue, contact, now)),
    ...(await fromJudged(
      device,
      judged.filter((call) => call.verdict !== 'refused' && !refused.has(call.id)),
    )),
  ]
}

async function fromAttention(device: Device, refused: AttentionItem[], queue: QueuedCall[]): Promise<OutboxItem> {
  const calls = refused.map(({ call }) => call)
  const [first, last] = [must(refused[0]), must(calls.at(-1))]
  const requestId = stepOf(last) ? requestIdOf(last.name, last.input) : 0
  const { typed } = await refusedRequest(device, requestId)
  return {
    key: `attention:${first.key}`,
    group: 'attention',
    label: await labelOfCall(device, last.name, last.input, { ...typed.start, ...typed.tasks }),
    state: 'attention',
    at: notAfter(last.at, must(refused.at(-1)).received),
    bytes: bytesOf(calls),
    calls,
    attention: first,
    refused,
    // Of an edit that went through but for some fields these are chosen in the Outbox.
    edit:
      requestId > 0
        ? await editOf(device, requestId, first, queue)
        : first.conflicts.length > 0
          ? null
          : editOfTasking(last),
    judged: null,
    waitsFor: null,
  }
}

async function editOf(
  device: Device,
  requestId: number,
  first: AttentionItem,
  queue: QueuedCall[],
): Promise<OutboxItem['edit']> {
  const row = await device.rows('requests').get(requestId)
  if (row?.complete) {
    const { typed } = await refusedRequest(device, requestId)
    const isSaid = Object.values(typed).every((said) => Object.keys(editsBetween<object>(row, said)).length === 0)
    return isSaid ? sentAllTheSame : { why: sentWithout, taskings: paths.requestProjects(requestId) }
  }
  if (queue.some((call) => stepOf(call) && requestIdOf(call.name, call.input) === requestId))
    return { why: 'The rest of this request is still on its way. It can be edited once the server has answered.' }
  return { path: stepPath(requestId, row ? (stepOf(first.call) ?? 'start') : 'start') }
}

const sentAllTheSame = { why: 'This request was sent all the same, so nothing is left to mend.' }
const sentWithout =
  'This request was finished elsewhere, without what you entered here. What is still needed can be added to its taskings.'

/** The edit, of what the call was about, that gives up all of what met somebody else's; null of what is no such conflict. */
export function keptTheirs({ call, refusal, conflicts }: AttentionItem) {
  const name = (['editProject', 'editDeliverable'] as const).find((one) => one === call.name)
  if (refusal || !name) return null
  const givenUp = Object.fromEntries(conflicts.map(({ field, theirs, yours }) => [field, { from: theirs, to: yours }]))
  return { name, input: { id: (call.input as { id: number }).id, fields: {}, givenUp } }
}

/** The form of a tasking takes up what was refused there (decision 042). */
function editOfTasking({ name, input }: AttentionItem['call']): OutboxItem['edit'] {
  const { id } = input as { id: number }
  if (name === 'editProject') return { path: paths.editProject(id) }
  return name === 'addProject' ? { path: paths.addAgain(id) } : null
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
      refused: [],
      edit: null,
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
        at: notAfter(call.at, call.received),
        bytes: bytesOf(calls),
        calls,
        attention: null,
        refused: [],
        edit: null,
        judged: call,
        waitsFor: null,
      }
    }),
  )
}

/** This device's clock may have been ahead: nothing was made after the server had it. */
const notAfter = (at: string, received: string): string => (at < received ? at : received)

function makerOf(makers: Map<string, number[]>, { projectId }: CallLabel): string | null {
  for (const [name, ids] of makers) if (ids.includes(projectId)) return name
  return null
}

const taskingsOf = ({ name, input }: QueuedCall): number[] =>
  name === 'completeRequest' ? (input as { taskings: { id: number }[] }).taskings.map((tasking) => tasking.id) : []

const bytesOf = (calls: { input: unknown }[]): number =>
  calls.reduce((sum, call) => sum + JSON.stringify(call.input).length + 150, 0)
