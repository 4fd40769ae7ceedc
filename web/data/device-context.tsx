import { createContext, use, useMemo, type ReactNode } from 'react'
import { must } from '#shared/lib/must.ts'
import { withAliases, type Organisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import type { Session } from '#shared/protocol/session.ts'
import type { Device } from './device.ts'
import { useLive } from './use-live.ts'

/** The signed-in person's device: whose it is, as the server last said, and the database. */
export interface OpenDevice {
  device: Device
  user: User
  organisation: Organisation
}

const DeviceContext = createContext<OpenDevice | null>(null)

export function DeviceProvider({ device, session, children }: { device: Device; session: Session; children: ReactNode }) {
  // The row is newer than the session when a role, a name or a team has changed since sign-in.
  const row = useLive(device, () => device.rows('users').get(session.user.id), [session.user.id])
  const value = useMemo(
    () => ({ device, user: withAliases(row ?? session.user, session.organisation), organisation: session.organisation }),
    [device, row, session.user, session.organisation],
  )
  return <DeviceContext value={value}>{children}</DeviceContext>
}

export const useDevice = (): OpenDevice => must(use(DeviceContext), 'a signed-in device above this component')
