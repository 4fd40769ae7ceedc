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
