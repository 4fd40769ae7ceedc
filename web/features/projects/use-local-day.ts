import dayjs from 'dayjs'
import type { Day } from '#shared/lib/day.ts'
import { nowOn } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'

/** The day where this person is (C-151), by a clock that is set right. */
export function useLocalDay(): () => Day {
  const { device } = useDevice()
  return () => dayjs(nowOn(device)).format('YYYY-MM-DD')
}
