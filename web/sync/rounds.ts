import { Device, deviceName } from '../data/device.ts'
import { pauseKeptSession, readSession } from '../session/kept-session.ts'
import { exclusively } from './lock.ts'
import { round, type Line, type RoundResult } from './round.ts'

/** Enough for any first sync; a loop that would run longer is a bug, and the next trigger goes on anyway. */
const MAX_ROUNDS = 200

/**
 * Rounds until both sides are quiet, a problem comes up or the queue is held back. The same for page and service worker:
 * who is signed in is read from the device each time.
 */
export async function playRounds(device?: Device): Promise<RoundResult> {
  const session = await readSession()
  if (!session) return { kind: 'problem', problem: 'sign-in', retryAfterMs: null }
  const own = device ?? new Device(deviceName(session.user.id))
  const line: Line = {
    device: own,
    actor: session,
    token: async () => {
      const current = await readSession()
      return current?.alive && current.user.id === session.user.id ? current.token : null
    },
    exclusively: (work) => exclusively(`fieldpost-round-${session.user.id}`, work),
  }
  try {
    let result: RoundResult = { kind: 'busy' }
    for (let n = 0; n < MAX_ROUNDS; n++) {
      result = await round(line)
      if (result.kind === 'problem' && result.problem === 'sign-in') await pauseKeptSession()
      if (result.kind !== 'done' || (!result.more && !(await hasSendable(own)))) break
    }
    return result
  } finally {
    if (!device) own.close()
  }
}

async function hasSendable(device: Device): Promise<boolean> {
  const { judged } = await device.get('position')
  const next = await device.outbox.where('seq').above(judged).first()
  return next !== undefined && next.holdUntil <= Date.now()
}
