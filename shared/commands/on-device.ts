import * as comments from './comments.ts'
import * as deliverables from './deliverables.ts'
import * as fileFacts from './file-facts.ts'
import * as notifications from './notifications.ts'
import * as preferences from './preferences.ts'
import * as projects from './projects.ts'
import { registryOf } from './registry.ts'
import * as requests from './requests.ts'

/** The verbs a device carries out by itself and queues: all the first screen and the service worker need to know. */
export const deviceRooms = [requests, projects, deliverables, comments, fileFacts, notifications, preferences]
export const deviceCommands = registryOf(deviceRooms)
