import type { Upload } from 'tus-js-client'
import { create } from 'zustand'
import type { ApiError } from '#shared/protocol/session.ts'
import type { Organisation } from '#shared/model/limits.ts'
import { emptyFile, fileNameOf, isPicture, maxFileBytes, refusedKind, typeOfFile } from '#shared/rules/files.ts'
import { useSession } from '../session/session.ts'

/** What files are put to. */
export type Place = { projectId: number } | { requestId: number }

export interface Uploading {
  key: number
  place: Place
  name: string
  size: number
  /** Bytes that have gone. */
  sent: number
  /** How fast they go, once that can be said. */
  perSecond: number
  /** `paused`: no answer, and it is tried again by itself. `refused`: trying again would not help. */
  state: 'waiting' | 'sending' | 'paused' | 'stopped' | 'refused' | 'sent'
  /** Why it is stopped or refused. */
  problem: string
  /** The row it became, once its bytes are there; 0 when the answer that says so was lost. */
  fileId: number
  /** Where its picture can be seen; empty when it is none. */
  picture: string
}

/**
 * Files on their way, whatever page is looked at. Their bytes are in this page's memory alone: a reload loses what is not sent, so the
 * browser asks before. One goes after the other, in pieces, and goes on where a cut link left it (tus). Nothing of it outlives the
 * session of who chose them.
 */
export const useUploads = create<{ uploads: readonly Uploading[] }>()(() => ({ uploads: [] }))

/** Each piece ends well within the server's limit for one request, also at 5 kB/s. */
const PIECE_BYTES = 512 * 1024
const REQUEST_MS = 240_000
const AGAIN_MS = [1_000, 3_000, 5_000, 10_000, ...Array<number>(15).fill(20_000)]
const signInFirst = 'Sign in again to send it.'
const noAnswer = 'There was no answer for minutes. What has been sent is kept.'

interface Going {
  bytes: File
  tus?: Upload
  /** Ends the turn: the next one may go. */
  over?: () => void
}
const going = new Map<number, Going>()
let lastKey = 0
let isRunning = false

const all = () => useUploads.getState().uploads
const isUnsent = ({ state }: Uploading) => state === 'waiting' || state === 'sending' || state === 'paused'
const change = (key: number, part: Partial<Uploading>) =>
  useUploads.setState({ uploads: all().map((one) => (one.key === key ? { ...one, ...part } : one)) })

/** `ended` is called after the last of those that wait has gone, with how many have arrived. */
export function attach(
  place: Place,
  files: readonly File[],
  organisation: Organisation,
  ended: (arrived: number) => void,
): void {
  const chosen = files.map((bytes): Uploading => {
    const name = fileNameOf(bytes.name)
    const problem = problemOf(name, bytes.size, organisation)
    const key = ++lastKey
    if (problem === '') going.set(key, { bytes })
    const state = problem === '' ? 'waiting' : 'refused'
    const picture = problem === '' && isPicture(bytes.type) ? URL.createObjectURL(bytes) : ''
    return { key, place, name, size: bytes.size, sent: 0, perSecond: 0, state, problem, fileId: 0, picture }
  })
  useUploads.setState({ uploads: [...all(), ...chosen] })
  void run(ended)
}

/** Takes one back, wherever it stands, or the line that says why it did not go. */
export function dropUpload(key: number): void {
  const one = going.get(key)
  // What has arrived of it is given up at the server too.
  void one?.tus?.abort(true).catch(() => undefined)
  going.delete(key)
  URL.revokeObjectURL(all().find((other) => other.key === key)?.picture ?? '')
  useUploads.setState({ uploads: all().filter((other) => other.key !== key) })
  one?.over?.()
}

export function tryAgain(key: number, ended: (arrived: number) => void): void {
  change(key, { state: 'waiting', problem: '' })
  void run(ended)
}

/** There is a connection again: what hangs or pauses does not wait for its time, and what had given up goes on. */
export function goOn(ended: (arrived: number) => void): void {
  for (const { key, state } of all()) {
    const tus = going.get(key)?.tus
    if ((state === 'paused' || state === 'sending') && tus) void tus.abort().then(() => tus.start())
    if (state === 'stopped') change(key, { state: 'waiting', problem: '' })
  }
  void run(ended)
}

function problemOf(name: string, size: number, organisation: Organisation): string {
  if (!typeOfFile(name)) return refusedKind
  if (size === 0) return emptyFile
  const limit = maxFileBytes(organisation)
  const mb = (bytes: number) => `${Math.ceil(bytes / 104_857.6) / 10} MB`
  return size > limit ? `Too large (${mb(size)}, limit ${mb(limit)})` : ''
}

async function run(ended: (arrived: number) => void): Promise<void> {
  if (isRunning) return
  isRunning = true
  let arrived = 0
  try {
    for (let next = waiting(); next; next = waiting()) if (await send(next)) arrived += 1
  } finally {
    isRunning = false
  }
  if (arrived > 0) ended(arrived)
}
const waiting = () => all().find(({ state }) => state === 'waiting')

/** One turn; true when its bytes have arrived. */
async function send({ key, place, name, size }: Uploading): Promise<boolean> {
  const own = going.get(key)
  const who = useSession.getState().session?.user.id
  // What waits on would be asked for at once again, and for ever.
  if (!own || who === undefined) {
    change(key, { state: 'stopped', problem: signInFirst })
    return false
  }
  change(key, { state: 'sending' })
  const library = await import('tus-js-client').catch(() => null)
  if (!library) {
    change(key, { state: 'stopped', problem: noAnswer })
    return false
  }
  let resolve: (isHere: boolean) => void = () => undefined
  const turn = new Promise<boolean>((end) => (resolve = end))
  own.over = () => resolve(false)
  const begun = { at: 0, sent: 0 }
  own.tus = new library.Upload(own.bytes, {
    endpoint: '/api/files/tus',
    // Where an earlier turn left it.
    uploadUrl: own.tus?.url ?? null,
    metadata: { filename: name, ...numbersAsText(place) },
    chunkSize: PIECE_BYTES,
    retryDelays: AGAIN_MS,
    // Names of files stay out of the browser's storage.
    storeFingerprintForResuming: false,
    onBeforeRequest(request) {
      const { session } = useSession.getState()
      request.setHeader('Authorization', `Bearer ${session?.user.id === who ? session.token : ''}`)
      limit(request.getUnderlyingObject() as XMLHttpRequest)
    },
    onProgress(sent) {
      if (begun.at === 0) Object.assign(begun, { at: performance.now(), sent })
      const seconds = (performance.now() - begun.at) / 1000
      change(key, { state: 'sending', sent, perSecond: seconds > 1 ? (sent - begun.sent) / seconds : 0 })
    },
    onShouldRetry({ originalResponse }) {
      const isWeather = mayPass(originalResponse?.getStatus() ?? 0, place)
      begun.at = 0
      if (isWeather) change(key, { state: 'paused', perSecond: 0 })
      return isWeather
    },
    onSuccess({ lastResponse }) {
      going.delete(key)
      change(key, { state: 'sent', sent: size, fileId: jsonIn<{ id: number }>(lastResponse).id ?? 0 })
      resolve(true)
    },
    onError(error) {
      const response = 'originalResponse' in error ? error.originalResponse : null
      const status = response?.getStatus() ?? 0
      const told = mayPass(status, place) ? undefined : jsonIn<ApiError>(response).message
      // With a session, with room, with the next day it may go; a file that is not taken never does.
      const isForGood = told !== undefined && status < 500 && status !== 401 && status !== 429
      change(key, { state: isForGood ? 'refused' : 'stopped', problem: told ?? noAnswer })
      resolve(false)
    },
  })
  own.tus.start()
  return turn
}

/** Scar: the library hears of an error and not of a time-out, after which it would wait for ever. */
function limit(request: XMLHttpRequest): void {
  request.timeout = REQUEST_MS
  request.addEventListener('timeout', () => request.dispatchEvent(new ProgressEvent('error')))
}

/** No answer, one that is not our server's, or one that says "later". A draft may still be on its way to the server itself. */
const mayPass = (status: number, place: Place): boolean =>
  status < 400 || [408, 409, 423, 502, 503, 504].includes(status) || (status === 404 && 'requestId' in place)

const numbersAsText = (place: Place) =>
  Object.fromEntries(Object.entries(place).map(([name, id]) => [name, String(id)]))

function jsonIn<T>(response: { getBody: () => string } | null): Partial<T> {
  try {
    return JSON.parse(response?.getBody() ?? '') as Partial<T>
  } catch {
    return {}
  }
}

// What somebody chose goes with their session, also when it ends in another tab; a session that only paused leaves it.
useSession.subscribe(({ session }, before) => {
  if (before.session && session?.user.id !== before.session.user.id) for (const { key } of all()) dropUpload(key)
})
useUploads.subscribe(({ uploads }) => {
  window.onbeforeunload = uploads.some(isUnsent) ? (event) => event.preventDefault() : null
})
