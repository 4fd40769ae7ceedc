import { totalmem } from 'node:os'

/** Bytes of the machine, or what its container leaves of them. */
export const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)
