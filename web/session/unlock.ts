import { changeSession, type KeptSession, type Lock, type Verifier } from './kept-session.ts'
import { loadSession, lookAtLock, useSession } from './session.ts'
import { writeTouch } from './touch.ts'

/**
 * Opens what has locked, with or without a connection: by the password that was last given here, or by a PIN (C-259). Wrong ones are counted on
 * the disk before they are looked at. Waits are counted by this page's own running time, anew after a reload, so that no clock shortens them.
 */
const ROUNDS = 600_000
/** From here on a PIN opens nothing any more. */
const PIN_TRIES = 10
const FREE_TRIES = 5
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 15 * 60_000
const IMPATIENCE_MS = 5_000

/** `not-kept`: right, but this device did not take that down. `unreadable`: what it would be compared with is damaged. */
export type Outcome = 'right' | 'not-kept' | 'wrong' | 'wait' | 'password-only' | 'unreadable'
export type Secret = 'password' | 'pin'

/** Undefined where the browser cannot make one (plain http): such a device does not lock. */
export async function makeVerifier(secret: string): Promise<Verifier | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt, rounds: ROUNDS, hash: await derive(secret, salt, ROUNDS) }
}

export async function unlock(given: string, kind: Secret): Promise<Outcome> {
  const outcome = await compare(given, kind)
  if (outcome !== 'right') return outcome
  // First, or the right password would lock again at once.
  const isKept = writeTouch(Date.now())
  lookAtLock()
  const isCleared = await changeLock((lock) => ({ ...lock, tries: 0 }))
  return isKept && isCleared ? 'right' : 'not-kept'
}

/** `pin` null takes it away, for which nobody is asked: it only makes the lock stronger. */
export async function choosePin(password: string, pin: string): Promise<Outcome> {
  const whose = whoIsIn()
  const outcome = await compare(password, 'password')
  if (outcome !== 'right') return outcome
  const verifier = await makeVerifier(pin)
  return (await changeLock((lock) => ({ ...lock, pin: verifier, tries: 0 }), whose)) ? 'right' : 'not-kept'
}

/** Nobody is asked for the password: it only makes the lock stronger. */
export const removePin = (): Promise<boolean> => changeLock(({ pin: _, ...lock }) => lock)

/** After it was changed, from here on the new one opens. False when the old one still does. */
export async function keepPassword(password: string): Promise<boolean> {
  const whose = whoIsIn()
  const verifier = await makeVerifier(password)
  return !verifier || changeLock((lock) => ({ ...lock, password: verifier }), whose)
}

export const isGuessable = (pin: string): boolean => /^(\d)\1*$/.test(pin) || '01234567890 09876543210'.includes(pin)

/** Wrong ones in a row; those that a full disk did not take are remembered by this page. A number that is none stands for many. */
const triesOf = ({ tries }: Lock): number => (tries >= 0 ? tries : PIN_TRIES) + uncounted
export const pinOpens = (lock: Lock): boolean => Boolean(lock.pin) && uncounted === 0 && triesOf(lock) < PIN_TRIES

let uncounted = 0
let wait = { after: -1, until: 0 }

/** Milliseconds until the next try is taken. Begins when somebody first asks after so many wrong ones. */
export function waitLeft(lock: Lock): number {
  const after = triesOf(lock)
  const free = after - FREE_TRIES
  const length = free < 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** free)
  if (wait.after !== after) wait = { after, until: performance.now() + length }
  return Math.max(0, wait.until - performance.now())
}

async function compare(given: string, kind: Secret): Promise<Outcome> {
  const lock = useSession.getState().session?.lock
  if (!lock) return 'unreadable'
  if (waitLeft(lock) > 0) return 'wait'
  if (kind === 'pin' && !pinOpens(lock)) return 'password-only'
  const { tries } = lock
  let isTurn = false
  const isCounted = await changeLock((kept) => {
    isTurn = Object.is(kept.tries, tries)
    return isTurn ? { ...kept, tries: triesOf(kept) - uncounted + 1 } : kept
  })
  // Another tab has tried meanwhile: after that one the wait begins anew.
  if (isCounted && !isTurn) return 'wait'
  if (!isCounted) uncounted += 1
  // Whoever fills the disk would have as many tries as they like.
  if (!isCounted && kind === 'pin') return 'password-only'
  try {
    const isRight = await isOf(given, lock[kind])
    if (isRight) uncounted = 0
    return isRight ? 'right' : kind === 'pin' && tries + 1 >= PIN_TRIES ? 'password-only' : 'wrong'
  } catch {
    return 'unreadable'
  }
}

async function isOf(secret: string, verifier: Verifier | undefined): Promise<boolean> {
  if (verifier?.hash.length !== 32) throw new Error('What it would be compared with is damaged')
  const hash = await derive(secret, verifier.salt, verifier.rounds)
  return hash.every((byte, at) => byte === verifier.hash[at])
}

async function derive(secret: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256))
}

const whoIsIn = () => useSession.getState().session?.user.id

/** True when it was kept, or nobody asks for it any more: while a secret is made ready, another tab may have let somebody else in. A full disk may also never answer. */
async function changeLock(how: (lock: Lock) => Lock, whose = whoIsIn()): Promise<boolean> {
  const change = (kept: KeptSession): KeptSession =>
    kept.lock && kept.user.id === whose ? { ...kept, lock: how(kept.lock) } : kept
  try {
    await inTime(changeSession(change))
    await inTime(loadSession())
    return true
  } catch {
    return false
  }
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The device does not answer')), IMPATIENCE_MS)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
