import type { Call, Outcome } from '#shared/protocol/sync.ts'
import type { Told } from '#shared/protocol/told.ts'
import type { Device } from '#shared/model/server-tables.ts'

type Left = Pick<Device, 'appVersion' | 'unsent' | 'unsentSince'>

/**
 * What stays on a device once it has this answer: what it told of, and those of its calls that were not judged or go back to the person. Of
 * an app that does not tell nobody knows.
 */
export function leftOn(told: Told | null, calls: Call[], outcomes: readonly Outcome[], now: string): Left {
  if (!told) return { appVersion: '', unsent: null, unsentSince: null }
  const done = new Set(outcomes.filter(isDone).map(({ id }) => id))
  const left = calls.filter(({ id }) => !done.has(id))
  const dates = [told.unsentSince ?? now, ...left.map(({ at }) => at), now]
  const unsent = told.unsent + left.length
  return { appVersion: told.appVersion, unsent, unsentSince: unsent > 0 ? (dates.sort()[0] ?? now) : null }
}

const isDone = ({ verdict, conflicts = [] }: Outcome): boolean => verdict !== 'refused' && conflicts.length === 0
