import * as z from 'zod/mini'
import type { AnyCommand } from '#shared/kernel/command.ts'
import type { AnyQuery } from '#shared/kernel/query.ts'
import type { Ability } from '#shared/rules/abilities.ts'
import type { Capability } from '#shared/rules/access.ts'

/** A line's description of itself; the document, its page and the contract test are made from nothing else. */
export interface About {
  /** One sentence: what it is for. */
  says: string
  /** Of a line that reads, whom it is for, when it is not for everybody who is signed in: whoever else asks is refused. What a write does says it. */
  who?: 'anybody' | Ability | Capability
  /** What the table of abilities does not say. */
  when?: string
  /** What may stand behind `?`. */
  search?: z.ZodMiniObject
  answer: z.ZodMiniType
  /** Statuses of refusals besides the usual ones. */
  refuses?: readonly number[]
  /** What the answer is when it is not JSON. */
  type?:
    | 'text/plain'
    | 'text/html'
    | 'text/css'
    | 'text/event-stream'
    | 'text/csv'
    | 'text/calendar'
    | 'application/octet-stream'
}
export interface AboutWrite extends About {
  /** What is taken from the body; whatever else is in it is not looked at, because clients post whole entities (C-101). */
  body: z.ZodMiniType
  /** How the body is sent when it is not JSON. */
  sent?: 'multipart/form-data' | 'application/offset+octet-stream'
  example?: unknown
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
export interface Line extends About, Partial<Pick<AboutWrite, 'body' | 'sent' | 'example'>> {
  methods: Method[]
  path: string
  /** The question of a line that reads. */
  asks?: AnyQuery
  /** The commands of a line that writes. */
  does?: readonly AnyCommand[]
}

/** `/projects/:id{[0-9]+}` as the document writes it. */
export const templateOf = (path: string): string => path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')

/** Bodies that need no content, and answers that have none. */
export const nothing = z.optional(z.object({}))
export const anything = z.optional(z.unknown())

type Fields = Record<string, z.ZodMiniType>
/** Of a form that makes and changes rows, the fields of the change: any of them. */
function fieldsOf({ input }: AnyCommand): Fields {
  const { shape, options } = (input as unknown as { def: { shape?: Fields; options?: z.ZodMiniObject[] } }).def
  return shape ?? (options?.at(-1)?.def.shape as Fields)
}

/** Some of what a command takes, as a body: so its names and its checks are written once, in the command. */
export const bodyOf = (command: AnyCommand, ...names: string[]): z.ZodMiniObject => {
  const fields = fieldsOf(command)
  return z.object(Object.fromEntries(names.map((name) => [name, fields[name] as z.ZodMiniType])))
}

/** The names a body schema takes. */
export const namesIn = (body: z.ZodMiniObject): string[] => Object.keys(body.def.shape)

/** What the document says of a shape besides what can be read off it. */
export const notes = z.registry<{ id?: string; format?: string; description?: string }>()

/** Gives a shape its name in the document. */
export function named<S extends z.ZodMiniType>(id: string, shape: S): S {
  notes.add(shape, { id })
  return shape
}
