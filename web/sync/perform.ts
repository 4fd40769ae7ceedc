import type { Change } from '#shared/kernel/change.ts'
import { checkInput, contextAt, decide, planOf, type AnyCommand, type Context } from '#shared/kernel/command.ts'
import { isNothing, isRefusal, type Refusal } from '#shared/kernel/refusal.ts'
import { commands } from '#shared/commands/index.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import { storedRow, syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import type { Organisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import type { Device, QueuedCall } from '../data/device.ts'
import { readDevice } from '../data/read.ts'

/** Who acts on this device, and under which organisation's settings. */
export interface Actor {
  user: User
  organisation: Organisation
}

/** Everything a command may touch: its rows, the paint, the queue. */
export const workTables = [...syncedTableNames, 'kept', 'outbox', 'meta'] as const

export type Performed<T> = { refusal: Refusal } | { refusal: null; call: QueuedCall | null; input: T }

/**
 * Carries out a command on this device and queues it, in one transaction: once it resolves, the work is on the disk.
 * `input` is built with `newId`, which mints ids in the same transaction. A command the device itself can see to be
 * wrong is refused at once and nothing is queued. `holdMs` keeps it here that long, so that it can be undone.
 */
export function perform<I>(
  device: Device,
  actor: Actor,
  command: AnyCommand,
  input: (newId: () => number) => I,
  options: { now?: number; holdMs?: number } = {},
): Promise<Performed<I>> {
  const wallClock = options.now ?? Date.now()
  return device.transaction('rw', workTables, async () => {
    const identity = await device.get('identity')
    if (identity.number === 0) throw new Error('This device has no number yet')
    const mint = () => {
      if (identity.counter >= IDS_PER_DEVICE - 1) throw new Error('This device has used up its ids')
      return identity.number * IDS_PER_DEVICE + ++identity.counter
    }
    const built = input(mint)
    const wrong = checkInput(command, built)
    if (wrong) return { refusal: wrong }

    const { skew } = await device.get('contact')
    const at = new Date(wallClock + skew).toISOString()
    const changes = await runLocally(device, actor, command, built, at)
    if (isRefusal(changes)) return { refusal: changes }
    if (changes.length === 0) return { refusal: null, call: null, input: built }

    const call: QueuedCall = {
      seq: identity.lastSeq + 1,
      id: newCallId(),
      name: command.name,
      input: built,
      at,
      touches: await paint(device, changes),
      holdUntil: options.holdMs ? wallClock + options.holdMs : 0,
      firstSent: 0,
      attempts: 0,
    }
    await device.outbox.add(call)
    await device.set('identity', { ...identity, lastSeq: call.seq })
    return { refusal: null, call, input: built }
  })
}

/** The command's own decision over this device's rows: what to paint, or why not. */
async function runLocally(device: Device, actor: Actor, command: AnyCommand, input: unknown, at: string): Promise<Change[] | Refusal> {
  const context = await contextOn(device, actor, at)
  const found = await readDevice(device, planOf(command, input, context.actor))
  const decision = decide(command, input, found, context)
  if (isRefusal(decision)) return decision
  return isNothing(decision) ? [] : decision.changes
}

async function contextOn(device: Device, actor: Actor, at: string): Promise<Context> {
  // The row is newer than the session when a role was given or taken since sign-in.
  const user = (await device.rows('users').get(actor.user.id)) ?? actor.user
  return contextAt(user, at, actor.organisation)
}

/** Writes changes over the server's rows, keeping the originals. Returns the rows touched, as `table:id`. */
async function paint(device: Device, changes: Change[]): Promise<string[]> {
  const touched: string[] = []
  for (const change of changes) {
    const table = change.table as SyncedTable
    const id = change.kind === 'put' ? change.row.id : change.id
    const key = `${table}:${id}`
    if (!(await device.kept.get(key))) {
      await device.kept.add({ key, table, id, row: (await device.rows(table).get(id)) ?? null })
    }
    if (change.kind === 'put') await device.table(table).put(storedRow(table, change.row as never))
    else await device.table(table).delete(id)
    touched.push(key)
  }
  return [...new Set(touched)]
}

/** Takes all paint off: every table shows the server's rows again. Call inside a transaction over `workTables`. */
export async function stripPaint(device: Device): Promise<void> {
  for (const kept of await device.kept.toArray()) {
    if (kept.row) await device.table(kept.table).put(kept.row)
    else await device.table(kept.table).delete(kept.id)
  }
  await device.kept.clear()
}

/** Paints the queue again, in order. A call that the device would now refuse stays queued, unpainted: the server judges. */
export async function repaint(device: Device, actor: Actor): Promise<void> {
  for (const call of await device.outbox.orderBy('seq').toArray()) {
    const command = commands.get(call.name)
    if (!command) continue
    const changes = await runLocally(device, actor, command, call.input, call.at)
    await device.outbox.update(call.seq, { touches: isRefusal(changes) ? [] : await paint(device, changes) })
  }
}

/**
 * Takes a call back that has never been on the wire: as if it had not been made. Later calls move up, which is safe
 * because none of them can have been sent either. Returns the call, or null when it is too late.
 */
export function withdraw(device: Device, actor: Actor, id: string): Promise<QueuedCall | null> {
  return device.transaction('rw', workTables, async () => {
    const queue = await device.outbox.orderBy('seq').toArray()
    const index = queue.findIndex((call) => call.id === id)
    const call = queue[index]
    if (!call || call.firstSent > 0) return null
    await stripPaint(device)
    await device.outbox.delete(call.seq)
    for (const later of queue.slice(index + 1)) {
      await device.outbox.delete(later.seq)
      await device.outbox.add({ ...later, seq: later.seq - 1 })
    }
    const identity = await device.get('identity')
    await device.set('identity', { ...identity, lastSeq: identity.lastSeq - 1 })
    await repaint(device, actor)
    return call
  })
}

/** 96 random bits, as 16 characters: a call's own id, for ever. */
function newCallId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

