import dayjs from 'dayjs'
import type { Day } from '#shared/lib/day.ts'
import { useMeta } from '#web/data/use-query.ts'

/** The day where this person is (C-151), by a clock that is set right. */
export function useLocalDay(): () => Day {
  const skew = useMeta('contact')?.skew ?? 0
  return () => dayjs(Date.now() + skew).format('YYYY-MM-DD')
}
