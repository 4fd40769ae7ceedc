import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { dayIn, type Day } from '#shared/lib/day.ts'
import { must } from '#shared/lib/must.ts'
import { actorOn, type Organisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import type { Session } from '#shared/protocol/session.ts'
import { skewOf } from './at-hand.ts'
import { tellTimesIn } from './clock-zone.ts'
import type { Device } from './device.ts'
import { followPatiently, type Following } from './follow-model.ts'
import { useLive } from './use-live.ts'

/** The signed-in person's device: whose it is, as the server last said, and the database. */
export interface OpenDevice {
  device: Device
  user: User
  organisation: Organisation
  /** While rows are made anew for this version of the app, which lists wait for; null once they are. */
  following: Following | null
}

const DeviceContext = createContext<OpenDevice | null>(null)

export function DeviceProvider({
  device,
  session,
  children,
}: {
  device: Device
  session: Session
  children: ReactNode
}) {
  // The row is newer than the session when a role, a name or a team has changed since sign-in.
  const row = useLive(device, () => device.rows('users').get(session.user.id), [session.user.id])
  const [following, setFollowing] = useState<Following | null>({ done: 0, total: 0 })
  useEffect(() => {
    const over = new AbortController()
    void followPatiently(device, (now) => over.signal.aborted || setFollowing(now), over.signal)
    return () => over.abort()
  }, [device])
  const today = useDay(device, session.organisation.timeZone)
  const value = useMemo(() => {
    const user = actorOn(row ?? session.user, session.organisation, today)
    tellTimesIn(user.zone)
    return { device, user, organisation: session.organisation, following }
  }, [device, row, session.user, session.organisation, today, following])
  return <DeviceContext value={value}>{children}</DeviceContext>
}

/** For whom somebody stands in hangs on the day; `useToday` needs the device that this provides. */
function useDay(device: Device, timeZone: string): Day {
  const now = useCallback(
    () => dayIn(timeZone, new Date(Date.now() + skewOf(device)).toISOString()),
    [device, timeZone],
  )
  const [today, setToday] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setToday(now()), 30_000)
    return () => clearInterval(timer)
  }, [now])
  return today
}

export const useDevice = (): OpenDevice => must(use(DeviceContext), 'a signed-in device above this component')
