import * as z from 'zod/mini'
import { commands } from '../commands/index.ts'
import { instant } from '../model/fields.ts'
import { syncedTables } from '../model/tables.ts'
import { roundAnswerSchema } from '../protocol/answer.ts'
import { loginSchema } from '../protocol/session.ts'
import { roundRequestSchema } from '../protocol/round.ts'
import { PROTOCOL } from '../protocol/sync.ts'

/** A JSON schema, as far as what travels needs it. */
export interface Shape {
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  prefixItems?: Shape[]
  additionalProperties?: Shape | boolean
  anyOf?: Shape[]
  oneOf?: Shape[]
  [more: string]: unknown
}

/** Everything that a device which is out there has learned to say and to understand. */
export interface Description {
  protocol: number
  round: Shape
  /** Not described of the first two releases. */
  answer?: Shape
  login: Shape
  /** What a row of each table carries. */
  tables: Record<string, Shape>
  /** What may stand in a queue; `lifts` where the command makes today's input of an older one. */
  commands: Record<string, { version: number; lifts?: true; input: Shape }>
}

const { $schema: _, ...instantShape } = z.toJSONSchema(z.iso.datetime({ precision: 3 }))

export function describeProtocol(): Description {
  const shapeOf = (schema: unknown): Shape => {
    const { $schema: _, ...shape } = z.toJSONSchema(schema as z.ZodMiniType, {
      unrepresentable: 'any',
      // Devices check it by hand (`model/fields.ts`), and mean this.
      override: ({ zodSchema, jsonSchema }) => void (zodSchema === instant && Object.assign(jsonSchema, instantShape)),
    })
    return shape as Shape
  }
  const queued = [...commands.values()].filter(({ online }) => !online)
  return {
    protocol: PROTOCOL,
    round: shapeOf(roundRequestSchema),
    answer: shapeOf(roundAnswerSchema),
    login: shapeOf(loginSchema),
    tables: Object.fromEntries(Object.entries(syncedTables).map(([name, { schema }]) => [name, shapeOf(schema)])),
    commands: Object.fromEntries(
      queued
        .map(({ name, version = 1, lift, input }) => {
          const described = { version, ...(lift ? { lifts: true as const } : {}), input: shapeOf(input) }
          return [name, described] as const
        })
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  }
}
