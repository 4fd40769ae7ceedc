import type { Device, QueuedCall } from '../data/device.ts'
import { requestIdOf } from './command-labels.ts'

const requestSteps = ['startRequest', 'editRequestStart', 'chooseTasks', 'describeRequest', 'completeRequest']

/** Calls as people count them: all steps of one request are one thing, in the place of the first. */
export function foldRequests<C extends Pick<QueuedCall, 'name' | 'input'>>(calls: C[]): C[][] {
  const things: C[][] = []
  const thingOfRequest = new Map<number, C[]>()
  for (const call of calls) {
    const request = requestSteps.includes(call.name) ? requestIdOf(call.name, call.input) : 0
    const thing = request > 0 ? thingOfRequest.get(request) : undefined
    if (thing) {
      thing.push(call)
      continue
    }
    const started = [call]
    things.push(started)
    if (request > 0) thingOfRequest.set(request, started)
  }
  return things
}

/** How many things on this device have not reached the server. */
export const countUnsent = async (device: Device): Promise<number> =>
  foldRequests(await device.outbox.orderBy('seq').toArray()).length
