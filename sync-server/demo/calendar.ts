import type { Random } from './random.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** The next moment in office hours, never earlier than it was asked for. */
export function officeTime(time: number): number {
  const at = new Date(time)
  const hour = at.getUTCHours()
  if (hour < 12) at.setUTCHours(12, at.getUTCMinutes())
  else if (hour >= 21) at.setUTCHours(36, at.getUTCMinutes())
  const weekday = at.getUTCDay()
  if (weekday === 6) at.setUTCDate(at.getUTCDate() + 2)
  if (weekday === 0) at.setUTCDate(at.getUTCDate() + 1)
  return at.getTime()
}

/** Some days later, in office hours. */
export const later = (random: Random, time: number, fromDays: number, toDays: number): number =>
  officeTime(time + (fromDays + random.next() * (toDays - fromDays)) * DAY)

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
export const instantOf = (time: number): string => new Date(time).toISOString()
