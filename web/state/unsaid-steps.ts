import { lacksSubTask } from '#shared/model/categories.ts'
import type { Request } from '#shared/model/request.ts'
import type { Device } from '../data/device.ts'
import { stepNames, stepOf, type StepName } from '../sync/fold-requests.ts'
import { dropWords } from './drop-words.ts'
import { refusedRequest } from './refused-request.ts'
import { stepKey } from './request-steps.ts'
import { carryOver, hasEdits, type StepDraft } from './step-draft.ts'

/** The steps before the last in which something is typed that the request does not say: finished as it is, it would go without it. */
export async function unsaidSteps(device: Device, requestId: number): Promise<StepName[]> {
  const request = await device.rows('requests').get(requestId)
  if (!request) return []
  const { typed } = await refusedRequest(device, requestId)
  const steps = stepNames.filter((step) => step !== 'complete')
  const forms = await device.forms.bulkGet(steps.map((step) => stepKey(requestId, step)))
  return steps.filter((step, n) => {
    const refused = typed[step] && { base: {}, values: typed[step] }
    const draft = (forms[n]?.values as StepDraft<object> | undefined) ?? refused
    return draft && hasEdits(carryOver(draft, fieldsOf(draft, request)))
  })
}

/** Where an unfinished request goes on before its last step: where something is unsaid, or asked and not answered. */
export async function openSteps(device: Device, requestId: number): Promise<StepName[]> {
  const unsaid = await unsaidSteps(device, requestId)
  const request = await device.rows('requests').get(requestId)
  const isLacking = request !== undefined && lacksSubTask(request)
  return stepNames.filter((step) => unsaid.includes(step) || (step === 'details' && isLacking))
}

/** What the request says of the step's own fields. */
const fieldsOf = ({ values }: StepDraft<object>, request: Request): object =>
  Object.fromEntries(Object.entries(request).filter(([name]) => Object.hasOwn(values, name)))

/** What is typed in these steps is not to be part of the request. Hands back how to take that back. */
export async function leaveOut(device: Device, requestId: number, steps: readonly StepName[]) {
  const { items } = await refusedRequest(device, requestId)
  const refused = items.filter(({ call }) => steps.some((step) => step === stepOf(call)))
  return dropWords(
    device,
    steps.map((step) => stepKey(requestId, step)),
    refused,
  )
}
