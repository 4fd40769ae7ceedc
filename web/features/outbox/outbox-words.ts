import { counted } from '#shared/lib/counted.ts'
import type { Contact } from '../../data/device.ts'
import type { OutboxItem } from './outbox-items.ts'
import { isCutOff, type SyncKind } from '../../parts/sync-state.ts'
import { dateOf, dayAndTimeOf, timeOf } from '../../parts/when.tsx'

const DAY_MS = 86_400_000

/** `Today 06:52`, `Yesterday 17:20`, `March 09, 08:12`: the person's own clock. */
export function capturedAt(instant: string, now: number): string {
  if (dateOf(instant) === dateOf(now)) return `Today ${timeOf(instant)}`
  if (dateOf(instant) === dateOf(now - DAY_MS)) return `Yesterday ${timeOf(instant)}`
  return dayAndTimeOf(instant, now)
}

/** Rough size of a call: nobody needs bytes here. */
export const kilobytes = (bytes: number): string => `${counted(Math.max(1, Math.round(bytes / 1000)))} kB`

/** What every round carries beside its calls, both ways. */
const ROUND_BYTES = 1_600
/** Calls are much alike, and travel packed. */
const PACKED = 3
const travelling = (bytes: number): number => bytes / PACKED + ROUND_BYTES

/** "about 20 s on this link", from how long the last calls took; empty where that is not known, and where it is a moment. */
export function aboutOnLink(bytes: number, pace: Contact['pace']): string {
  if (!pace || bytes === 0) return ''
  const seconds = (pace.ms / 1_000) * Math.max(1, travelling(bytes) / travelling(pace.bytes))
  if (seconds < 2) return ''
  return seconds < 90
    ? `about ${Math.ceil(seconds)} s on this link`
    : `about ${Math.round(seconds / 60)} min on this link`
}

/** What happens next with a row, in two or three words. */
export function nextOf(item: OutboxItem, isFirst: boolean, link: SyncKind | undefined): string {
  if (item.group === 'attention') return 'Your choice'
  if (item.judged) {
    const received = `Received ${timeOf(item.judged.received)}`
    return item.judged.verdict === 'nothing' ? 'It was already so' : received
  }
  if (item.state === 'sending') return 'Now'
  if (item.state === 'checking') return 'Asks again'
  if (item.waitsFor) return `waits for ${item.waitsFor}`
  if (item.calls.some((call) => 'held' in call && call.held)) return 'In a moment'
  if (link === 'field-mode') return 'When you send'
  if (link && isCutOff(link)) return 'When connected'
  return isFirst ? 'Next' : 'After the one above'
}
