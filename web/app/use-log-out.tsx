import { useCallback, useState } from 'react'
import { useDevice } from '../data/device-context.tsx'
import { hasNoLink } from '../state/use-online.ts'
import { countWaiting } from '../state/unsent.ts'
import { callApi } from '../net/api.ts'
import { tellNotRemoved } from '../parts/not-kept.ts'
import { readSession, type KeptSession } from '../session/kept-session.ts'
import { forgetDevice } from '../session/known-device.ts'
import { isShared } from '../session/touch.ts'
import { onDemand } from '../ui/on-demand.tsx'
import { clearLeft } from './clear-left.ts'
import type { Leave } from './session-life.ts'

const LogoutDialog = onDemand(() => import('./shell/logout-dialog.tsx').then((part) => part.LogoutDialog))

/** Logs out at once when everything has been sent and one can sign in again; otherwise asks what is to become of the rest (C-093), and on a device of several people of all. */
export function useLogOut(session: KeptSession, leave: Leave) {
  const { device } = useDevice()
  const [asking, setAsking] = useState(false)

  const leaveDevice = useCallback(
    async (why: 'logout' | 'removed') => {
      const current = await readSession()
      if (current?.alive) void endAtServer(current.token)
      if (why === 'removed') await forgetDevice(session.user.email).catch(() => undefined)
      await leave(why)
      await clearLeft().catch(tellNotRemoved)
    },
    [session.user.email, leave],
  )
  const logOut = useCallback(async () => {
    const { unsent, attention } = await countWaiting(device)
    const isCutOff = hasNoLink(await device.get('contact'))
    if (unsent + attention === 0 && !isCutOff && !isShared()) await leaveDevice('logout')
    else setAsking(true)
  }, [device, leaveDevice])

  const dialog = asking && (
    <LogoutDialog canSend={session.alive} onClose={() => setAsking(false)} onLeave={leaveDevice} />
  )
  return {
    logOut: () => void logOut(),
    logOutKeeping: () => leaveDevice('logout'),
    removeData: () => leaveDevice('removed'),
    dialog,
  }
}

/** It goes out although whoever logs out closes the page at once. */
const endAtServer = (token: string) =>
  callApi('logout', {
    ...{ method: 'POST', token, body: {}, timeoutMs: 10_000 },
    fetch: (address, init) => fetch(address, { ...init, keepalive: true }),
  })
