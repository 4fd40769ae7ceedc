import type { Refusal } from '#shared/kernel/refusal.ts'
import type { QueuedCall } from '#web/data/device.ts'
import { useStored } from '#web/data/use-query.ts'
import { refusedRequest } from '#web/state/refused-request.ts'
import { unsaidSteps } from '#web/state/unsaid-steps.ts'
import { requestIdOf, stepOf, type StepName } from '#web/sync/fold-requests.ts'

/** What this device knows of the calls about one request, and whether it is finished, at one moment: undefined while looking. */
export function useRequestCalls(requestId: number) {
  return useStored(
    async (device) => {
      const stores = [device.rows('requests'), device.outbox, device.judged, device.attention, device.forms]
      return device.transaction('r', stores, async () => {
        const [request, outbox, judged] = await Promise.all([
          device.rows('requests').get(requestId),
          device.outbox.toArray(),
          device.judged.toArray(),
        ])
        const isFinish = ({ name, input }: Call) => name === 'completeRequest' && requestIdOf(name, input) === requestId
        return {
          isFinished: request?.complete === true,
          waitingFinish: outbox.find(isFinish) ?? null,
          judgedFinish: judged.find((call) => isFinish(call) && call.verdict !== 'refused') ?? null,
          refused: await refusedRequest(device, requestId),
          unsaid: await unsaidSteps(device, requestId),
        }
      })
    },
    [requestId],
  )
}

export type RequestCalls = NonNullable<ReturnType<typeof useRequestCalls>>

/** Why a request was refused, and at which step; null when it was not. */
export function firstRefusal({ refused }: RequestCalls): { refusal: Refusal; step: StepName } | null {
  const [first] = refused.items
  const step = first && stepOf(first.call)
  return first?.refusal && step ? { refusal: first.refusal, step } : null
}

/** Why this step was refused. */
export function refusalAt(calls: RequestCalls, step: StepName): Refusal | null {
  const first = firstRefusal(calls)
  return first?.step === step ? first.refusal : null
}

type Call = Pick<QueuedCall, 'name' | 'input'>
