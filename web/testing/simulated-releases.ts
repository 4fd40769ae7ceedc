import * as z from 'zod/mini'
import { addComment } from '#shared/commands/comments.ts'
import { commands } from '#shared/commands/index.ts'
import { amendProject } from '#shared/commands/projects.ts'
import type { AnyCommand } from '#shared/kernel/command.ts'

/**
 * Apps and servers of two releases. Before the later one a comment said `said`, and nobody could amend: a server of then lets both wait, and
 * what an app of then has queued is lifted.
 */
const later = addComment as AnyCommand
const registry = commands as Map<string, AnyCommand>

/** The command as the earlier app has it. */
export const earlierComment: AnyCommand = {
  ...later,
  input: z.strictObject({ id: z.int(), projectId: z.int(), said: z.string() }),
  // What cannot be read is decided as far as it goes.
  run: ({ said = '', ...input }: Earlier, ...more) => later.run({ ...input, comment: said }, ...more),
}

interface Earlier {
  said?: string
  comment?: string
}
const lift = (input: unknown): unknown => {
  const { said, ...rest } = input as Earlier
  return said === undefined ? rest : { ...rest, comment: said }
}

/** Sets the server back to the earlier release, or on to the later one. */
export function setServer(isEarlier: boolean): void {
  registry.set(addComment.name, isEarlier ? earlierComment : later)
  if (isEarlier) registry.delete(amendProject.name)
  else registry.set(amendProject.name, amendProject)
}

/** Everything is of the later release, for as long as the work takes. */
export async function betweenReleases<T>(work: () => Promise<T>): Promise<T> {
  Object.assign(later, { version: 2, lift })
  try {
    return await work()
  } finally {
    delete later.version
    delete later.lift
    setServer(false)
  }
}
