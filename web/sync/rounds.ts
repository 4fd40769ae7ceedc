import { Device, deviceName } from '../data/device.ts'
import { pauseKeptSession, readSession, type KeptSession } from '../session/kept-session.ts'
import { letGo } from './hold.ts'
import { exclusively } from './lock.ts'
import { round, type Line, type RoundResult } from './round.ts'
import { sessionOf } from './session-of.ts'

/** Held around whatever changes where a person's database stands. */
export const lockOf = (userId: number): string => `fieldpost-round-${userId}`

/** Enough for any first sync; a loop that would run longer is a bug, and the next trigger goes on anyway. */
const MAX_ROUNDS = 200

/** What is known of a round that is asked for. */
export interface Wish {
  /** There is something that the round on the wire may have missed. */
  news?: boolean
  /** It is Field Mode, and a person asks: nothing else sends there. */
  inFieldMode?: boolean
}
interface Series {
  result: Promise<RoundResult>
  oneMore: boolean
  inFieldMode: boolean
}
const running = new Map<number, Series>()

/**
 * Rounds until both sides are quiet, a problem comes up or the queue is held back. The same for page and service worker:
 * who is signed in is read from the device each time. Whoever asks while they are played here gets the same result; with
 * `news`, after one more round.
 */
export async function playRounds(
  device?: Device,
  { news = false, inFieldMode = false }: Wish = {},
): Promise<RoundResult> {
  const session = await (device ? sessionOf(device) : readSession())
  if (!session) return { kind: 'problem', problem: 'sign-in', retryAfterMs: null }
  const { id } = session.user
  const current = running.get(id)
  if (current) {
    current.oneMore ||= news
    current.inFieldMode ||= inFieldMode
    return current.result
  }
  const result = Promise.resolve().then(() => play(session, series, device))
  const series: Series = { oneMore: false, inFieldMode, result }
  running.set(id, series)
  return series.result
}

async function play(session: KeptSession, series: Series, device?: Device): Promise<RoundResult> {
  const { id } = session.user
  const own = device ?? new Device(deviceName(id))
  const line: Line = {
    device: own,
    actor: session,
    token: async () => {
      const current = await readSession()
      return current?.alive && current.user.id === id ? current.token : null
    },
    exclusively: (work) => exclusively(lockOf(id), work),
  }
  try {
    for (let n = 1; ; n++) {
      series.oneMore = false
      const result = await round(line)
      if (result.kind === 'problem' && result.problem === 'sign-in') await pauseKeptSession(session.token)
      // Whoever asked meanwhile may have a better link than the round that was cut.
      const isCut = result.kind === 'problem' && result.problem === 'unreachable' && series.oneMore
      if ((result.kind === 'problem' && !isCut) || n === MAX_ROUNDS) return result
      // It may have been switched on while the round was on the wire.
      const isFieldMode = await own.get('fieldMode')
      if (isFieldMode && !series.inFieldMode) return result
      if (result.kind === 'done' && !result.more && !(await hasSendable(own)) && !series.oneMore) return result
    }
  } finally {
    // At once: whoever asks from here on begins anew.
    running.delete(id)
    if (!device) own.close()
  }
}

async function hasSendable(device: Device): Promise<boolean> {
  await letGo(device)
  const { judged } = await device.get('position')
  const next = await device.outbox.where('seq').above(judged).first()
  return next !== undefined && !next.held
}
