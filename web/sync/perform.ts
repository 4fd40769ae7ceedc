import { Dexie } from 'dexie'
import { idOfChange, type Change } from '#shared/kernel/change.ts'
import {
  contextAt,
  decide,
  isAhead,
  liftedInput,
  planOf,
  readInput,
  type AnyCommand,
  type Applied,
  type Context,
} from '#shared/kernel/command.ts'
import { tooMuch } from '#shared/kernel/size.ts'
import { isNothing, isRefusal, refuse, type FieldError, type Refusal } from '#shared/kernel/refusal.ts'
import { rowsBefore } from '#shared/kernel/minted.ts'
import { isRange, tablesAfter, type Condition, type Found, type Plan, type Reads } from '#shared/kernel/reads.ts'
import { deviceCommands } from '#shared/commands/on-device.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import * as messages from '#shared/model/messages.ts'
import { newCallId } from '../data/call-id.ts'
import { syncedRow, syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import type { Organisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import type { AttentionItem, Device, QueuedCall } from '../data/device.ts'
import { readDevice } from '../data/read.ts'

/** Who acts on this device, and under which organisation's settings. */
export interface Actor {
  user: User
  organisation: Organisation
}

/** Everything a command may touch: its rows, the paint, the queue, and what files are put to. */
export const workTables = [...syncedTableNames, 'kept', 'outbox', 'meta', 'uploads'] as const

export type Performed<T> = { refusal: Refusal } | { refusal: null; call: QueuedCall | null; input: T }

/**
 * Carries out a command on this device and queues it, in one transaction: once it resolves, the work is on the disk.
 * `input` is built with `newId`, which mints ids in the same transaction. A command the device itself can see to be
 * wrong is refused at once and nothing is queued. `hold` keeps it here from before it is queued, so that it can be undone. `errors` are
 * what the form itself knows to be wrong: they are told with the command's own. `also` is carried out in the same transaction
 * once nothing is refused: the form whose words have become a call goes. `replaces` are the refused calls whose place it takes: they leave
 * *attention*, and are there again when it is taken back. `id` names the call, for who may have to ask whether it was kept.
 */
export async function perform<I>(
  device: Device,
  actor: Actor,
  command: AnyCommand,
  input: (newId: () => number) => I,
  options: {
    now?: number
    hold?: (callId: string) => Promise<void>
    errors?: readonly FieldError[]
    also?: (() => PromiseLike<unknown>) | undefined
    replaces?: (() => PromiseLike<AttentionItem[]>) | undefined
    id?: string
  } = {},
): Promise<Performed<I>> {
  const wallClock = options.now ?? Date.now()
  const callId = options.id ?? newCallId()
  await options.hold?.(callId)
  return device.transaction('rw', [...workTables, 'forms', 'attention'], async () => {
    const [identity, { skew }, user] = await Dexie.Promise.all([
      device.get('identity'),
      device.get('contact'),
      userOn(device, actor),
    ])
    if (identity.number === 0) throw new Error('No number yet')
    const mint = () => {
      if (identity.counter >= IDS_PER_DEVICE - 1) throw new Error('No ids left')
      return identity.number * IDS_PER_DEVICE + ++identity.counter
    }
    if (command.online) return { refusal: refuse('not-allowed', { message: messages.onlineOnly }) }
    const built = input(mint)
    const at = new Date(wallClock + skew).toISOString()
    const { input: told, errors } = readInput(command, built)
    const context = contextAt(user, at, actor.organisation)
    const plan = planOf(command, told, context.actor)
    const found = await readDevice(device, plan)
    const wrong = errors.concat(tooMuch(built as object), options.errors ?? [])
    const local = runLocally(context, command, told, plan, found, wrong)
    if (isRefusal(local)) return { refusal: local }
    await options.also?.()
    const replaces = (await options.replaces?.()) ?? []
    await device.attention.bulkDelete(replaces.map(({ key }) => key))
    if (isIdle(local)) return { refusal: null, call: null, input: built }

    const { touches, written } = paint(device, local.changes, rowsBefore(plan, found))
    const call: QueuedCall = {
      seq: identity.lastSeq + 1,
      id: callId,
      name: command.name,
      ...(command.version === undefined ? {} : { version: command.version }),
      input: built,
      at,
      touches,
      held: options.hold !== undefined,
      firstSent: 0,
      attempts: 0,
      ...(replaces.length > 0 && { replaces }),
    }
    await Dexie.Promise.all([
      written,
      device.outbox.add(call),
      device.set('identity', { ...identity, lastSeq: call.seq }),
    ])
    return { refusal: null, call, input: built }
  })
}

/** The command's own decision over what was found here: what to paint and to tell, or why not. */
export function runLocally(
  context: Context,
  command: AnyCommand,
  input: unknown,
  plan: Plan,
  found: Found<Reads>,
  errors: readonly FieldError[] = [],
): Applied | Refusal {
  const decision = decide(command, input, plan, found, context, errors)
  if (isNothing(decision)) return { changes: [] }
  // Nothing of it would be done: what was typed stays where it is.
  return 'changes' in decision && decision.changes.length === 0 && decision.conflicts?.length
    ? refuse('conflict')
    : decision
}

/** Nothing to do, and nothing to tell the server. */
export const isIdle = ({ changes, givenUp }: Applied): boolean => changes.length === 0 && !givenUp

/** The row is newer than the session when a role was given or taken since sign-in. */
export const userOn = async (device: Device, actor: Actor): Promise<User> =>
  (await device.rows('users').get(actor.user.id)) ?? actor.user

/**
 * Writes changes over the server's rows, keeping the originals. Nothing waits here: a transaction runs its requests in the order they are
 * made, so a later read sees the paint. `before` tells the row that a change is of, as its call has read it; `written` is when all is done;
 * `touches` the rows, as `table:id`.
 */
function paint(
  device: Device,
  changes: Change[],
  before: (change: Change) => object | undefined,
): { touches: string[]; written: PromiseLike<unknown> } {
  const touches = new Set<string>()
  const work: PromiseLike<unknown>[] = []
  for (const change of changes) {
    const table = change.table as SyncedTable
    const id = idOfChange(change)
    const key = `${table}:${id}`
    work.push(
      // What is painted over already has its original: the first is the server's.
      device.kept.add({ key, table, id, row: before(change) ?? null }).catch('ConstraintError', () => 0),
      change.kind === 'remove'
        ? device.table(table).delete(id)
        : device.table(table).put(syncedRow(table, change.row as never)),
    )
    touches.add(key)
  }
  return { touches: [...touches], written: Dexie.Promise.all(work) }
}

/** Takes all paint off: every table shows the server's rows again. Call inside a transaction over `workTables`. */
export async function stripPaint(device: Device): Promise<void> {
  const kept = await device.kept.toArray()
  if (kept.length === 0) return
  await Dexie.Promise.all(
    kept.map(({ table, id, row }): PromiseLike<unknown> =>
      row ? device.table(table).put(row) : device.table(table).delete(id),
    ),
  )
  await device.kept.clear()
}

/** The queue as this app can carry it out: what each call looks at; nothing where its input cannot be read. */
async function plansOf(device: Device, actor: Actor) {
  const queue = await device.outbox.toArray()
  const user = queue.length > 0 ? await userOn(device, actor) : actor.user
  return queue.flatMap((call) => {
    const command = deviceCommands.get(call.name)
    if (!command || isAhead(command, call.version)) return []
    const input = liftedInput(command, call.input, call.version)
    const context = contextAt(user, call.at, actor.organisation)
    // Why it cannot be read nobody asks here, and the worker has no room for the words.
    const plan = command.input.safeParse(input).success ? planOf(command, input, context.actor) : null
    return [{ call, command, input, context, plan }]
  })
}

/**
 * Whether what comes or goes (`table:id`, and `table` for any) is nothing that is painted over, and nothing that a queued call looks at: its
 * paint would be the same again. What a second step looks at is known by table only.
 */
export async function isBesidePaint(device: Device, actor: Actor, news: ReadonlySet<string>): Promise<boolean> {
  const meets = ({ table, id, where }: { table: string; id?: number; where?: { id?: Condition } }) => {
    const named = id ?? where?.id
    return named === undefined || isRange(named)
      ? news.has(table)
      : [named].flat().some((one) => news.has(`${table}:${one}`))
  }
  const painted = await device.kept.toCollection().primaryKeys()
  const calls = await plansOf(device, actor)
  return (
    ![`users:${actor.user.id}`, ...painted].some((key) => news.has(key)) &&
    !calls.some(
      ({ plan }) =>
        plan && (Object.values(plan.reads).some(meets) || tablesAfter(plan).some((table) => news.has(table))),
    )
  )
}

/**
 * Paints the queue again, in order, over rows without paint. A call that the device would now refuse stays queued,
 * unpainted: the server judges.
 */
export async function repaint(device: Device, actor: Actor): Promise<void> {
  const work: PromiseLike<unknown>[] = []
  for (const { call, command, input, context, plan } of await plansOf(device, actor)) {
    const found = plan && (await readDevice(device, plan))
    const local = plan && found ? runLocally(context, command, input, plan, found) : { changes: [] }
    const before = plan && found ? rowsBefore(plan, found) : () => undefined
    const { touches, written } = paint(device, isRefusal(local) ? [] : local.changes, before)
    work.push(written)
    if (touches.join() !== call.touches.join()) work.push(device.outbox.put({ ...call, touches }))
  }
  await Dexie.Promise.all(work)
}

/**
 * Takes a call back that has never been on the wire: as if it had not been made. Returns the call, or null when it is
 * too late.
 */
export function withdraw(device: Device, actor: Actor, id: string): Promise<QueuedCall | null> {
  return device.transaction('rw', [...workTables, 'attention'], async () => {
    const call = (await device.outbox.toArray()).find((queued) => queued.id === id)
    if (!call || call.firstSent > 0) return null
    await unqueue(device, actor, call)
    await device.attention.bulkPut(call.replaces ?? [])
    return call
  })
}

/**
 * Takes a call that the wire refuses out of the queue and keeps it in *attention* with the server's sentence. Only for a
 * call that the server has not judged, nor any after it: a round without calls has just said so.
 */
export function setAside(device: Device, actor: Actor, id: string, message: string, received: string): Promise<void> {
  return device.transaction('rw', [...workTables, 'attention'], async () => {
    const { judged } = await device.get('position')
    const call = (await device.outbox.toArray()).find((queued) => queued.id === id)
    if (!call || call.seq <= judged) return
    await unqueue(device, actor, call)
    const { touches: _, held: __, replaces: ___, ...kept } = call
    const refusal = refuse('invalid', { message })
    await device.attention.put({ key: call.id, call: kept, refusal, conflicts: [], received })
  })
}

/** Without this call. Later ones move up, because numbers have no gaps; the server must not have judged any of them. */
async function unqueue(device: Device, actor: Actor, { seq }: QueuedCall): Promise<void> {
  await stripPaint(device)
  await queueBehind(device, seq - 1, await device.outbox.where('seq').above(seq).toArray())
  await repaint(device, actor)
}

/** These calls, without gaps, are what is queued behind a number from now on. */
export async function queueBehind(device: Device, judged: number, calls: QueuedCall[]): Promise<void> {
  await device.outbox.where('seq').above(judged).delete()
  await device.outbox.bulkAdd(calls.map((call, n) => ({ ...call, seq: judged + 1 + n })))
  await device.change('identity', (identity) => ({ ...identity, lastSeq: judged + calls.length }))
}
