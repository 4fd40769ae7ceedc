import type { Device } from '../data/device.ts'

/** What this person has not read, of the inbox that this device holds. One index answers. */
export const unreadOf = (device: Device, userId: number) =>
  device.rows('notifications').where('[userId+readDate]').equals([userId, ''])
