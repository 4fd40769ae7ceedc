import type { AnyCommand } from '../kernel/command.ts'
import * as comments from './comments.ts'
import * as deliverables from './deliverables.ts'
import * as funding from './funding.ts'
import * as projects from './projects.ts'
import * as requests from './requests.ts'
import * as resources from './resources.ts'
import * as settings from './settings.ts'
import * as users from './users.ts'

const isCommand = (value: unknown): value is AnyCommand =>
  typeof value === 'object' && value !== null && 'run' in value && 'allow' in value

/** Every verb by its name, which is how it travels. A verb exported from its file is registered. */
export const commands: ReadonlyMap<string, AnyCommand> = new Map(
  [requests, projects, deliverables, comments, resources, funding, settings, users]
    .flatMap((room) => Object.values(room) as unknown[])
    .filter(isCommand)
    .map((command) => [command.name, command]),
)
