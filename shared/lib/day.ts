/** A calendar day as `YYYY-MM-DD`. It never passes through a time zone. */
export type Day = string
/** A moment as ISO-8601 UTC, such as `2026-03-10T09:43:12.123Z`. */
export type Instant = string

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** To the millisecond, in UTC, of a day that there is, in a year of four digits: others would not stand in their order. */
export const isInstant = (text: string): boolean => {
  const ms = Date.parse(text)
  return text.length === 24 && !Number.isNaN(ms) && new Date(ms).toISOString() === text
}

/** True for a day that exists: `2026-02-30` does not. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export function addDays(day: Day, count: number): Day {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** The Monday of the week of `day`. */
export function mondayOf(day: Day): Day {
  // 1970-01-05 was one.
  const days = daysBetween('1970-01-05', day)
  return addDays(day, -(((days % 7) + 7) % 7))
}

export function endOfMonth(day: Day): Day {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + 1, 0)
  return at.toISOString().slice(0, 10)
}

/** Whether clocks of this machine know the time there; the empty name is no place. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name || 'nowhere' }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Of `Temporal` what is asked here: not every machine has it. */
interface WithTemporal {
  Temporal?: { Instant: { fromEpochMilliseconds: (at: number) => { toZonedDateTimeISO: (timeZone: string) => Local } } }
}
interface Local {
  toPlainDateTime: () => { toString: (options: { smallestUnit: 'second' }) => string }
}

/** What calendar and clock in `timeZone` (an IANA name) show, `2026-03-06T09:43:12`. Its parts are put together here: a locale's own order changes with the browser. */
export function shownIn(timeZone: string, at: number): string {
  const { Temporal } = globalThis as WithTemporal
  // Without it a browser looks for the rules of a language first: a thirtieth of every start.
  if (Temporal) {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
    return local.toPlainDateTime().toString({ smallestUnit: 'second' })
  }
  let format = clocks.get(timeZone)
  if (!format) {
    const two = '2-digit'
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...parts })
    clocks.set(timeZone, format)
  }
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of format.formatToParts(at)) shown[type] = value
  return `${shown.year}-${shown.month}-${shown.day}T${shown.hour}:${shown.minute}:${shown.second}`
}

/** The minute that was asked for last in each zone, and its day. */
const days = new Map<string, { minute: number; day: Day }>()
/** From here on no clock differs from UTC by parts of a minute, so that a day begins with a minute. */
const WHOLE_MINUTES = Date.UTC(1972, 1) / 60_000

/** The calendar day that `instant` falls on in `timeZone`. */
export function dayIn(timeZone: string, instant: Instant): Day {
  const at = Date.parse(instant)
  const minute = Math.floor(at / 60_000)
  const last = days.get(timeZone)
  if (last?.minute === minute) return last.day
  const day = shownIn(timeZone, at).slice(0, 10)
  if (minute >= WHOLE_MINUTES) days.set(timeZone, { minute, day })
  return day
}

/** The instant at which `day` begins in `timeZone`, so that windows of instants follow people's calendar. */
export const startOfDay = (timeZone: string, day: Day): Instant => instantAt(timeZone, day, '00:00')

/** The instant at which clocks in `timeZone` show `time` (`07:00`) on that day, or go on where they skip it, as some zones skip a midnight. */
export function instantAt(timeZone: string, day: Day, time: string): Instant {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const missing = (at: number): number => wanted - Date.parse(`${shownIn(timeZone, at)}Z`)
  // Twice, because the first guess may lie on the other side of a clock change.
  const first = wanted + missing(wanted)
  const second = first + missing(first)
  return new Date(missing(second) === 0 ? second : Math.max(first, second)).toISOString()
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `2026-03-06` → `March 06, 2026`, the specification's `MMMM DD, YYYY`. */
export function formatDay(day: Day): string {
  const [year, month, date] = day.slice(0, 10).split('-')
  return `${months[Number(month) - 1] ?? ''} ${date ?? ''}, ${year ?? ''}`
}

/** `March 06`; with its year when that is not the one of `today`. */
export const shortDay = (day: Day, today: Day): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).slice(0, -', 2026'.length) : formatDay(day)

/** `2026-03` → `March 2026` */
export function formatMonth(month: string): string {
  const [year, number] = month.split('-')
  return `${months[Number(number) - 1] ?? ''} ${year ?? ''}`
}
