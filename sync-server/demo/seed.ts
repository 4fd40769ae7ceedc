import { commands } from '#shared/commands/index.ts'
import { put } from '#shared/kernel/change.ts'
import { count, one } from '#shared/kernel/reads.ts'
import { dayIn } from '#shared/lib/day.ts'
import type { Passwords } from '../auth/passwords.ts'
import { execute, type Server } from '../execute/execute.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import { createIds } from '../store/ids.ts'
import { underLease } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import { newDevice } from '../sync/device-numbers.ts'
import { DAY, instantOf } from './calendar.ts'
import { withFiles } from './files.ts'
import { DEMO_PASSWORD, people } from './people.ts'
import { referenceRows } from './reference.ts'
import { actors, deviceOf, LAST_DEVICE, tellStory, type Deed } from './story.ts'

const AT_ONCE = 400
/** What happened in these days is in the inboxes. */
const TOLD_DAYS = 5

/** The row of `counters` that stands there when all of it is told. */
const SEEDED = 3
const LOOK_MS = 200

/** Once, however many processes start; each goes on only when all of it is there. */
export async function seedOnce(store: Store, seed: () => Promise<void>): Promise<void> {
  for (;;) {
    const { seeded } = await store.read({ reads: { seeded: one('counters', SEEDED) } })
    if (seeded || (await underLease(store, 'seed', () => seedEmpty(store, seed)))) return
    await new Promise((later) => setTimeout(later, LOOK_MS))
  }
}

async function seedEmpty(store: Store, seed: () => Promise<void>): Promise<true> {
  const { users } = await store.read({ reads: { users: count('users', {}) } })
  // What a seeding that was killed left is not added to: `--fresh`, or another database, begins anew.
  if (users === 0) await seed()
  const seeded = put('counters', { id: SEEDED, name: 'seeded', value: 1 })
  return store.transact({ reads: {} }, () => ({ changes: [seeded], value: true }))
}

/**
 * Fills an empty store with the demonstration organisation. Everything that happened in it is carried out by `execute`, each
 * call at its own time, so totals, approvals and diary are what they would be. The same day gives the same rows.
 */
export async function seedDemo(server: Server, passwords: Passwords, blobs: Blobs): Promise<void> {
  const until = `${dayIn('UTC', server.now())}T00:00:00.000Z`
  const before = instantOf(Date.parse(until) - 760 * DAY)
  await seedReference(server, passwords, before)
  const seqs = new Map<number, number>()
  // Teams worked together on all of it, whatever they may see of each other from today on.
  const then = { ...server, organisation: { ...server.organisation, restrictTeamVisibility: false }, post: null }
  const toldSince = instantOf(Date.parse(until) - TOLD_DAYS * DAY)
  const deeds = await withFiles(tellStory(until), blobs, createIds(server.store))
  for (let index = 0; index < deeds.length; index += AT_ONCE)
    await Promise.all(deeds.slice(index, index + AT_ONCE).map((deed) => carryOut(then, deed, seqs, toldSince)))
}

/** People who can sign in, the lists they pick from, and the devices they have worked on. */
export async function seedReference(
  server: Server,
  passwords: Passwords,
  createDate: string,
  options?: { countryCount: number },
): Promise<void> {
  const hash = await passwords.hash(DEMO_PASSWORD)
  const devices = actors.map((person) => put('devices', newDevice(deviceOf(person), person, createDate)))
  await server.store.transact({ reads: {} }, () => ({
    changes: [
      ...referenceRows(createDate, options),
      ...people.map(({ id }) => put('credentials', { id, hash, changedDate: createDate })),
      ...devices,
      put('counters', { id: 1, name: 'devices', value: LAST_DEVICE }),
    ],
    value: 0,
  }))
}

async function carryOut(
  server: Server,
  { userId, device, name, input, at }: Deed,
  seqs: Map<number, number>,
  toldSince: string,
): Promise<void> {
  // What is done only with a connection does not come out of a device's queue.
  const isQueued = !commands.get(name)?.online
  const from = isQueued ? device : 0
  const count = (seqs.get(from) ?? 0) + 1
  seqs.set(from, count)
  const callId = `demo-${from}-${String(count).padStart(10, '0')}`
  const call = { userId, device: from, seq: isQueued ? count : null, callId, name, input, at }
  const verdict = await execute({ ...server, now: () => at, isHistory: at < toldSince }, call)
  if (typeof verdict === 'string' || verdict.verdict === 'refused')
    throw new Error(
      `The demonstration data contradicts itself: ${name} at ${at} by ${userId}: ${JSON.stringify(verdict)} for ${JSON.stringify(input)}`,
    )
}
