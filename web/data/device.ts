import { Dexie, type EntityTable, type Table } from 'dexie'
import type { FieldConflict, Nothing, Refusal } from '#shared/kernel/refusal.ts'
import type { Day } from '#shared/lib/day.ts'
import type { SealedCopy, ServerKeys, SignedReceipt } from '#shared/protocol/courier.ts'
import {
  deviceIndexesOf,
  factsOf,
  syncedDefinitionOf,
  syncedTableNames,
  type Row,
  type SyncedTable,
} from '#shared/model/tables.ts'

/** A command waiting to be judged. Appended with durability `strict`; removed only by the server's own verdict or by its author. */
export interface QueuedCall {
  seq: number
  id: string
  name: string
  /** Of the command when it was made; none is 1. */
  version?: number
  input: unknown
  /** When the person acted, as an instant. */
  at: string
  /** Rows it paints over on this device, as `table:id`: they show a delivery chip until it is judged. */
  touches: string[]
  /** Not to be sent yet: undo takes it back without a trace, for as long as its page holds it (`hold.ts`). */
  held: boolean
  /** When it was first put on the wire; 0 = never. From then on only the server can say what became of it. */
  firstSent: number
  attempts: number
  /** The refused calls whose place it took: they need the person again when it is taken back. */
  replaces?: AttentionItem[]
}

/** A call the server has judged, without the fields that somebody else had changed first, kept for thirty days: the Outbox shows it for a week, and a restored server gets it again. */
export interface JudgedCall extends QueuedCall {
  verdict: 'applied' | 'nothing' | 'refused'
  received: string
  judged: number
  nothing?: Nothing
}

/** What needs the person: a refused call with its input and the reason, or fields that somebody else changed first. */
export interface AttentionItem {
  key: string
  call: Omit<QueuedCall, 'touches' | 'held' | 'replaces'>
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
  /** When; and with it, which tab's words these are. */
  saved: string
  /** What another tab had typed into the same fields (`form-copy.ts`). */
  before?: { values: unknown; saved: string }
}

/** A file that somebody has chosen. Its row is there once all its bytes are, and stays until its file has arrived (`state/kept-files.ts`). */
export interface KeptFile {
  id: string
  /** Of its upload: however often that is begun, the server makes one file of it. Another one after a refusal. */
  key: string
  /** What it is put to; one of them is 0. */
  projectId: number
  requestId: number
  name: string
  type: string
  size: number
  /** What a photo had before it was made smaller; 0 = it was not. */
  sizeBefore: number
  /** In hex; empty where the browser makes none. */
  sha256: string
  at: string
  /** Where the server takes its bytes; empty until that is begun. */
  url: string
  /** Bytes that the server has. */
  sent: number
  /** How fast they went last; 0 = not known. */
  perSecond: number
  /** What the server said of it last; `needsYou`: trying again would not help. */
  problem: string
  needsYou: boolean
  /** How often it has arrived damaged. */
  damaged: number
  /** The row it has become; 0 = none yet. */
  fileId: number
  /** The row under which it was announced (`state/announce-file.ts`), which its bytes make whole; without one they make a row of their own. */
  factId?: number
}

/** One piece of a kept file, so that no write is large. */
interface Chunk {
  upload: string
  n: number
  bytes: ArrayBuffer
}

/** Ids that a first sync or a reset has brought so far; what is not among them at its end is swept away. */
interface Mark {
  n?: number
  table: SyncedTable
  ids: number[]
}

export interface DeviceMeta {
  /**
   * The device's number (0 = none yet), how many ids it has minted and how many calls it has numbered. `givenUp`: it asks for another number,
   * and goes on under this one until that has come.
   */
  identity: { number: number; counter: number; lastSeq: number; givenUp?: true }
  /** Where it stands: `cursor` null = nothing yet; `judged` = the last call the server has judged. */
  position: Position
  /**
   * Taskings closed before that day came without what belongs to them; `whole`: those that were fetched since (decision 071). `since`: those closed
   * before it did not come, as there were too many (decision 079).
   */
  closed: { before: string; whole: number[]; since?: string | undefined }
  /** What the last contact was like. `skew` = server's clock minus this one's, in ms. */
  contact: Contact
  fieldMode: boolean
  /** Which ids were made anew when the device got other numbers (`sync/rebase.ts`): what is open under an old one goes on under its newest one. */
  renamed: Readonly<Record<number, number>>
  /** Whether photos are made smaller; until the person has said, it depends on the link. */
  smallerPhotos?: boolean
  /** The model that rows were last written under, and where making them anew goes on; null = they are all of it. */
  model: { mark: string; next: { table: SyncedTable; after: number } | null }
  /** This database has taken back what lay beside it when it was new (`parts/second-copy.ts`). */
  hasCopy?: true
  /** Written and deleted to see whether there is room. */
  probe?: string
  /** What was saved while connected and is not answered yet, by address: its key, a print of its body, and the `lastOk` of when it was sent or given up (`state/save-online.ts`). */
  saving?: Record<string, { key: string; print: string; asOf?: number }>
  /** When this person last looked at a tasking, and what it said then; of the hundred looked at last. */
  looked?: Record<number, Looked>
  /** On which day each tasking was looked at last, of the last ninety; `checked`: the day on which the others last went (`sync/tidy.ts`). */
  viewed?: { checked: Day; on: Record<number, Day> }
  /** What a tasking said when it was decided here, by its print: of the hundred decisions made last, the last one last (`parts/seen.ts`). */
  seen?: { print: string; said: Record<string, unknown> }[]
  /** What the diary said of a tasking when it was last asked (`features/projects/use-diary.ts`); of the thirty asked last, the last one last. */
  diary?: { id: number; deeds: unknown[] }[]
  /** What signs copies of the queue, and the server's keys; `told`: the number, session and server that know it (`state/courier.ts`). */
  courier?: { pair: CryptoKeyPair; server: ServerKeys; number: number; told: string }
  /** Copies of others that wait here for a link, or were delivered; the last first. */
  carried?: Carried[]
  /** What went wrong here and was said in a toast, the last first (`parts/toast-trace.ts`). */
  said?: Said[]
}
/** `page`: its title; `path`: its address. `count`: how often it was said without anything else in between. */
export interface Said {
  at: string
  sentence: string
  page: string
  path: string
  count: number
}
/** A sealed copy taken over from somebody. A delivered part leaves it, and the server's receipt stays. */
export interface Carried {
  key: string
  copy: SealedCopy
  /** Of its file. */
  bytes: number
  parts: number
  taken: string
  receipts: SignedReceipt[]
  /** Why the next part is brought again later, as the server says. */
  waits?: string
  /** Why the server takes no more of it. */
  refused?: string
}
export interface Looked {
  at: string
  said: Record<string, string>
}
interface Position {
  cursor: string | null
  judged: number
  sweeping: boolean
  ready: boolean
  progress: [number, number] | null
  /** While there is no cursor: the server's database that knows this device's number and calls. */
  epoch?: string
  /** Made at logging out, so that no answer to what was asked before it fits. */
  left?: number
}

/** What the server is told. Without its rows a device still says whose calls it has, so that a renewed server is recognised. */
export const cursorOf = ({ cursor, epoch, left = 0 }: Position): string | null =>
  cursor ?? (epoch === undefined ? null : `${epoch}.anew.${left}`)

/** The number that the server is told; 0 asks for one. */
export const numberOf = ({ number, givenUp }: DeviceMeta['identity']): number => (givenUp ? 0 : number)

/** `server`: it is older than this app, and does not know yet what waits first. */
export type Problem = 'offline' | 'unreachable' | 'sign-in' | 'update' | 'server'
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
  /** How long the last calls took that reached the server, there and back. */
  pace?: { bytes: number; ms: number }
  /** The server speaks more than this app: there is a newer one. */
  isOld?: boolean
}

export const blankMeta: DeviceMeta = {
  identity: { number: 0, counter: 0, lastSeq: 0 },
  position: { cursor: null, judged: 0, sweeping: false, ready: false, progress: null },
  closed: { before: '', whole: [] },
  contact: { lastOk: 0, lastTry: 0, problem: null, failures: 0, nextTry: 0, skew: 0, sending: 0 },
  fieldMode: false,
  renamed: {},
  model: { mark: '', next: null },
}

/** One person's database on this device. Another person's is another database. */
export class Device extends Dexie {
  /** The browser threw it away under its page, and there is an empty one in its place (`disk.ts`). */
  declare isAnew?: boolean
  /** It was deleted on purpose, here or in another tab: whatever is still to be written would make it anew. */
  declare isRemoved?: boolean
  declare outbox: EntityTable<QueuedCall, 'seq'>
  declare judged: EntityTable<JudgedCall, 'id'>
  declare attention: EntityTable<AttentionItem, 'key'>
  declare kept: EntityTable<KeptRow, 'key'>
  declare forms: EntityTable<FormDraft, 'key'>
  declare uploads: EntityTable<KeptFile, 'id'>
  declare chunks: Table<Chunk, [upload: string, n: number]>
  declare marks: EntityTable<Mark, 'n'>
  declare meta: Table<{ key: keyof DeviceMeta; value: unknown }, string>

  constructor(name: string, options: ConstructorParameters<typeof Dexie>[1] = {}) {
    super(name, { chromeTransactionDurability: 'strict', ...options })
    this.version(SHAPE).stores({
      ...Object.fromEntries(syncedTableNames.map((table) => [table, storeSpec(table)])),
      outbox: 'seq, *touches',
      judged: 'id, seq, judged',
      attention: 'key',
      kept: 'key',
      forms: 'key',
      uploads: 'id',
      chunks: '[upload+n]',
      marks: '++n, table',
      meta: 'key',
    })
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion !== null) return true
      this.isRemoved = true
      this.close()
      // Dexie's own answer would let the next write open it again.
      return false
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

/** An address or a key, with the new id for each that was made anew. */
export const renamedIn = (text: string, renamed: DeviceMeta['renamed']): string =>
  text.replace(/\d+/g, (id) => `${renamed[Number(id)] ?? id}`)

export const deviceName = (userId: number): string => `fieldpost-user-${userId}`

const storeSpec = (table: SyncedTable): string =>
  [...new Set(['id', ...deviceIndexesOf(table).map(({ columns, keys = columns }) => indexName(keys))])].join(', ')

export const indexName = (keys: readonly string[]): string =>
  keys.length === 1 ? (keys[0] ?? '') : `[${keys.join('+')}]`

/** Raised with every table and index; `released.test.ts` tells. IndexedDB then makes them, and followModel what stands in them. */
const SHAPE = 4

/** Raised when a derived column means something else under the same name: `released.test.ts` compares with what was released. */
const DERIVED = 1

/** What rows are made of in this app. */
export const modelMark = JSON.stringify([
  DERIVED,
  ...syncedTableNames.map((table) => [table, factsOf(syncedDefinitionOf(table)).join(), storeSpec(table)]),
])
