import { refusals, type Refusal, type RefusalCode } from '#shared/kernel/refusal.ts'
import { within } from '../data/within.ts'
import * as messages from '#shared/model/messages.ts'
import type { ApiError } from '#shared/protocol/session.ts'
import type { Device, DeviceMeta } from '../data/device.ts'
import { callApi, isUnjudged, type Fetch } from '../net/api.ts'
import { ofOnePerson } from '../session/of-one-person.ts'
import { printOf } from '../sync/print.ts'
import { doubtLink } from './doubt-link.ts'
import { countSave } from './saves.ts'
import { hasNoLink } from './use-online.ts'

export interface ToSave {
  method: 'POST' | 'PATCH' | 'DELETE'
  /** Under `/api/`. */
  path: string
  body: unknown
  /** Only once the server has whatever waits on this device: what cannot be taken back must not overtake it. */
  afterQueue?: boolean
  /** Asked once the queue is there: whoever has thought better of it meanwhile has it called off. */
  isWanted?: () => boolean
  /** There is a password in the body: nothing of it is ever on the device's disk. */
  isSecret?: boolean
  /** Sent twice it comes to the same by itself. It goes without a key, under which a later wish would be answered as an earlier one was. */
  mayRepeat?: boolean
}
/** Nobody is kept waiting longer for a server that says nothing; what is long has besides what a thin link needs for it (4 kB a second, packed). */
const ANSWER_MS = 12_000
const MS_PER_LETTER = 0.25
/** The answer is there; where its row does not come in time, nobody is kept waiting for it. */
const ROW_MS = 8_000
/** From here on it was looked at perhaps, and done perhaps: a connection may end inside a commit that took effect. */
const FAILED = 500
const UNAVAILABLE = 503
/** So often it is looked whether anything still comes through. */
const LOOK_MS = 1_000
/** `isUnknown`: it may be done all the same, now or under an earlier try. */
export type Saved<T> =
  { body: T; refusal?: never; isUnknown?: never } | { refusal: Refusal; isUnknown?: boolean; body?: never }

interface Link {
  device: Device
  /** None while nobody is signed in, or their session is over. */
  token: string | undefined
  /** One round, whatever becomes of it; `sendNow` with what can still be undone. */
  round: () => Promise<{ kind: string }>
  sendNow: () => Promise<{ kind: string }>
  fetch?: Fetch
}

/**
 * Saves at the server, or says why not; never throws for the network. The row arrives with a round before it resolves, and what others
 * made of it where it is refused. A save whose answer was lost is sent again under its own key, also after a reload: done once. What
 * tells one wish from the next is the body: a new row, or a row with the `modifiedDate` that was seen; whatever else is saved `mayRepeat`.
 */
export async function saveOnline<T>(
  { device, token, round, sendNow, fetch }: Link,
  { method, path, body, afterQueue = false, isWanted = () => true, isSecret = false, mayRepeat = false }: ToSave,
): Promise<Saved<T>> {
  // Nothing was sent now; but of what was sent before, this says nothing.
  const notSent = async (message: string): Promise<Saved<T>> =>
    !mayRepeat && (await isInDoubt(device, { method, path }))
      ? { refusal: { refused: 'failed', message: messages.noAnswer }, isUnknown: true }
      : { refusal: { refused: 'failed', message } }
  if (!token || (afterQueue && !(await isQueueSent(device, sendNow)))) return notSent(messages.onlineOnly)
  if (!isWanted()) return notSent(messages.calledOff)
  const text = JSON.stringify(body) ?? ''
  const attempt = mayRepeat ? null : await attemptAt(device, `${method} ${path}`, text, isSecret)
  const options = {
    token,
    method,
    body,
    key: attempt?.key,
    timeoutMs: ANSWER_MS + Math.ceil(text.length * MS_PER_LETTER),
  }
  const answer = await callApi<T>(path, fetch ? { ...options, fetch } : options)
  const isUnknown = answer.kind === 'unreachable' || (answer.kind === 'refused' && answer.status >= FAILED)
  // What nobody knows of may be done.
  if (answer.kind === 'ok' || isUnknown) countSave()
  if (isUnknown) await attempt?.inDoubt()
  if (answer.kind === 'unreachable') {
    await doubtLink(device, round)
    return { refusal: { refused: 'failed', message: messages.noAnswer }, isUnknown }
  }
  const isOpen = answer.kind === 'refused' && (isUnknown || (isUnjudged(answer.status) && attempt?.isAgain === true))
  if (!isOpen) await attempt?.over()
  await within<unknown>(ROW_MS, round(), () => undefined)
  if (answer.kind === 'ok') return { body: answer.body }
  return { refusal: refusalIn(answer.error, answer.status), ...(isOpen ? { isUnknown: true } : {}) }
}

/** A round has more patience than a person: once it is known that nothing comes through, nobody waits for its end. */
async function isQueueSent(device: Device, sendNow: Link['sendNow']): Promise<boolean> {
  let sent: boolean | undefined
  const sending = sendNow().then(({ kind }) => (sent = kind !== 'problem'))
  while (sent === undefined) {
    await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, LOOK_MS))])
    if (sent === undefined && hasNoLink(await device.get('contact'))) return false
  }
  return sent
}

/**
 * The key under which this very body is sent, until the server has judged it. On the device lies a print of the body; of one with a
 * password nothing does, not even that, and its key lives as long as the page.
 */
async function attemptAt(device: Device, what: string, text: string, isSecret: boolean) {
  const place = isSecret ? inMemory : onDevice(device)
  const print = isSecret ? text : await printOf(new TextEncoder().encode(text))
  const before = await place.get(what)
  const isAgain = before?.print === print
  const key = isAgain ? before.key : crypto.randomUUID()
  const inDoubt = async () => place.put(what, { key, print, asOf: await lastHeard(device) })
  await inDoubt()
  return { key, isAgain, inDoubt, over: () => place.put(what, undefined) }
}

/** An earlier try of it has no answer yet, and no rows have come since: it may be done. Its key is kept, whatever they tell. */
export async function isInDoubt(device: Device, { method, path }: Pick<ToSave, 'method' | 'path'>): Promise<boolean> {
  const what = `${method} ${path}`
  const attempt = inMemory.get(what) ?? (await onDevice(device).get(what))
  return attempt !== undefined && (attempt.asOf ?? (await lastHeard(device))) === (await lastHeard(device))
}

/** When rows last came, as a mark: nothing is measured by it. */
const lastHeard = async (device: Device): Promise<number> =>
  (await device.get('contact').catch(() => undefined))?.lastOk ?? 0

/** What was to be made new is not wanted any more: the same words, typed again, are another one. */
export async function giveUpSaving(device: Device, { method, path }: Pick<ToSave, 'method' | 'path'>): Promise<void> {
  for (const place of [inMemory, onDevice(device)]) await place.put(`${method} ${path}`, undefined)
}

type Attempt = NonNullable<DeviceMeta['saving']>[string]
const attempts = new Map<string, Attempt>()
ofOnePerson(() => attempts.clear())
const inMemory = {
  get: (what: string) => attempts.get(what),
  put: (what: string, attempt: Attempt | undefined) =>
    void (attempt ? attempts.set(what, attempt) : attempts.delete(what)),
}
/** A device that takes no writes makes a new key each time, and that is all. */
const onDevice = (device: Device) => ({
  get: async (what: string) => (await device.get('saving').catch(() => undefined))?.[what],
  put: (what: string, attempt: Attempt | undefined) =>
    device
      .change('saving', (saving) => {
        const { [what]: _, ...others } = saving ?? {}
        return attempt ? { ...others, [what]: attempt } : others
      })
      .catch(() => undefined),
})

/** What the server answered, as the refusal of a command. */
function refusalIn({ code, message, errors }: ApiError, status: number): Refusal {
  // Nobody knows whether it is done, so nothing that is said may sound as if it were not. Why a server takes nothing now, it says itself (C-221).
  if (status >= FAILED) return { refused: 'failed', message: status === UNAVAILABLE ? message : messages.noAnswer }
  const known = Object.entries(refusals).find(([, one]) => one.code === code && one.status === status)
  const refused = (known?.[0] ?? 'failed') as RefusalCode
  return { refused, message, ...(errors && errors.length > 0 ? { errors } : {}) }
}
