import type { Device } from '#web/data/device.ts'

/** Names of half-typed forms in this device's database. */
export const NEW_REQUEST = 'request:new'

type StepName = 'start' | 'tasks' | 'details' | 'complete'
export const stepKey = (requestId: number, step: StepName): string => `request:${requestId}:${step}`

/** What was half-typed in any step of a request that is finished or discarded. */
export async function forgetSteps(device: Device, requestId: number): Promise<void> {
  await device.forms.bulkDelete(
    (['start', 'tasks', 'details', 'complete'] as const).map((step) => stepKey(requestId, step)),
  )
}
