import { stepNames, stepOf, type RequestCall, type StepName } from '../sync/fold-requests.ts'

type Input = Record<string, unknown>

/** What calls say of each step, a later one over an earlier one. Fields that nobody touched are missing. */
export function typedIn(calls: readonly RequestCall[]): Partial<Record<StepName, Input>> {
  const typed: Partial<Record<StepName, Input>> = {}
  for (const call of calls) {
    const step = stepOf(call)
    if (!step) continue
    const { id: _, requestId: __, revisionId: ___, taskings: ____, seen: _____, fields, ...said } = call.input as Input
    const edited = Object.entries((fields ?? {}) as Record<string, { to: unknown } | undefined>)
    typed[step] = { ...typed[step], ...said, ...Object.fromEntries(edited.map(([name, edit]) => [name, edit?.to])) }
  }
  return typed
}

/** Names of half-typed forms in this device's database. */
export const stepKey = (requestId: number, step: StepName): string => `request:${requestId}:${step}`
export const stepKeys = (requestId: number): string[] => stepNames.map((step) => stepKey(requestId, step))
