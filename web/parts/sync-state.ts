import { counted } from '#shared/lib/counted.ts'
import { useOwnNow } from '../data/clock.ts'
import { useMeta, useStored } from '../data/use-query.ts'
import { blankMeta, type Contact, type Device } from '../data/device.ts'
import { useDisk, type Trouble } from '../data/disk.ts'
import { useSession } from '../session/session.ts'
import { countAttention, countUnsent } from '../state/unsent.ts'

export type SyncKind =
  | 'up-to-date'
  | 'sending'
  | 'waiting'
  | 'offline'
  | 'field-mode'
  | 'unreachable'
  | 'attention'
  | 'sign-in'
  | 'update'
  | 'server'
  | 'storage'

export interface SyncFacts {
  contact: Contact
  unsent: number
  /** When the oldest unsent call was made; null when there is none. */
  oldest: string | null
  attention: number
  fieldMode: boolean
  alive: boolean
  /** Why the last write on this device failed; null when it did not. */
  trouble: Trouble | null
}
export interface SyncState {
  kind: SyncKind
  text: string
  tone: 'plain' | 'primary' | 'grey' | 'warn'
  /** What the badge on the phone counts. */
  count: number
}

const HOUR = 3_600_000
/** A round that has not ended by then has died with its tab. */
const ROUND_LIFE_MS = 75_000
const LONGEST_WAIT_S = 600

/** What the sync pill says, in the order of what matters most to the person. */
export function syncStateOf(facts: SyncFacts, now: number): SyncState {
  const { contact, unsent, attention, fieldMode, alive, trouble } = facts
  // A call is dated as the server would, a contact by this device's own clock.
  const called = now + contact.skew
  const saved = unsent > 0 ? ` · ${unsent} saved on this device` : ''
  const say = (kind: SyncKind, text: string, tone: SyncState['tone'], count = unsent): SyncState => ({
    kind,
    text: unsent > 0 && kind !== 'sending' ? text + ageOf(facts.oldest, called) : text,
    tone: isOld(facts.oldest, called) && unsent > 0 ? 'warn' : tone,
    count,
  })

  if (trouble) return { kind: 'storage', text: troubleTexts[trouble], tone: 'warn', count: unsent }
  if (!alive) return say('sign-in', unsent > 0 ? `Sign in to send ${countOf(unsent, 'item')}` : 'Sign in again', 'warn')
  if (attention > 0) {
    return {
      kind: 'attention',
      text: `${countOf(attention, 'item')} ${attention === 1 ? 'needs' : 'need'} you${linkWords(facts)}${saved}`,
      tone: 'warn',
      count: attention,
    }
  }
  if (isSending(contact, now) && unsent > 0)
    return say('sending', `Sending ${Math.min(contact.sending, unsent)} of ${unsent}`, 'primary')
  if (contact.problem === 'update') return say('update', 'Update Fieldpost to send', 'warn')
  if (contact.problem === 'server') return say('server', `The server needs its update first${saved}`, 'grey')
  if (fieldMode) return say('field-mode', unsent > 0 ? `Field Mode · ${unsent} saved` : 'Field Mode', 'grey')
  if (contact.problem === 'offline') return say('offline', `Offline${saved}`, 'grey')
  if (contact.problem === 'unreachable')
    return say('unreachable', `Can't reach the server${saved}${nextTry(contact, now)}`, 'grey')
  if (unsent > 0) return say('waiting', `${unsent} saved on this device`, 'plain')
  return say('up-to-date', 'Up to date', 'plain', 0)
}

/** What needs the person comes first; that the link is gone is said beside it all the same. */
const linkWords = ({ fieldMode, contact: { problem } }: SyncFacts): string => {
  if (fieldMode) return ' · Field Mode'
  if (problem === 'offline') return ' · Offline'
  return problem === 'unreachable' ? " · Can't reach the server" : ''
}

const troubleTexts: Record<Trouble, string> = {
  full: 'This device is full',
  closed: 'This device takes no writes',
}

export const isSending = (contact: Contact, now: number): boolean =>
  contact.sending > 0 && Math.abs(now - contact.lastTry) < ROUND_LIFE_MS

/** True while nothing goes out by itself, or nothing is kept: the phone then shows its bar. */
export const isCutOff = (kind: SyncKind): boolean =>
  kind === 'offline' || kind === 'field-mode' || kind === 'unreachable' || kind === 'storage'

export const countOf = (count: number, noun: string): string => `${counted(count)} ${noun}${count === 1 ? '' : 's'}`

/** The facts of this device, and a clock that ticks while a countdown is shown. Undefined for the first instant. */
export function useSyncState(): SyncState | undefined {
  const facts = useSyncFacts()
  const now = useOwnNow(facts?.contact.problem === 'unreachable' ? 1_000 : 30_000)
  return facts && syncStateOf(facts, now)
}

/** The same without what needs the person: whether the device is cut off, for the grey bar. */
export function useCutOffState(): SyncState | null {
  const facts = useSyncFacts()
  const now = useOwnNow(facts?.contact.problem === 'unreachable' ? 1_000 : 30_000)
  if (!facts) return null
  const state = syncStateOf({ ...facts, attention: 0, alive: true }, now)
  return isCutOff(state.kind) ? state : null
}

function useSyncFacts(): SyncFacts | undefined {
  const contact = useMeta('contact')
  const fieldMode = useMeta('fieldMode')
  const alive = useSession(({ session }) => session?.alive ?? false)
  const trouble = useDisk((disk) => disk.trouble)
  const queue = useStored(readQueue)
  const isRead = contact && fieldMode !== undefined && queue
  return factsOf(isRead ? { contact, fieldMode, ...queue } : undefined, { alive, trouble })
}

const readQueue = (device: Device) =>
  device.transaction('r', device.outbox, device.attention, device.uploads, async () => ({
    unsent: await countUnsent(device),
    oldest: (await device.outbox.orderBy('seq').first())?.at ?? null,
    attention: await countAttention(device),
  }))

type Read = Omit<SyncFacts, 'alive' | 'trouble'>

/** Undefined for the first instant. A database that does not open is never read; that it does not is known, and said, all the same. */
export function factsOf(read: Read | undefined, known: Pick<SyncFacts, 'alive' | 'trouble'>): SyncFacts | undefined {
  if (!read && !known.trouble) return undefined
  return { ...(read ?? nothingRead), ...known }
}
const nothingRead: Read = { contact: blankMeta.contact, fieldMode: false, unsent: 0, oldest: null, attention: 0 }

function nextTry({ nextTry: at }: Contact, now: number): string {
  const seconds = Math.ceil((at - now) / 1000)
  // More than the longest wait: the clock was put back since.
  if (seconds <= 0 || seconds > LONGEST_WAIT_S) return ' · trying again'
  return seconds < 100 ? ` · trying again in ${seconds} s` : ` · trying again in ${Math.round(seconds / 60)} min`
}

function ageOf(oldest: string | null, now: number): string {
  if (!oldest) return ''
  const hours = (now - Date.parse(oldest)) / HOUR
  if (hours < 24) return ''
  return ` · oldest ${countOf(Math.floor(hours / 24), 'day')}`
}

const isOld = (oldest: string | null, now: number): boolean => oldest !== null && now - Date.parse(oldest) > 72 * HOUR
