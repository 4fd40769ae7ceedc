import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { many } from '#shared/kernel/reads.ts'
import { refusals } from '#shared/kernel/refusal.ts'
import { addDays } from '#shared/lib/day.ts'
import type { Device, SessionRow } from '#shared/model/server-tables.ts'
import type { DeviceSeen } from '#shared/protocol/session.ts'
import { can } from '#shared/rules/access.ts'
import type { Server } from '../execute/execute.ts'
import type { SignedIn } from './authenticate.ts'
import { browserName } from './browser-name.ts'
import type { Seen } from './seen.ts'
import { isRevoked } from './sessions.ts'

/** A device that nobody has heard of for longer is listed only for what is unsent on it. */
const LISTED_DAYS = 180
const MOST = 1_000

/** For Admins: every device, what it said at its last contact, and whether somebody is signed in there. */
export function mountDevices<E extends SignedIn>(
  app: Hono<E>,
  { store, now }: Server,
  sessions: Seen<'sessions'>,
  devices: Seen<'devices'>,
): void {
  app.get('/devices', async (c) => {
    if (!can(c.var.actor, 'endSessions')) throw new HTTPException(403, { message: refusals['not-allowed'].sentence })
    const since = addDays(now().slice(0, 10), -LISTED_DAYS)
    const limit = MOST
    const found = await store.read({
      reads: {
        heard: many('devices', { seenDate: { from: since } }, { order: 'seenDate', descending: true, limit }),
        unsent: many('devices', { unsent: { from: 1 } }, { order: 'unsent', descending: true, limit }),
        unwritten: many('devices', { id: devices.unwritten() }, { limit }),
      },
    })
    const rows = new Map([...found.heard, ...found.unsent, ...found.unwritten].map((row) => [row.id, devices.of(row)]))
    const own = [...rows.values()].map(({ sessionId }) => sessionId)
    const { last } = await store.read({ reads: { last: many('sessions', { id: own }) } })
    const sessionsById = new Map(last.map((row) => [row.id, sessions.of(row)]))
    const list = [...rows.values()].map((row) => seenAs(row, sessionsById.get(row.sessionId), now()))
    return c.json(list.sort(byUnsent))
  })
}

function seenAs(device: Device, session: SessionRow | undefined, now: string): DeviceSeen {
  const { id, userId, label, createDate, seenDate, appVersion, unsent, unsentSince, sessionId } = device
  const isTold = session && isRevoked(session) && (session.seenDate ?? '') > (session.endedDate ?? '')
  return {
    ...{ id, userId, label: browserName(label), createDate, appVersion, unsent, unsentSince, sessionId },
    seenDate: seenDate ?? createDate,
    state: stateOf(session, now),
    toldDate: isTold ? session.seenDate : null,
  }
}

function stateOf(session: SessionRow | undefined, now: string): DeviceSeen['state'] {
  if (!session) return 'forgotten'
  if (isRevoked(session)) return 'ended'
  if (session.endedWhy === 'signed out') return 'signed out'
  return session.ended || session.expireDate <= now ? 'over' : 'signed in'
}

const LAST = '9999'
/** What has waited longest first, then who was heard of last. */
const byUnsent = (a: DeviceSeen, b: DeviceSeen): number =>
  (a.unsentSince ?? LAST).localeCompare(b.unsentSince ?? LAST) || b.seenDate.localeCompare(a.seenDate)
