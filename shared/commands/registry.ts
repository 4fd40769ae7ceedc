import type { AnyCommand } from '../kernel/command.ts'

const isCommand = (value: unknown): value is AnyCommand =>
  typeof value === 'object' && value !== null && 'run' in value && 'allow' in value

/** Every verb of these rooms by its name, which is how it travels. A verb exported from its file is registered. */
export const registryOf = (rooms: readonly object[]): ReadonlyMap<string, AnyCommand> =>
  new Map(
    rooms
      .flatMap((room) => Object.values(room) as unknown[])
      .filter(isCommand)
      .map((command) => [command.name, command]),
  )
