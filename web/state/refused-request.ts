import { announceFile } from '#shared/commands/file-facts.ts'
import { mintedBy, type AnyCommand } from '#shared/kernel/command.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import { renameIds } from '../sync/rebase.ts'
import type { AttentionItem, Device } from '../data/device.ts'
import { stepKey, stepKeys, typedIn } from './request-steps.ts'
import { requestIdOf, stepNames, stepOf, type StepName } from '../sync/fold-requests.ts'
import { inJudgedOrder } from './unsent.ts'

interface RefusedRequest {
  /** In the order the server judged them: the first says why, the rest may only follow from it. */
  items: AttentionItem[]
  /** What the person had entered in each step of the wizard. */
  typed: ReturnType<typeof typedIn>
}

/** The calls of one request that the server refused, and what they said. */
export async function refusedRequest(device: Device, requestId: number): Promise<RefusedRequest> {
  const all = inJudgedOrder(await device.attention.toArray())
  const about = (id: number) =>
    all.filter(({ call }) => stepOf(call) !== undefined && requestIdOf(call.name, call.input) === id)
  const items = about(requestId)
  const typed = typedIn(items.map(({ call }) => call))
  const copy = items.find(({ call }) => call.name === 'cloneRequest')
  if (!copy) return { items, typed }
  // What was copied from another request was never typed here, and is known from there.
  const { requestId: parentId } = copy.call.input as { requestId: number }
  const refusedParent = typedIn(about(parentId).map(({ call }) => call))
  const parent = { ...(await device.rows('requests').get(parentId)), ...refusedParent.start, ...refusedParent.details }
  const details = { contactDetails: parent.contactDetails ?? '', ...typed.details }
  return { items, typed: { ...typed, start: { ...parent, ...typed.start }, details } }
}

/**
 * Refused calls make room for the call that takes their place: they leave *attention*, and what they said about other steps goes on as
 * half-typed forms, under the request's id or a new one. For the transaction that queues the call of the step `sent`.
 */
export async function takeUp(device: Device, requestId: number, sent: StepName, newId = requestId): Promise<void> {
  const { items, typed } = await refusedRequest(device, requestId)
  await device.attention.bulkDelete(items.map(({ key }) => key))
  for (const step of stepNames) {
    const form = await device.forms.get(stepKey(requestId, step))
    const values = form?.values ?? (typed[step] && { base: {}, values: typed[step] })
    if (form) await device.forms.delete(form.key)
    if (values && step !== sent)
      await device.forms.put({ key: stepKey(newId, step), values, saved: form?.saved ?? new Date().toISOString() })
  }
  // What announced them was refused with the request.
  await device.attention.filter(announcesFor(requestId)).delete()
  await device.uploads.filter((file) => file.requestId === requestId).modify({ requestId: newId, factId: 0 })
}

const announcesFor =
  (requestId: number) =>
  ({ call }: AttentionItem): boolean =>
    call.name === announceFile.name && (call.input as { requestId: number }).requestId === requestId

/** The person has thrown a draft away: what was written for it goes, and its files. */
export async function throwAway(device: Device, requestId: number): Promise<void> {
  await forgetRequest(device, requestId)
  await device.attention.filter(announcesFor(requestId)).delete()
  await device.uploads.filter((file) => file.requestId === requestId).delete()
}

/** What was written for a request is sent, or thrown away. */
export async function forgetRequest(device: Device, requestId: number): Promise<void> {
  const { items } = await refusedRequest(device, requestId)
  await device.attention.bulkDelete(items.map(({ key }) => key))
  await device.forms.bulkDelete(stepKeys(requestId))
}

/**
 * The ids that a refused Finish gave its taskings, by task. The server never used them, so the references that people have read stay.
 */
export async function taskingIds(device: Device, requestId: number): Promise<Map<number, number>> {
  const calls = [...(await device.judged.toArray()), ...(await device.attention.toArray()).map(({ call }) => call)]
  const taskings = calls
    .filter(({ name, input }) => name === 'completeRequest' && requestIdOf(name, input) === requestId)
    .flatMap(({ input }) => (input as { taskings: { taskId: number; id: number }[] }).taskings)
  const isOwn = await ownIds(device)
  return new Map(taskings.filter(({ id }) => isOwn(id)).map(({ taskId, id }) => [taskId, id]))
}

/** The input of a refused call, to be sent anew: with the ids it had, which the server never used. */
export async function inputAgain(device: Device, command: AnyCommand, input: unknown) {
  const isOwn = await ownIds(device)
  const foreign = mintedBy(command, input).filter(({ id }) => !isOwn(id))
  return (newId: () => number): unknown => renameIds(input, new Map(foreign.map(({ id }) => [id, newId()] as const)))
}

/** Whether this device may send an id. It has another number since when its database was copied; then it mints a new one. */
export async function ownIds(device: Device): Promise<(id: number) => boolean> {
  const { number } = await device.get('identity')
  return (id) => Math.floor(id / IDS_PER_DEVICE) === number
}
