const pad = (n: number) => String(n).padStart(2, '0')
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** "09:43" today, "Mar 6, 09:43" on another day: by the clock and calendar of this device. */
export function clockTime(at: string | number, now: Date = new Date()): string {
  const moment = new Date(at)
  const time = `${pad(moment.getHours())}:${pad(moment.getMinutes())}`
  return moment.toDateString() === now.toDateString() ? time : `${monthAndDay.format(moment)}, ${time}`
}
