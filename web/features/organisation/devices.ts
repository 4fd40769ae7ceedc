import type { DeviceSeen } from '#shared/protocol/session.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { durationWords } from '#web/parts/when.tsx'

const HOUR_MS = 3_600_000
/** From here on what is unsent is amber. */
const LONG_MS = 72 * HOUR_MS
const SILENT_MS = 14 * 24 * HOUR_MS

export const shows = ['all', 'unsent', 'silent', 'ended'] as const
export type Show = (typeof shows)[number]
export const showLabels: Readonly<Record<Show, string>> = {
  ...{ all: 'All', unsent: 'Unsent work', silent: 'Silent over 14 d', ended: 'Ended' },
}

const ageOf = (at: string, now: number): number => now - Date.parse(at)
const isShownIn: Readonly<Record<Show, (device: DeviceSeen, now: number) => boolean>> = {
  all: () => true,
  unsent: ({ unsent }) => (unsent ?? 0) > 0,
  silent: ({ seenDate }, now) => ageOf(seenDate, now) > SILENT_MS,
  ended: ({ state }) => state === 'ended',
}
export const devicesIn = (show: Show, devices: readonly DeviceSeen[], now: number): DeviceSeen[] =>
  devices.filter((device) => isShownIn[show](device, now))

/** By a part of the person's name, or the device's number from its first digit. */
export const devicesNamed = (
  term: string,
  devices: readonly DeviceSeen[],
  nameOf: (userId: number) => string,
): DeviceSeen[] => {
  const words = term.trim().toLowerCase()
  return devices.filter(
    ({ id, userId }) => String(id).startsWith(words) || nameOf(userId).toLowerCase().includes(words),
  )
}

export const isLongUnsent = ({ unsentSince }: DeviceSeen, now: number): boolean =>
  unsentSince !== null && ageOf(unsentSince, now) >= LONG_MS

/** `7 · oldest 6 d`; null where its app has never said. */
export function unsentWords({ unsent, unsentSince }: DeviceSeen, now: number): string | null {
  if (unsent === null) return null
  if (unsent === 0 || unsentSince === null) return 'Nothing unsent'
  return `${unsent} · oldest ${durationWords(ageOf(unsentSince, now)) || 'just now'}`
}

/** Of two versions such as `1.0.2` and `1.10.0` the first came before the second. */
export function isOlder(version: string, than: string): boolean {
  const [parts, others] = [version, than].map((text) => text.split('.').map(Number))
  const at = (parts ?? []).findIndex((part, index) => part !== others?.[index])
  return version !== '' && at >= 0 && (parts?.[at] ?? 0) < (others?.[at] ?? 0)
}

export const mayEnd = ({ state }: DeviceSeen): boolean => state === 'signed in' || state === 'over'

export const stateWords: Readonly<Record<DeviceSeen['state'], string>> = {
  'signed in': 'Signed in',
  'signed out': 'Signed out there: only what is unsent is left on it',
  over: 'Its sign-in is over; what it fetched is still on it',
  ended: 'Ended by an administrator',
  forgotten: 'Nobody has been signed in there for a month',
}

/** What ending does, and what it does not. */
export function endingWords({ unsent, state }: DeviceSeen, name: string): string[] {
  const stays =
    unsent === null
      ? 'What has not been sent stays on it'
      : unsent > 0
        ? `${countOf(unsent, 'item')} that ${unsent === 1 ? 'was' : 'were'} unsent at its last contact ${unsent === 1 ? 'stays' : 'stay'} on it`
        : ''
  return [
    `${state === 'over' ? '' : 'Nothing arrives there or goes out from there any more. '}At its next contact what had been sent is removed from it.`,
    ...(stays ? [`${stays}, and can only go out when ${name} signs in there again.`] : []),
    'Nobody can reach a device that stays offline: until then its lock and the password protect what is on it.',
  ]
}
