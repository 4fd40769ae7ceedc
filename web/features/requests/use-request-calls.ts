import type { AttentionItem, QueuedCall } from '#web/data/device.ts'
import { useStored } from '#web/data/use-query.ts'

/** What this device knows of the calls about one request, and whether it is finished, at one moment: undefined while looking. */
export function useRequestCalls(requestId: number) {
  return useStored(
    async (device) => {
      const stores = [device.rows('requests'), device.outbox, device.judged, device.attention]
      const [request, outbox, judged, attention] = await device.transaction('r', stores, () =>
        Promise.all([
          device.rows('requests').get(requestId),
          device.outbox.toArray(),
          device.judged.toArray(),
          device.attention.toArray(),
        ]),
      )
      const isFinish = (call: Call) => call.name === 'completeRequest' && isAbout(call, requestId)
      return {
        isFinished: request?.complete === true,
        waitingFinish: outbox.find(isFinish) ?? null,
        judgedFinish: judged.find((call) => isFinish(call) && call.verdict !== 'refused') ?? null,
        attention: attention.filter((item) => isAbout(item.call, requestId)),
      }
    },
    [requestId],
  )
}

export type RequestCalls = NonNullable<ReturnType<typeof useRequestCalls>>

export const refusedFinish = (attention: readonly AttentionItem[]): AttentionItem | undefined =>
  attention.find((item) => item.call.name === 'completeRequest')

type Call = Pick<QueuedCall, 'name' | 'input'>

function isAbout({ name, input }: Call, requestId: number): boolean {
  if (typeof input !== 'object' || input === null) return false
  if (name === 'startRequest') return 'id' in input && input.id === requestId
  return 'requestId' in input && input.requestId === requestId
}
