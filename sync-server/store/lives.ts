import { randomBytes } from 'node:crypto'
import { FIRST_DEVICE } from './ids.ts'
import type { EarlierLife } from './store.ts'

/** So far can a restored server's counters lag behind what the lost one gave out. */
const DEVICES_AHEAD = 1_000
export const IDS_AHEAD = 10_000
/** Devices that come back from a life before these get a new number. */
const LIVES_KEPT = 20

/** The name of one life of a database, unlike any other. It stands in each cursor, so it is short. */
export const newEpoch = (): string => randomBytes(9).toString('base64url')

interface Backup {
  epoch: string
  /** The device numbers that it has granted. */
  devices: number | undefined
  /** When its newest call was received. */
  known: string | undefined
}

/** The life of the database that a backup is of, as its devices will tell of it. */
export const lifeOf = ({ epoch, devices = FIRST_DEVICE - 1, known }: Backup): EarlierLife => ({
  epoch,
  ended: new Date().toISOString(),
  known: known ?? new Date(0).toISOString(),
  devices,
  reserved: devices + DEVICES_AHEAD,
})

export const withLife = (earlier: readonly EarlierLife[], life: EarlierLife): EarlierLife[] =>
  [...earlier, life].slice(-LIVES_KEPT)

/** What a database says of itself whose place a backup takes. */
export interface Replaced {
  epoch: string
  earlier: EarlierLife[]
  /** The last device number and the last id that it gave out. */
  devices: number
  ids: number
}

/**
 * The lives that end when a backup takes the place of another database: the backup's own, and those that the other one had lived since. Devices
 * come back from each of them, also where the same backup was restored before.
 */
export function livesThatEnd(earlier: readonly EarlierLife[], ofBackup: EarlierLife, replaced: Replaced | null) {
  const own = { ...ofBackup, reserved: Math.max(ofBackup.reserved, replaced?.devices ?? 0) }
  const isKnown = new Set([...earlier, own].map(({ epoch }) => epoch))
  const since = replaced ? [...replaced.earlier, { ...own, epoch: replaced.epoch }] : []
  return since
    .filter(({ epoch }) => !isKnown.has(epoch))
    .map((life) => ({
      ...life,
      // What the backup does not know was granted after it, whatever that life knew.
      devices: Math.min(life.devices, own.devices),
      known: life.known < own.known ? life.known : own.known,
    }))
    .reduce<EarlierLife[]>(withLife, withLife(earlier, own))
}
