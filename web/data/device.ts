import { Dexie, type EntityTable, type Table } from 'dexie'
import type { FieldConflict, Nothing, Refusal } from '#shared/kernel/refusal.ts'
import { syncedDefinitionOf, syncedTableNames, type Row, type SyncedTable } from '#shared/model/tables.ts'

/** A command waiting to be judged. Appended with durability `strict`; removed only by the server's own verdict or by its author. */
export interface QueuedCall {
  seq: number
  id: string
  name: string
  input: unknown
  /** When the person acted, as an instant. */
  at: string
  /** Rows it paints over on this device, as `table:id`: they show a delivery chip until it is judged. */
  touches: string[]
  /** Not to be sent before this time (ms): while it lasts (`isHeld`), undo takes it back without a trace. */
  holdUntil: number
  /** When it was first put on the wire; 0 = never. From then on only the server can say what became of it. */
  firstSent: number
  attempts: number
}

/** A call the server has judged, kept for thirty days: the Outbox shows it for a week, and a restored server gets it again. */
export interface JudgedCall extends QueuedCall {
  verdict: 'applied' | 'nothing' | 'refused'
  received: string
  judged: number
  nothing?: Nothing
}

/** What needs the person: a refused call with its input and the reason, or fields that somebody else changed first. */
export interface AttentionItem {
  key: string
  call: Omit<QueuedCall, 'touches' | 'holdUntil'>
  refusal: Refusal | null
  conflicts: FieldConflict[]
  received: string
}

/** The server's row under the paint of queued work; `row` null when there was none. */
interface KeptRow {
  key: string
  table: SyncedTable
  id: number
  row: object | null
}

/** A half-typed form, saved on every pause. `values` are the form's own. */
export interface FormDraft {
  key: string
  values: unknown
  saved: string
}

/** Ids that a first sync or a reset has brought so far; what is not among them at its end is swept away. */
interface Mark {
  n?: number
  table: SyncedTable
  ids: number[]
}

export interface DeviceMeta {
  /** The device's number (0 = none yet), how many ids it has minted and how many calls it has numbered. */
  identity: { number: number; counter: number; lastSeq: number }
  /** Where it stands: `cursor` null = nothing yet; `judged` = the last call the server has judged. */
  position: Position
  /** What the last contact was like. `skew` = server's clock minus this one's, in ms. */
  contact: Contact
  fieldMode: boolean
  persisted: boolean
}
export interface Position {
  cursor: string | null
  judged: number
  sweeping: boolean
  ready: boolean
  progress: [number, number] | null
  /** While there is no cursor: the server's database that knows this device's number and calls. */
  epoch?: string
}

/** What the server is told. Without its rows a device still says whose calls it has, so that a renewed server is recognised. */
export const cursorOf = ({ cursor, epoch }: Position): string | null => cursor ?? (epoch ? `${epoch}.anew` : null)

export type Problem = 'offline' | 'unreachable' | 'sign-in' | 'update'
export interface Contact {
  lastOk: number
  lastTry: number
  problem: Problem | null
  failures: number
  nextTry: number
  skew: number
  sending: number
  /** Rounds in a row that the server did not take as they were (400, 413 …): one of their calls may be the reason. */
  refused?: number
}

export const blankMeta: DeviceMeta = {
  identity: { number: 0, counter: 0, lastSeq: 0 },
  position: { cursor: null, judged: 0, sweeping: false, ready: false, progress: null },
  contact: { lastOk: 0, lastTry: 0, problem: null, failures: 0, nextTry: 0, skew: 0, sending: 0 },
  fieldMode: false,
  persisted: false,
}

/** One person's database on this device. Another person's is another database. */
export class Device extends Dexie {
  declare outbox: EntityTable<QueuedCall, 'seq'>
  declare judged: EntityTable<JudgedCall, 'id'>
  declare attention: EntityTable<AttentionItem, 'key'>
  declare kept: EntityTable<KeptRow, 'key'>
  declare forms: EntityTable<FormDraft, 'key'>
  declare marks: EntityTable<Mark, 'n'>
  declare meta: Table<{ key: keyof DeviceMeta; value: unknown }, string>

  constructor(name: string, options: ConstructorParameters<typeof Dexie>[1] = {}) {
    super(name, { chromeTransactionDurability: 'strict', ...options })
    // 2: notifications. What was there is kept as it is.
    this.version(2).stores({
      ...Object.fromEntries(syncedTableNames.map((table) => [table, storeSpec(table)])),
      outbox: 'seq, *touches',
      judged: 'id, seq, judged',
      attention: 'key',
      kept: 'key',
      forms: 'key',
      marks: '++n, table',
      meta: 'key',
    })
  }

  rows<N extends SyncedTable>(table: N): Table<Row<N>, number> {
    return this.table(table)
  }

  async get<K extends keyof DeviceMeta>(key: K): Promise<DeviceMeta[K]> {
    return ((await this.meta.get(key))?.value as DeviceMeta[K] | undefined) ?? blankMeta[key]
  }

  /** Changes what is kept here in one transaction, so that page and worker do not undo each other's changes. */
  change<K extends keyof DeviceMeta>(key: K, how: (value: DeviceMeta[K]) => DeviceMeta[K]): Promise<void> {
    return this.transaction('rw', this.meta, async () => this.set(key, how(await this.get(key))))
  }

  async set<K extends keyof DeviceMeta>(key: K, value: DeviceMeta[K]): Promise<void> {
    await this.meta.put({ key, value })
  }
}

export const deviceName = (userId: number): string => `fieldpost-user-${userId}`

const storeSpec = (table: SyncedTable): string => {
  const { unique = [] } = syncedDefinitionOf(table)
  return ['id', ...unique, ...syncedDefinitionOf(table).indexes.map((columns) => (columns.length === 1 ? (columns[0] ?? '') : `[${columns.join('+')}]`))].join(', ')
}
