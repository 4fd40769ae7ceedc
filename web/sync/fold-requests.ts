import type { QueuedCall } from '../data/device.ts'

export type StepName = 'start' | 'tasks' | 'details' | 'complete'
export const stepNames = ['start', 'tasks', 'details', 'complete'] as const satisfies StepName[]

export type RequestCall = Pick<QueuedCall, 'name'> & { input?: unknown }

/** The step of the wizard that makes this call; undefined for any other. */
export const stepOf = ({ name }: Pick<RequestCall, 'name'>): StepName | undefined => stepOfCall[name]

const stepOfCall: Partial<Record<string, StepName>> = {
  startRequest: 'start',
  cloneRequest: 'start',
  editRequestStart: 'start',
  chooseTasks: 'tasks',
  describeRequest: 'details',
  completeRequest: 'complete',
}

/** The request that a wizard's call belongs to: all calls of one request are one row in the Outbox. */
export const requestIdOf = (name: string, input: unknown): number => {
  const { id, requestId } = (input ?? {}) as Record<string, unknown>
  const found = name === 'startRequest' || name === 'cloneRequest' ? id : requestId
  return typeof found === 'number' ? found : 0
}

/** Calls as people count them: all steps of one request are one thing, in the place of the first; a file is one too, and what announces it is not. */
export function foldRequests<C extends RequestCall>(calls: C[]): C[][] {
  const things: C[][] = []
  const thingOfRequest = new Map<number, C[]>()
  for (const call of calls) {
    if (call.name === 'announceFile') continue
    const request = stepOf(call) ? requestIdOf(call.name, call.input) : 0
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
