import type { QueuedCall } from '../data/device.ts'

export type StepName = 'start' | 'tasks' | 'details' | 'complete'
export const stepNames = ['start', 'tasks', 'details', 'complete'] as const satisfies StepName[]

type Call = Pick<QueuedCall, 'name' | 'input'>
type Input = Record<string, unknown>

/** The step of the wizard that makes this call; undefined for any other. */
export const stepOf = ({ name }: Pick<Call, 'name'>): StepName | undefined => stepOfCall[name]

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
  const { id, requestId } = (input ?? {}) as Input
  const found = name === 'startRequest' || name === 'cloneRequest' ? id : requestId
  return typeof found === 'number' ? found : 0
}

/** What calls say of each step, a later one over an earlier one. Fields that nobody touched are missing. */
export function typedIn(calls: readonly Call[]): Partial<Record<StepName, Input>> {
  const typed: Partial<Record<StepName, Input>> = {}
  for (const call of calls) {
    const step = stepOf(call)
    if (!step) continue
    const { id: _, requestId: __, revisionId: ___, taskings: ____, fields, ...said } = call.input as Input
    const edited = Object.entries((fields ?? {}) as Record<string, { to: unknown } | undefined>)
    typed[step] = { ...typed[step], ...said, ...Object.fromEntries(edited.map(([name, edit]) => [name, edit?.to])) }
  }
  return typed
}

/** Names of half-typed forms in this device's database. */
export const NEW_REQUEST = 'request:new'
/** The start of a new request that says again what this one said. */
export const againKey = (requestId: number): string => `request:again:${requestId}`
export const stepKey = (requestId: number, step: StepName): string => `request:${requestId}:${step}`
export const stepKeys = (requestId: number): string[] => stepNames.map((step) => stepKey(requestId, step))
