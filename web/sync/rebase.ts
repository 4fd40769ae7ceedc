import { Dexie } from 'dexie'
import type { Outcome, RoundRequest, RoundResponse } from '#shared/protocol/sync.ts'
import type { Columns } from '#shared/protocol/columns.ts'
import { mintedBy } from '#shared/kernel/command.ts'
import { deviceCommands } from '#shared/commands/on-device.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import { factsOf, syncedDefinitionOf, syncedTableNames, withKeys, type SyncedTable } from '#shared/model/tables.ts'
import {
  cursorOf,
  modelMark,
  numberOf,
  renamedIn,
  type AttentionItem,
  type Device,
  type DeviceMeta,
  type FormDraft,
  type JudgedCall,
  type KeptFile,
  type QueuedCall,
} from '../data/device.ts'
import { isBesidePaint, queueBehind, repaint, stripPaint, workTables, type Actor } from './perform.ts'

export const rebaseTables = [...workTables, 'judged', 'attention', 'marks', 'forms'] as const

/** More ids than anybody makes between two pictures of a device (`parts/second-copy.ts`). */
const IDS_AHEAD = 10_000

export interface Rebased {
  /** False when the device has moved on since the request was made: the answer is dropped, harmlessly. */
  applied: boolean
  outcomes: Outcome[]
  /** What is queued here is not what was sent under its numbers: a copy of this database has sent it, so this one asks for another number. */
  isCopy?: boolean
}

/**
 * Applies one answer in one transaction: rows, removals, acknowledgements, refusals, cursor. In order:
 * 1. compare and set: the cursor and the device must be the ones the request was made with;
 * 2. take the paint off, unless the answer is beside it; 3. lay down the server's rows; 4. settle the calls the server has judged;
 * 5. take a new device number, if told to; 6. at the end of a reset, sweep; 7. paint what is still queued.
 */
export function rebase(
  device: Device,
  actor: Actor,
  request: Pick<RoundRequest, 'cursor' | 'device'>,
  response: RoundResponse,
  now: number,
): Promise<Rebased> {
  return device.transaction('rw', rebaseTables, async () => {
    const identity = await device.get('identity')
    const position = await device.get('position')
    if (cursorOf(position) !== request.cursor || numberOf(identity) !== request.device)
      return { applied: false, outcomes: [] }

    await noteModel(device, response)
    const starts = response.reset ?? position.cursor === null
    const sweeping = position.sweeping || starts
    const keepsNumber = response.device === identity.number
    const staysPainted =
      !sweeping &&
      response.outcomes.length === 0 &&
      keepsNumber &&
      response.lastSeq >= position.judged &&
      (await isBesidePaint(device, actor, newsIn(response)))
    if (!staysPainted) await stripPaint(device)
    if (starts) await device.marks.clear()
    const { without = '', since } = response
    // The day never goes back: a page that brought more than it says costs a request, one that brought less would be silence.
    if (sweeping)
      await device.change('closed', ({ before, whole }) => ({
        before: without > before ? without : before,
        whole: starts ? [] : whole,
        since,
      }))
    await layDown(device, response, sweeping)
    const settled = await settle(device, response.outcomes, now)
    if (settled.isCopy) await device.change('identity', (own) => ({ ...own, givenUp: true }))
    if (!keepsNumber) await renumber(device, response.device)
    else if (response.lastSeq < position.judged) await sendAgainWhatWasForgotten(device, response.lastSeq)
    else if (response.lastSeq > identity.lastSeq) {
      // Calls that this database has not made: a copy of it did, or they are younger than the copy it was put back from. What comes goes after them.
      await device.change('identity', (own) => ({
        ...own,
        counter: own.counter + IDS_AHEAD,
        lastSeq: response.lastSeq,
      }))
    }
    const ends = sweeping && !response.more
    if (ends) await sweep(device)
    const next: DeviceMeta['position'] = {
      cursor: response.cursor,
      judged: keepsNumber ? response.lastSeq : 0,
      sweeping: sweeping && !ends,
      ready: position.ready || ends,
      progress: ends ? null : (response.progress ?? position.progress),
    }
    await device.set('position', next)
    if (!staysPainted) await repaint(device, actor)
    return { applied: true, ...settled }
  })
}

/** Which rows an answer brings or takes away, and of which tables. */
function newsIn({ changes, removed }: RoundResponse): Set<string> {
  const news = new Set<string>()
  for (const table of syncedTableNames)
    for (const id of [...(changes[table] ? valuesOf(changes[table], 'id') : []), ...(removed[table] ?? [])])
      news.add(table).add(`${table}:${id as number}`)
  return news
}

/**
 * Rows of two models, as while a tab of an older app is open, or a server answers that was not updated yet: whichever starts next makes
 * them anew.
 */
async function noteModel(device: Device, { changes }: RoundResponse): Promise<void> {
  const model = await device.get('model')
  const isOther = model.mark !== modelMark || syncedTableNames.some((table) => lacksColumn(table, changes[table]))
  if (isOther && model.mark !== '') await device.set('model', { ...model, mark: '' })
}

const lacksColumn = (table: SyncedTable, columns: Columns | undefined): boolean =>
  columns !== undefined &&
  factsOf(syncedDefinitionOf(table)).some((name) => !(name in columns.same || name in columns.each))

async function layDown(device: Device, response: RoundResponse, sweeping: boolean): Promise<void> {
  for (const table of syncedTableNames) {
    const columns: Columns | undefined = response.changes[table]
    const gone = response.removed[table]
    if (columns) {
      await putRows(device, table, columns)
      if (sweeping) await device.marks.add({ table, ids: valuesOf(columns, 'id') as number[] })
    }
    if (gone) await device.table(table).bulkDelete(gone)
  }
}

/** As many rows as a slow phone turns into requests without making the screen wait. */
const PORTION = 100

/** Writes rows portion by portion. One is being written while the next is prepared, so that neither side waits. */
async function putRows(device: Device, table: SyncedTable, columns: Columns): Promise<void> {
  let before: PromiseLike<unknown> = Dexie.Promise.resolve()
  for (let from = 0; from < columns.rows; from += PORTION) {
    const writing = device
      .table(table)
      .bulkPut(storedRows(table, columns, from, Math.min(from + PORTION, columns.rows)))
    await before
    before = writing
  }
  await before
}

/** Rows as engines keep them (`syncedRow`), straight from the columns in which they travelled. */
function storedRows(table: SyncedTable, columns: Columns, from: number, to: number): object[] {
  const names = factsOf(syncedDefinitionOf(table))
  const values = names.map((name) => columns.each[name])
  const { derive } = syncedDefinitionOf(table)
  return Array.from({ length: to - from }, (_, n) => {
    const row: Record<string, unknown> = {}
    for (const [index, name] of names.entries())
      row[name] = values[index] ? values[index][from + n] : columns.same[name]
    return withKeys(table, Object.assign(row, derive?.(row as never)))
  })
}

const valuesOf = ({ rows, same, each }: Columns, name: string): unknown[] =>
  each[name] ?? Array.from({ length: rows }, () => same[name])

/** A call is settled only when its number and its own id both match. A refused one goes to *attention* with its input. */
async function settle(device: Device, outcomes: Outcome[], now: number): Promise<Omit<Rebased, 'applied'>> {
  if (outcomes.length === 0) return { outcomes }
  const calls = await device.outbox.bulkGet(outcomes.map((outcome) => outcome.seq))
  const settled: Outcome[] = []
  const judged: JudgedCall[] = []
  const attention: AttentionItem[] = []
  let isCopy = false
  for (const [index, outcome] of outcomes.entries()) {
    const call = calls[index]
    isCopy ||= call !== undefined && call.id !== outcome.id
    if (call?.id !== outcome.id) continue
    const { replaces: _, ...done } = call
    const { verdict, received, nothing, refusal = null, conflicts = [] } = outcome
    judged.push({ ...done, touches: [], verdict, received, judged: now, ...(nothing && { nothing }) })
    if (refusal || conflicts.length > 0) {
      const { touches: __, held: ___, ...kept } = done
      // What of it lies there since before a restore has all the words.
      const before = await device.attention.get(call.id)
      attention.push({ key: call.id, call: before?.call ?? structuredClone(kept), refusal, conflicts, received })
      // Of what was judged only what was applied stays.
      const { fields = {} } = call.input as { fields?: Record<string, unknown> }
      for (const { field } of conflicts) delete fields[field]
    }
    settled.push(outcome)
  }
  // Each table at once: fifty calls one by one take as long again as all else in this transaction.
  await Dexie.Promise.all([
    device.outbox.bulkDelete(settled.map(({ seq }) => seq)),
    device.judged.bulkPut(judged),
    device.attention.bulkPut(attention),
  ])
  return { outcomes: settled, isCopy }
}

/**
 * A server restored from a backup knows less than it once told us. What it has forgotten is queued again before what waits, under the same ids
 * and the next numbers. What was refused is not, nor fields that somebody else had changed first: the person knows why, and may have decided
 * otherwise since.
 * Outcomes come in the order of numbers, so what was judged lies before what waits.
 */
async function sendAgainWhatWasForgotten(device: Device, judged: number): Promise<void> {
  const forgotten = device.judged
    .where('seq')
    .above(judged)
    .filter(({ verdict }) => verdict !== 'refused')
  const again = (await forgotten.toArray()).map(
    ({ verdict: _, received: __, judged: ___, nothing: ____, ...call }): QueuedCall => call,
  )
  await device.judged.bulkDelete(again.map(({ id }) => id))
  const waiting = await device.outbox.where('seq').above(judged).toArray()
  await queueBehind(
    device,
    judged,
    [...again, ...waiting].sort((a, b) => a.seq - b.seq),
  )
}

/**
 * The queue moves to a new device number: this one is in use by a copy of this database, unknown to a restored server, or given up for a gap
 * in its queue. Ids made by calls that are still queued are made anew, because the copy may have made the same ones.
 */
async function renumber(device: Device, number: number): Promise<void> {
  const queue = await device.outbox.toArray()
  let counter = 0
  const renamed = new Map<number, number>()
  for (const call of queue) {
    const command = deviceCommands.get(call.name)
    for (const { id } of command ? mintedBy(command, call.input) : [])
      renamed.set(id, number * IDS_PER_DEVICE + ++counter)
  }
  const toldOf = Object.fromEntries(renamed)
  // What was opened before the number before this one leads here as well.
  await device.change('renamed', (before) => ({
    ...Object.fromEntries(Object.entries(before).map(([old, id]) => [old, renamed.get(id) ?? id])),
    ...toldOf,
  }))
  const moved = queue.map((call) => ({ ...call, firstSent: 0, input: renameIds(call.input, renamed) }))
  await device.set('identity', { number, counter, lastSeq: 0 })
  await queueBehind(device, 0, moved)
  await device.uploads.bulkPut(renameIds(await device.uploads.toArray(), renamed) as KeptFile[])
  // What is called by an id goes along: under the old one it would be of a row that the copy has made.
  const forms = (await device.forms.toArray()).map((form): FormDraft => ({
    ...(renameIds(form, renamed) as FormDraft),
    key: renamedIn(form.key, toldOf),
  }))
  await device.forms.clear()
  await device.forms.bulkAdd(forms)
  await device.change('looked', (looked) => renameIds(looked, renamed) as typeof looked)
  // What the old number sent belongs to the old number: it must never be sent again under this one.
  await device.judged.clear()
}

const isIdColumn = (name: string): boolean => /^id$|Ids?$/.test(name)

export function renameIds(value: unknown, renamed: Map<number, number>, column = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => renameIds(item, renamed, column))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        renamed.get(Number(name)) ?? name,
        renameIds(item, renamed, name === 'from' || name === 'to' ? column : name),
      ]),
    )
  }
  return typeof value === 'number' && isIdColumn(column) ? (renamed.get(value) ?? value) : value
}

/** Removes what the server did not send again: it is gone, or no longer this person's to see. */
async function sweep(device: Device): Promise<void> {
  const marks = await device.marks.toArray()
  for (const table of syncedTableNames) {
    const alive = new Set(marks.filter((mark) => mark.table === table).flatMap((mark) => mark.ids))
    const ids = await device.table(table).toCollection().primaryKeys()
    await device.table(table).bulkDelete(ids.filter((id) => !alive.has(id as number)))
  }
  await device.marks.clear()
}
