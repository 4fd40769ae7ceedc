import { addDays, endOfMonth, formatDay, isDay, mondayOf, type Day } from '#shared/lib/day.ts'
import { must } from '#shared/lib/must.ts'

/** As many entries has a day at most; of more, one gives way to "n more". */
const MOST = 3

/** Where the calendar stands. */
export interface CalendarPlace {
  /** `2026-12` */
  month: string
  /** The day that is chosen, shown or not. */
  day: Day | null
}

/** What an address says of it: the month, else that of the day, else this one. */
export function placeIn(search: URLSearchParams, today: Day): CalendarPlace {
  const asked = search.get('day') ?? ''
  const day = isDay(asked) && isMonth(asked.slice(0, 7)) ? asked : null
  const month = search.get('month') ?? ''
  return { month: isMonth(month) ? month : (day ?? today).slice(0, 7), day }
}

/** Years that people write, so that one can go on from each of them. */
const isMonth = (text: string): boolean => /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text)

/** `2026-12` and 1 → `2027-01` */
export function monthFrom(month: string, count: 1 | -1): string {
  return addDays(count === 1 ? endOfMonth(`${month}-01`) : `${month}-01`, count).slice(0, 7)
}

/** The seven days from Monday on among which `day` is. */
export const weekOf = (day: Day): Day[] => Array.from({ length: 7 }, (_, at) => addDays(mondayOf(day), at))

/** The weeks of a month, whole: its first and last may reach into its neighbours. */
export function weeksOf(month: string): Day[][] {
  const weeks = [weekOf(`${month}-01`)]
  for (const end = endOfMonth(`${month}-01`); must(weeks.at(-1)?.[6]) < end;)
    weeks.push(weekOf(addDays(must(weeks.at(-1)?.[6]), 1)))
  return weeks
}

/** What is due on each day that has something. */
export function byDay<Row extends { dueDate: Day }>(rows: readonly Row[]): Map<Day, Row[]> {
  const due = new Map<Day, Row[]>()
  for (const row of rows) {
    const others = due.get(row.dueDate)
    if (others) others.push(row)
    else due.set(row.dueDate, [row])
  }
  return due
}

/** What of a day is seen: three entries, from the fourth on two and how many more; all of a day that is open. */
export function entriesOf<Row>(rows: readonly Row[], isOpen: boolean): { entries: readonly Row[]; more: number } {
  const shown = isOpen || rows.length <= MOST ? rows.length : MOST - 1
  return { entries: rows.slice(0, shown), more: rows.length - shown }
}

/** For each day of the week from Monday on, whether it needs room: work days do, the others where something is due or it is today. */
export const needsRoom = (weeks: readonly Day[][], due: ReadonlyMap<Day, unknown>, today: Day): boolean[] =>
  weekdays.map((_, at) => at < 5 || weeks.some((week) => due.has(must(week[at])) || week[at] === today))

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** "Thursday, December 03" */
export const dayName = (day: Day): string =>
  `${weekdays[weekOf(day).indexOf(day)] ?? ''}, ${formatDay(day).split(',')[0] ?? ''}`
