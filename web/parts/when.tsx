import dayjs from 'dayjs'
import type { Instant } from '#shared/lib/day.ts'
import { useNow } from '../data/clock.ts'
import { shown } from '../data/clock-zone.ts'

// Moments by the clock that the reader has chosen. Days never pass through here.

/** "09:43" */
export const timeOf = (at: Instant | number): string => shown(at).slice(11, 16)
/** "09:43:12" */
export const preciseTimeOf = (at: Instant | number): string => shown(at).slice(11)
const dayOf = (at: Instant | number): string => shown(at).slice(0, 10)
/** "March 06, 2026" */
export const dateOf = (at: Instant | number): string => dayjs(dayOf(at)).format('MMMM DD, YYYY')
/** "March 06"; with the year when it is another one. */
export const shortDateOf = (at: Instant | number, now: number): string =>
  shown(at).slice(0, 4) === shown(now).slice(0, 4) ? dayjs(dayOf(at)).format('MMMM DD') : dateOf(at)
/** "March 06, 09:43"; with the year when it is another one. */
export const dayAndTimeOf = (at: Instant | number, now: number): string => `${shortDateOf(at, now)}, ${timeOf(at)}`
/** "09:43" today, "March 06, 09:43" before. */
export const sinceMidnight = (at: Instant | number, now: number): string =>
  dayOf(at) === dayOf(now) ? timeOf(at) : dayAndTimeOf(at, now)

/** "at 09:43" today, "on March 06 at 09:43" before. */
export const atWords = (at: Instant | number, now: number): string =>
  dayOf(at) === dayOf(now) ? `at ${timeOf(at)}` : `on ${shortDateOf(at, now)} at ${timeOf(at)}`

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "3 min", "5 h", "2 d"; empty under a minute. */
export function durationWords(ms: number): string {
  if (ms >= DAY) return `${Math.floor(ms / DAY)} d`
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h`
  return ms >= MINUTE ? `${Math.floor(ms / MINUTE)} min` : ''
}

/** "2 d ago" up to a week, then the day. */
function agoWords(at: Instant, now: number): string {
  const age = now - Date.parse(at)
  if (age > 7 * DAY) return dayAndTimeOf(at, now)
  const words = durationWords(age)
  return words ? `${words} ago` : 'just now'
}

/** The full moment and the clock it is by (C-230). */
export const inFull = (at: Instant): string => `${dateOf(at)}, ${timeOf(at)} UTC${aheadOfUtc(at)}`

/** "+03:00" */
function aheadOfUtc(at: Instant): string {
  const minutes = Math.round((Date.parse(`${shown(at)}Z`) - Date.parse(at)) / MINUTE)
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}

/** How long ago, with the full moment in its title. */
export function Ago({ at }: { at: Instant }) {
  const now = useNow()
  return (
    <time dateTime={at} title={inFull(at)}>
      {agoWords(at, now)}
    </time>
  )
}

/** When something was done, and when it was received where that was later (C-251); with the full moment in its title. */
export function Moment({ at, received }: { at: Instant; received: Instant | null }) {
  const now = useNow()
  return (
    <time dateTime={at} title={inFull(at)}>
      {capturedWords(at, received, now) ?? dayAndTimeOf(at, now)}
    </time>
  )
}

const LATE_MS = 5 * MINUTE

/** "captured 09:43, received 14:10", when more than five minutes lie between; else null. */
export function capturedWords(captured: Instant, received: Instant | null, now: number): string | null {
  if (!received || Date.parse(received) - Date.parse(captured) <= LATE_MS) return null
  return `captured ${sinceMidnight(captured, now)}, received ${sinceMidnight(received, now)}`
}
