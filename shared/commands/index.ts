import { referenceRooms } from '../reference/index.ts'
import * as cancel from './cancel.ts'
import * as files from './files.ts'
import { deviceRooms } from './on-device.ts'
import { registryOf } from './registry.ts'
import * as substitutes from './substitutes.ts'
import * as users from './users.ts'

/** Every verb there is: what devices queue, and what is done only with a connection. */
export const commands = registryOf([...deviceRooms, cancel, files, ...referenceRooms, substitutes, users])
