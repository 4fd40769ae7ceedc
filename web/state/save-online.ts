import { refusals, type Refusal, type RefusalCode } from '#shared/kernel/refusal.ts'
import { within } from '../data/within.ts'
import * as messages from '#shared/model/messages.ts'
import type { ApiError } from '#shared/protocol/session.ts'
import type { Device } from '../data/device.ts'
import { callApi, type Fetch } from '../net/api.ts'
import { ofOnePerson } from '../session/of-one-person.ts'
import { printOf } from '../sync/print.ts'
import { doubtLink } from './doubt-link.ts'

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
}
/** The answer is there; where its row does not come in time, nobody is kept waiting for it. */
const ROW_MS = 8_000
export type Saved<T> = { body: T; refusal?: never } | { refusal: Refusal; body?: never }

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
 * made of it where it is refused. A save whose answer was lost is sent again under its own key, also after a reload: done once.
 */
export async function saveOnline<T>(
  { device, token, round, sendNow, fetch }: Link,
  { method, path, body, afterQueue = false, isWanted = () => true, isSecret = false }: ToSave,
): Promise<Saved<T>> {
  if (!token) return { refusal: { refused: 'failed', message: messages.onlineOnly } }
  if (afterQueue && (await sendNow()).kind === 'problem')
    return { refusal: { refused: 'failed', message: messages.onlineOnly } }
  if (!isWanted()) return { refusal: { refused: 'failed', message: messages.calledOff } }
  const attempt = await attemptAt(device, `${method} ${path}`, body, isSecret)
  const options = { token, method, body, key: attempt.key, timeoutMs: 30_000 }
  const answer = await callApi<T>(path, fetch ? { ...options, fetch } : options)
  if (answer.kind === 'unreachable') {
    await doubtLink(device, round)
    return { refusal: { refused: 'failed', message: messages.noAnswer } }
  }
  await attempt.over()
  await within<unknown>(ROW_MS, round(), () => undefined)
  return answer.kind === 'refused' ? { refusal: refusalIn(answer.error, answer.status) } : { body: answer.body }
}

/**
 * The key under which this very body is sent, until the server has answered it. On the device lies a print of the body; of one with a
 * password nothing does, not even that, and its key lives as long as the page.
 */
async function attemptAt(device: Device, what: string, body: unknown, isSecret: boolean) {
  const text = JSON.stringify(body) ?? ''
  const place = isSecret ? inMemory : onDevice(device)
  const print = isSecret ? text : await printOf(new TextEncoder().encode(text))
  const before = await place.get(what)
  const key = before?.print === print ? before.key : crypto.randomUUID()
  await place.put(what, { key, print })
  return { key, over: () => place.put(what, undefined) }
}

interface Attempt {
  key: string
  print: string
}
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
  const known = Object.entries(refusals).find(([, one]) => one.code === code && one.status === status)
  const refused = (known?.[0] ?? 'failed') as RefusalCode
  return { refused, message, ...(errors && errors.length > 0 ? { errors } : {}) }
}
