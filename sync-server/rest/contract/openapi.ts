import * as z from 'zod/mini'
import { id, instant, line, ref, text } from '#shared/model/fields.ts'
import { dashboardTabs } from '#shared/model/status.ts'
import type { Ability } from '#shared/rules/abilities.ts'
import type { Capability } from '#shared/rules/access.ts'
import { named, notes, templateOf, type Line, type Method } from '../about.ts'
import { whoInWords } from './who.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  additionalProperties?: Schema | boolean
  [more: string]: unknown
}
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}
interface Content {
  content: Record<string, { schema: Schema; example?: unknown }>
}
export type Response = { description: string } & Partial<Content>
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security?: []
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: Content & { required: boolean }
  responses: Record<string, Response | { $ref: string }>
}
export type OpenApi = ReturnType<typeof openApiOf>

/** Path parameters are ids, but for these. */
const parameterShapes: Record<string, { shape: z.ZodMiniType; description: string }> = {
  status: {
    shape: z.enum(dashboardTabs.map(({ code }) => String(code)).filter((code) => code !== '-1')),
    description: dashboardTabs
      .filter(({ code }) => code >= 0)
      .map(({ code, label }) => `${code} ${label}`)
      .join(', '),
  },
  poolCode: { shape: line, description: 'The code as people write it, whatever the case.' },
  name: { shape: line, description: 'The name of the file.' },
  upload: { shape: line, description: 'As `Location` told it.' },
}

const error = named(
  'Error',
  z.object({
    code: line,
    message: text,
    errors: z.optional(z.array(z.object({ field: line, message: line }))),
    by: z.optional(ref),
    at: z.optional(instant),
    current: z.optional(z.unknown()),
    requestId: line,
  }),
)
export const errorShape = error

const errors: Record<number, string> = {
  400: 'The request cannot be read.',
  401: 'Nobody is signed in, or the session is over.',
  403: 'Your role does not allow this.',
  404: 'This record does not exist, or you may not see it.',
  409: 'It changed, was decided, is closed, or exists already; `current` is the state in the way, `by` and `at` who was first.',
  410: 'This upload has expired.',
  412: 'Without `Tus-Resumable: 1.0.0`.',
  413: 'More than 64 kB of JSON (a round: 1 MB, and 64,000 characters a call), or a file above the limit.',
  415: 'Not the content type that is taken; of a file: not a kind that is taken.',
  422: 'Fields are missing or wrong; `errors` names each.',
  423: 'Another request is sending this.',
  426: 'This version of the app is too old or too new.',
  429: 'Too many requests, attempts or uploads; `Retry-After` says for how many seconds to wait.',
  500: 'A fault of the server; it is logged under `requestId`. Nothing was changed.',
  503: 'The server cannot work at the moment; `Retry-After` says when to try again.',
  507: 'The disk is nearly full and takes no files.',
}

const rooms: Record<string, string> = {
  dashboard: 'What the dashboards show',
  projects: 'Taskings, their deliverables, comments and files',
  requests: 'Requests, from the first screen to their taskings',
  find: 'Finding taskings',
  resources: 'People, places and money',
  settings: 'What can be asked for',
  notifications: 'What one is told, and by which letters',
  files: 'The bytes of files',
  session: 'Signing in and out',
  sync: 'What devices speak',
  operations: 'For those who run the server',
  document: 'This document',
}
const roomsByStart: Record<string, string> = {
  ...{ login: 'session', logout: 'session', ping: 'operations', health: 'operations', ready: 'operations' },
  ...{ metrics: 'operations', 'openapi.json': 'document', docs: 'document', 'docs.css': 'document' },
}

/** The whole API as OpenAPI 3.1, made from what each line says of itself. `keyed` lines are commands: they take an Idempotency-Key. */
export function openApiOf(keyed: readonly Line[], beside: readonly Line[], version: string) {
  const schemas: Record<string, Schema> = {}
  const schemaOf = (shape: z.ZodMiniType) => {
    // Wrapped, so that a shape with a name is told by its name wherever it stands.
    const {
      properties,
      required,
      $defs = {},
    } = jsonSchema(z.object({ it: shape })) as Schema & {
      $defs?: Record<string, Schema>
    }
    Object.assign(schemas, $defs)
    return { schema: properties?.it ?? {}, required: required?.includes('it') ?? false }
  }
  schemaOf(error)

  const paths: Record<string, Partial<Record<Lowercase<Method>, Operation>>> = {}
  const add = (line: Line, isCommand: boolean) => {
    const path = `/api${templateOf(line.path)}`
    for (const method of line.methods)
      (paths[path] ??= {})[method.toLowerCase() as Lowercase<Method>] = operationOf(
        line,
        method,
        path,
        isCommand,
        schemaOf,
      )
  }
  for (const line of keyed) add(line, line.methods[0] !== 'GET')
  for (const line of beside) add(line, false)

  const used = new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fieldpost',
      version,
      description:
        'Requests and taskings. Sign in at `POST /api/login`, send the token as `Authorization: Bearer`. Everything is JSON; instants are UTC, days `YYYY-MM-DD`, money US dollars.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set([...Object.keys(rooms), ...used])]
      .filter((name) => used.has(name))
      .map((name) => ({ name, description: rooms[name] ?? name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'Your own word for this call, 1 to 200 visible characters. Sent again with the same one, it is carried out once and answered the same; with another address or body it is refused (422).',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
        } satisfies Parameter as Parameter,
      },
      responses: Object.fromEntries(
        Object.entries(errors).map(([status, description]) => [
          `E${status}`,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
      ) as Record<string, Response>,
      schemas,
    },
  }
}

type SchemaOf = (shape: z.ZodMiniType) => { schema: Schema; required: boolean }

function operationOf(line: Line, method: Method, path: string, isCommand: boolean, schemaOf: SchemaOf): Operation {
  const { says, when, search, body, answer, type = 'application/json', sent: as = 'application/json', example } = line
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name, schemaOf)),
    ...Object.entries((search?.def.shape ?? {}) as Record<string, z.ZodMiniType>).map(([name, shape]) => ({
      ...{ name, in: 'query' as const, ...schemaOf(shape) },
    })),
    ...(isCommand ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  const sent = body && schemaOf(body)
  const takesBody = sent && (sent.required || Object.keys(sent.schema.properties ?? {}).length > 0)
  return {
    operationId: operationIdOf(method, path),
    tags: [roomOf(line.path)],
    summary: says,
    description: [whoIn(line), when].filter(Boolean).join(' '),
    ...(line.who === 'anybody' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody
      ? {
          requestBody: {
            required: sent.required,
            content: {
              [as]: { schema: sent.schema, ...(example === undefined ? {} : { example }) },
            },
          },
        }
      : {}),
    responses: {
      200: { description: 'Done.', content: { [type]: { schema: schemaOf(answer).schema } } },
      ...(line.path === '/sync' ? { 204: { description: 'Nothing to say.' } } : {}),
      ...Object.fromEntries(errorsOf(line).map((status) => [status, { $ref: `#/components/responses/E${status}` }])),
    },
  }
}

function pathParameter(name: string, schemaOf: SchemaOf): Parameter {
  const { shape, description } = parameterShapes[name] ?? { shape: id, description: '' }
  return { name, in: 'path', ...(description ? { description } : {}), schema: schemaOf(shape).schema, required: true }
}

/** The refusals that can happen at a line. */
export function errorsOf({ methods, path, who, when, body, search, refuses = [] }: Line): number[] {
  const isWrite = methods[0] !== 'GET'
  const takesParameters = path.includes(':')
  return [
    ...(body ? [400, 413, 415] : []),
    ...(body || who !== 'anybody' ? [429] : []),
    ...(who === 'anybody' ? [] : [401]),
    ...(who !== 'anybody' && (isWrite || who || when) ? [403] : []),
    ...(takesParameters || search || isWrite || when ? [404] : []),
    ...(isWrite && who !== 'anybody' ? [409, 422] : []),
    ...[500, 503, ...refuses],
  ].sort((a, b) => a - b)
}

const operationIdOf = (method: Method, path: string): string =>
  method.toLowerCase() +
  path
    .replace('/api', '')
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/\W+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

const roomOf = (path: string): string => {
  const [, start = ''] = path.split('/')
  return roomsByStart[start] ?? start
}

const whoIn = ({ who, does }: Line): string =>
  who === 'anybody'
    ? 'Anybody, without signing in.'
    : whoInWords(does ? does.map(({ ability }) => ability as Ability | Capability) : who ? [who] : [])

function jsonSchema(shape: z.ZodMiniType): Schema {
  const schema = z.toJSONSchema(shape, {
    metadata: notes,
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: told }) {
      delete told.id
      if (zodSchema === instant) told.format = 'date-time'
    },
  })
  return JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')) as Schema
}
