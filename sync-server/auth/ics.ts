import { addDays, type Day } from '#shared/lib/day.ts'
import { excerpt } from '#shared/rules/notifications.ts'

interface Due {
  id: number
  name: string
  task: string
  description: string
  dueDate: Day
}

/** Due dates as all-day events (RFC 5545). `url`: where the app is, without a slash at the end; without it events have no link. */
export function icsOf(name: string, taskings: readonly Due[], now: string, url?: string): string {
  const stamp = now.replace(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fieldpost//Due dates//EN',
    `X-WR-CALNAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...taskings.flatMap(({ id, name: reference, task, description, dueDate }) => [
      'BEGIN:VEVENT',
      `UID:tasking-${id}@fieldpost`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${compact(dueDate)}`,
      // Without an end it is a day long; a year of five digits would make all of the calendar unreadable.
      ...(dueDate < '9999-12-31' ? [`DTEND;VALUE=DATE:${compact(addDays(dueDate, 1))}`] : []),
      `SUMMARY:${textOf([`${reference} due`, task].filter(Boolean).join(': '))}`,
      `DESCRIPTION:${textOf(description)}`,
      ...(url ? [`URL:${url}/projects/${id}`] : []),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const compact = (day: Day): string => day.replaceAll('-', '')

/** On one line, and none of what means something in a calendar: what people wrote makes no events. */
const textOf = (text: string): string => excerpt(text, 500).replace(/[\\;,]/g, '\\$&')

/** A line has at most 75 bytes; what is longer goes on behind a blank, and no letter is cut in two. */
function folded(line: string): string {
  let [text, bytes] = ['', 0]
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > 75) [text, bytes] = [`${text}\r\n `, 1]
    text += letter
    bytes += size
  }
  return text
}
