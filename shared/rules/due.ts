import { addDays, daysBetween, type Day } from '../lib/day.ts'

/**
 * A new request is due today or later, judged by the day it was made: the person's own calendar may be a day off the
 * organisation's, and a late delivery is accepted (C-106).
 */
export const isDueDateAcceptable = (dueDate: Day, dayMade: Day): boolean => dueDate >= addDays(dayMade, -1)

export const isDueSoon = (dueDate: Day, today: Day, days: number): boolean =>
  dueDate >= today && dueDate <= addDays(today, days)

/** "In 9 days", "Today", "3 days ago". */
export function dueInWords(dueDate: Day, today: Day): string {
  const days = daysBetween(today, dueDate)
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  if (days === -1) return 'Yesterday'
  return days > 0 ? `In ${days} days` : `${-days} days ago`
}
