import { ofOnePerson } from '#web/session/of-one-person.ts'

/** What was shown last, by its name: it stands until the new answer is there, also when the page is opened again. */
const last = new Map<string, unknown>()
ofOnePerson(() => last.clear())

export function useLast<T>(name: string, value: T | undefined): T | undefined {
  if (value !== undefined) last.set(name, value)
  return value ?? (last.get(name) as T | undefined)
}
