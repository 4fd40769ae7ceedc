import { deviceCommands } from '#shared/commands/on-device.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import type { ApiError } from '#shared/protocol/session.ts'
import type { Device, KeptFile, QueuedCall } from '../data/device.ts'
import { onDisk } from '../data/disk.ts'
import type { Fetch } from '../net/api.ts'
import { readSession } from '../session/kept-session.ts'
import { exclusively } from '../sync/lock.ts'
import type { Actor } from '../sync/perform.ts'
import { refusedFact, unannounce } from './announce-file.ts'
import { bytesOf, chunksOf, waitingFiles } from './kept-files.ts'

/** How bytes leave this device. */
export interface Line {
  device: Device
  /** Null while nobody is signed in, or somebody else. */
  token: () => Promise<string | null>
  fetch: Fetch
  /** Milliseconds that no clock's change moves. */
  elapsed: () => number
}

/**
 * `idle`: nothing is left that may go now. `weather`: no answer, or one that says "later". `sign-in`: the server does not know the session.
 */
type Outcome = { kind: 'idle' | 'sign-in' | 'weather'; arrived: number }
type Step = 'went' | 'arrived' | 'idle' | 'sign-in' | 'weather'

/** A piece takes some seconds, whatever the link: a cut costs no more, and on a thin one heads are not the most of it. */
const PIECE = { first: 64 * 1024, least: 32 * 1024, most: 1024 * 1024, seconds: 8 }
/** Also a piece of the least size at 300 B/s has ended by then. */
const REQUEST_MS = 120_000
const TUS = '/api/files/tus'
const MOST_DAMAGED = 3
const damagedHere = 'It arrives damaged. Save it from here, look at it, and choose it again.'
const takenAway = 'It was deleted there before it arrived. Remove it here, or try again to add it anew.'
const missingHere = 'A part of it is missing on this device. Choose it again.'

export const lineOf = (device: Device, userId: number): Line => ({
  device,
  token: async () => {
    const session = await readSession()
    return session?.alive && session.user.id === userId ? session.token : null
  },
  fetch: (input, init) => fetch(input, init),
  elapsed: () => performance.now(),
})

/** `places`: the files of which it is sure how far they have come; `piece`: how much goes next; `begun`: uploads begun without a byte arriving. */
interface Known {
  places: Set<string>
  piece: number
  begun: number
}
const known = new WeakMap<Device, Known>()
const running = new WeakMap<Device, Promise<unknown>>()

/**
 * Sends what may go, in the order it was chosen, until nothing is left, something is in the way or the signal ends it. Each step is one request
 * and the write that notes what came of it, alone in this browser: whoever is killed in between, or answered twice, has lost a piece at most.
 */
export function sendFiles(line: Line, signal?: AbortSignal): Promise<Outcome> {
  const before = running.get(line.device) ?? Promise.resolve()
  const own = before.catch(() => undefined).then(() => series(line, signal))
  running.set(line.device, own)
  return own
}

async function series(line: Line, signal?: AbortSignal): Promise<Outcome> {
  const { device } = line
  const mine = known.get(device) ?? { places: new Set<string>(), piece: PIECE.first, begun: 0 }
  known.set(device, mine)
  mine.begun = 0
  for (let arrived = 0; ;) {
    if (signal?.aborted) return { kind: 'idle', arrived }
    const step = await exclusively(`fieldpost-files-${device.name}`, () => sendPiece(line, mine))
    if (step === 'arrived') arrived += 1
    else if (step !== 'went') return { kind: step, arrived }
  }
}

async function sendPiece(line: Line, known: Known): Promise<Step> {
  const { device } = line
  const [token, file] = await Promise.all([line.token(), nextFile(device)])
  if (!token || !file) return 'idle'
  const note = noting(device, file)
  if (file.notTaken) {
    await note({ problem: file.notTaken, needsYou: true })
    return 'went'
  }
  if (file.isStored) return arrived(device, file, file.factId ?? 0)
  const ask = (method: string, headers: Record<string, string> = {}, body?: Blob) =>
    line
      .fetch(file.url || TUS, {
        method,
        headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
        ...(body ? { body } : {}),
        signal: AbortSignal.timeout(REQUEST_MS),
        cache: 'no-store',
        redirect: 'error',
      })
      .catch(() => null)

  if (file.url === '') {
    // A server that forgets each upload at once is no reason to ask it for ever.
    if (++known.begun > MOST_DAMAGED) return 'weather'
    const answer = await ask('POST', { 'upload-length': String(file.size), 'upload-metadata': metadataOf(file) })
    const url = answer?.status === 201 ? addressIn(answer) : null
    if (!url) return judged(line, known, file, answer)
    await note({ url, sent: 0, problem: '' })
    known.places.add(file.id)
    return 'went'
  }
  if (!known.places.has(file.id)) {
    const answer = await ask('HEAD')
    const sent = answer?.ok ? offsetIn(answer) : null
    if (answer === null || sent === null) return judged(line, known, file, answer)
    if (sent === file.size) return arrived(device, file, fileIdIn(answer))
    await note({ sent })
    known.places.add(file.id)
    return 'went'
  }
  const to = Math.min(file.size, file.sent + known.piece)
  const bytes = await bytesOf(device, file, file.sent, to)
  if (!bytes) {
    await note({ problem: missingHere, needsYou: true })
    return 'went'
  }
  const before = line.elapsed()
  const patch = { 'upload-offset': String(file.sent), 'content-type': 'application/offset+octet-stream' }
  const answer = await ask('PATCH', patch, bytes)
  const sent = answer?.ok ? offsetIn(answer) : null
  if (answer === null || sent === null) {
    known.piece = Math.max(PIECE.least, Math.round(known.piece / 2))
    return judged(line, known, file, answer)
  }
  known.begun = 0
  if (sent === file.size) {
    const { id = 0 } = (await answer.json().catch(() => ({}))) as { id?: number }
    return arrived(device, file, id)
  }
  const perSecond = (sent - file.sent) / Math.max(0.001, (line.elapsed() - before) / 1000)
  known.piece = Math.round(Math.max(PIECE.least, Math.min(PIECE.most, perSecond * PIECE.seconds, known.piece * 4)))
  await note({ sent, perSecond, problem: '' })
  return 'went'
}

/** `isStored`: the server has it. `notTaken`: why it will not take it. */
type Next = KeptFile & { isStored?: boolean; notTaken?: string }

/**
 * The oldest that may go. Calls go first: a file waits until the server knows what it is put to, and while other calls are on their way; those
 * that wait for an older server (`server`) hold up nothing but what they are about. Of a place that has left this device the server tells.
 */
async function nextFile(device: Device): Promise<Next | undefined> {
  const [calls, { problem }] = await Promise.all([device.outbox.toArray(), device.get('contact')])
  if (calls.length > 0 && problem !== 'server') return undefined
  return firstToGo(device, calls)
}

/** Whose turn it is: the oldest that waits for none of these calls, for nothing that was refused, and for no person. */
export async function firstToGo(device: Device, calls: readonly QueuedCall[] = []): Promise<Next | undefined> {
  const [files, { ready }] = await Promise.all([waitingFiles(device), device.get('position')])
  const isOnItsWay = (row: string) => calls.some(({ touches }) => touches.includes(row))
  for (const file of files) {
    if (file.needsYou) continue
    const [table, id] = file.projectId
      ? (['projects', file.projectId] as const)
      : (['requests', file.requestId] as const)
    const isHere = await device.rows(table).get(id)
    if (isOnItsWay(`${table}:${id}`)) continue
    if (!isHere && (!ready || calls[0] || (await isToBeMade(device, table, id)))) continue
    const { factId = 0 } = file
    if (factId === 0) return file
    if (isOnItsWay(`files:${factId}`)) continue
    const fact = await device.rows('files').get(factId)
    if (fact?.active) return { ...file, isStored: fact.stored }
    // While a first sync runs its row may be still to come.
    if (!fact && !ready) continue
    const { refusal = null } = (await refusedFact(device, factId)) ?? {}
    // What this device keeps no more the server may know still.
    return !isHere && !refusal ? file : { ...file, notTaken: refusal ? sentenceOf(refusal) : takenAway }
  }
  return undefined
}

/** What would make it was refused, and waits for the person. */
const isToBeMade = async (device: Device, table: string, id: number): Promise<boolean> =>
  (await device.attention.toArray()).some(({ call: { name, input } }) =>
    deviceCommands
      .get(name)
      ?.mints?.(input)
      .some((row) => row.table === table && row.id === id),
  )

/** Its bytes go at once; its row stays until the file's own has come, so that nothing disappears in between. */
async function arrived(device: Device, file: KeptFile, fileId: number): Promise<Step> {
  const { id, size } = file
  return onDisk(device, () =>
    device.transaction('rw', device.uploads, device.chunks, async (): Promise<Step> => {
      // Given up meanwhile: its bytes are for who wants it after all.
      if ((await device.uploads.get(id))?.key !== file.key) return 'went'
      if (fileId > 0) await device.uploads.update(id, { sent: size, fileId, problem: '' })
      else await device.uploads.delete(id)
      await chunksOf(device, id).delete()
      return 'arrived'
    }),
  )
}

/** What an answer means that is not the one that was hoped for. Nothing that a person has chosen goes by it. */
async function judged({ device }: Line, known: Known, file: KeptFile, answer: Response | null): Promise<Step> {
  known.places.delete(file.id)
  const told = answer ? await errorIn(answer) : null
  const status = told ? (answer?.status ?? 0) : 0
  const note = noting(device, file)
  if (status === 401) return 'sign-in'
  // It is not where this device thought, or the server has forgotten it: it is asked how far it came, or begun anew.
  if (status === 409) return 'went'
  if ((status === 404 || status === 410) && file.url !== '') {
    await note({ url: '', sent: 0 })
    return 'went'
  }
  if (told?.code === 'DAMAGED') {
    const damaged = file.damaged + 1
    const isOver = damaged >= MOST_DAMAGED
    await note({ url: '', sent: 0, damaged, ...(isOver ? { problem: damagedHere, needsYou: true } : {}) })
    return 'went'
  }
  if (!told?.message || status >= 500 || [408, 423, 429].includes(status)) {
    if (told?.message && status !== 423) await note({ problem: told.message, perSecond: 0 })
    return 'weather'
  }
  await note({ problem: told.message, needsYou: true })
  return 'went'
}

/** Only the server's own words count; somebody on the way may say anything. The answer to HEAD has none. */
async function errorIn(answer: Response): Promise<Pick<ApiError, 'code' | 'message'> | null> {
  const text = await answer.text().catch(() => null)
  if (text === '') return { code: '', message: '' }
  try {
    const { code, message } = JSON.parse(text ?? '') as Partial<ApiError>
    return code && message ? { code, message } : null
  } catch {
    return null
  }
}

const addressIn = ({ headers }: Response): string | null => {
  const path = headers.get('location') ?? ''
  return path.startsWith(`${TUS}/`) ? path : null
}
const offsetIn = ({ headers }: Response): number | null => {
  const told = headers.get('upload-offset')
  return told === null || !headers.has('tus-resumable') ? null : Number(told)
}
const fileIdIn = ({ headers }: Response): number => {
  const told = /fileId ([A-Za-z0-9+/=]+)/.exec(headers.get('upload-metadata') ?? '')?.[1]
  return told ? Number(atob(told)) : 0
}

/** The place belongs to the key: a copy of this device may put the same file to what got another number there. So does the announcement. */
function metadataOf({ name, projectId, requestId, factId = 0, key, sha256 }: KeptFile): string {
  const told = {
    filename: name,
    ...(projectId ? { projectId } : { requestId }),
    ...(factId ? { announced: factId } : {}),
    key: `${key}-${factId || projectId || requestId}`,
    ...(sha256 ? { sha256 } : {}),
  }
  const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  return Object.entries(told)
    .map(([fact, value]) => `${fact} ${base64(String(value))}`)
    .join(',')
}

/**
 * By the person. What came of it is given up at the server too, which would else forget it after a day; its bytes stay here until the next
 * start (`tidyFiles`), for who wants it back. @returns the file as it was; null when it was given up already
 */
export async function giveUpFile(
  { device, token, fetch: send }: Line,
  actor: Actor,
  { id }: Pick<KeptFile, 'id'>,
): Promise<KeptFile | null> {
  // As it is by now, or its announcement would stay behind.
  const file = await onDisk(device, () =>
    device.transaction('rw', device.uploads, async () => {
      const now = await device.uploads.get(id)
      await device.uploads.delete(id)
      return now ?? null
    }),
  )
  if (!file) return null
  await unannounce(device, actor, file)
  const session = await token()
  if (!session || file.url === '') return file
  const headers = { authorization: `Bearer ${session}`, 'tus-resumable': '1.0.0' }
  void send(file.url, { method: 'DELETE', headers, signal: AbortSignal.timeout(REQUEST_MS) }).catch(() => undefined)
  return file
}

/** Only where it is still that file: it may have been sent, given up, or wanted after all, while this page stood still. */
const noting = (device: Device, file: KeptFile) => (changes: Partial<KeptFile>) =>
  onDisk(device, () =>
    device.uploads
      .where({ id: file.id })
      .and(({ key }) => key === file.key)
      .modify(changes),
  )
