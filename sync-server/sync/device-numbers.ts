import { HTTPException } from 'hono/http-exception'
import { put } from '#shared/kernel/change.ts'
import { one } from '#shared/kernel/reads.ts'
import type { User } from '#shared/model/reference.ts'
import type { Device } from '#shared/model/server-tables.ts'
import type { RoundRequest } from '#shared/protocol/sync.ts'
import type { Server } from '../execute/execute.ts'
import { DEVICE_COUNTER, FIRST_DEVICE, LAST_DEVICE } from '../store/ids.ts'
import type { EarlierLife } from '../store/store.ts'

/** A server that grants numbers. */
export interface Granting extends Server {
  /** Takes one of the device numbers that a person may have now: 0, or the seconds until there is one. */
  grant: (userId: number) => number
}

export interface Queue extends Pick<Device, 'id' | 'lastSeq'> {
  /** When it was granted; null for one that has just been granted or taken up. */
  since: string | null
}

/** The device when it is this person's; else a new number. A number that a restored database forgot is taken up again. */
export async function deviceFor(server: Granting, user: User, request: RoundRequest): Promise<Queue> {
  const granted = async (number: Promise<number>): Promise<Queue> => ({
    ...{ id: await number, lastSeq: 0, since: null },
  })
  if (request.device === 0) return granted(grantDevice(server, user))
  const { device } = await server.store.read({ reads: { device: one('devices', request.device) } })
  if (device?.userId === user.id) return { ...device, since: device.createDate }
  if (device) return granted(grantDevice(server, user))
  const life = lifeOf(server, request)
  return granted(life ? adoptDevice(server, user, request.device, life) : grantDevice(server, user))
}

/** A new number. @throws HTTPException 429 when this person had too many of late */
export async function grantDevice(server: Granting, user: User, since = server.now()): Promise<number> {
  spend(server, user)
  const number = await server.store.transact({ reads: { counter: one('counters', DEVICE_COUNTER) } }, ({ counter }) => {
    const number = (counter?.value ?? FIRST_DEVICE - 1) + 1
    if (number > LAST_DEVICE) return { changes: [], value: 0 }
    const next = { id: DEVICE_COUNTER, name: 'devices', value: number }
    return { changes: [put('counters', next), put('devices', newDevice(number, user, since))], value: number }
  })
  if (number === 0) throw new HTTPException(503, { message: 'No more devices can be added. Tell your administrator.' })
  return number
}

function spend(server: Granting, user: User): void {
  const wait = server.grant(user.id)
  if (wait > 0)
    throw new HTTPException(429, {
      message: `Too many new devices under your name. Another one can be added in ${wait} s.`,
      cause: { retryAfter: wait },
    })
}

/** So long after a restore devices come back with what the database forgot. */
const COMING_BACK_DAYS = 30

/** The life of this database in which a number was granted that it does not know: ended by a restore, not long ago. */
function lifeOf({ store, now }: Server, { cursor, device }: RoundRequest): EarlierLife | undefined {
  const [epoch] = cursor?.split(/[.~]/) ?? []
  const since = new Date(Date.parse(now()) - COMING_BACK_DAYS * 86_400_000).toISOString()
  return store.earlier.find(
    (life) => life.epoch === epoch && life.ended >= since && device > life.devices && device <= life.reserved,
  )
}

/**
 * Takes up a number that was granted after the backup this database comes from, so that its queue goes on as it is. The
 * restore has set these numbers aside: the counter stands above them. Its calls may be as old as that backup.
 */
async function adoptDevice(server: Granting, user: User, number: number, life: EarlierLife): Promise<number> {
  spend(server, user)
  const adopted = await server.store.transact({ reads: { taken: one('devices', number) } }, ({ taken }) =>
    taken
      ? { changes: [], value: 0 }
      : { changes: [put('devices', newDevice(number, user, life.known))], value: number },
  )
  return adopted || grantDevice(server, user)
}

/** A device that has sent nothing yet. */
export const newDevice = (id: number, user: { id: number }, createDate: string): Device => ({
  id,
  userId: user.id,
  lastSeq: 0,
  failedSeq: 0,
  failures: 0,
  createDate,
  lastAt: null,
  label: '',
  sessionId: 0,
  seenDate: null,
  appVersion: '',
  unsent: null,
  unsentSince: null,
  signKey: '',
  signSession: 0,
})
