import type * as z from 'zod/mini'
import { counted } from '../lib/counted.ts'
import type { FieldError } from './refusal.ts'

/**
 * What is wrong with a value, each fault at its field and in words for people: the schema's own where it has some. `fields` of an edit
 * are told under their own names, and what lies inside a field under the field's: how an input is built is nobody's business.
 */
export function errorsIn(schema: z.ZodMiniType, value: unknown): FieldError[] {
  const { error } = schema.safeParse(value, { error: (issue) => sentenceOf(issue) })
  return (error?.issues ?? []).flatMap((issue) => {
    const field = fieldAt(issue.path)
    if (issue.code !== 'unrecognized_keys' || (field !== '' && field !== EDITS))
      return { field, message: issue.message }
    return issue.keys.map((key) => ({ field: key, message: issue.message }))
  })
}

/**
 * An input with a blank (0, nothing, no edit) for whatever in it cannot be read: enough to look up the rest and to tell what is wrong
 * with that too, and never to be carried out.
 */
export function readable<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  return schema.safeParse(value).success ? (value as T) : (blankFor(schema, value) as T)
}

const EDITS = 'fields'
const fieldAt = ([first = '', inner]: PropertyKey[]): string =>
  String(first === EDITS && inner !== undefined ? inner : first)

interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  discriminator?: string
  options?: z.ZodMiniType[]
  entries?: Record<string, unknown>
}
const defOf = (schema: z.ZodMiniType): Def => schema.def

function blankFor(schema: z.ZodMiniType, value: unknown): unknown {
  const { type, shape, discriminator = '', options = [], entries = {} } = defOf(schema)
  const told = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  switch (type) {
    case 'object': {
      const entries = Object.entries(shape ?? {}).map(([name, inner]) => [name, readable(inner, told[name])] as const)
      return Object.fromEntries(entries.filter(([, read]) => read !== undefined))
    }
    case 'union': {
      const fits = (option: z.ZodMiniType) =>
        defOf(option).shape?.[discriminator]?.safeParse(told[discriminator]).success
      const option = options.find(fits) ?? options.at(-1)
      return option && readable(option, value)
    }
    case 'nullable':
      return null
    case 'array':
      return []
    case 'string':
      return ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'enum':
      return Object.values(entries)[0]
    default:
      return undefined
  }
}

interface Issue {
  code?: string | undefined
  expected?: unknown
  origin?: unknown
  maximum?: unknown
  minimum?: unknown
  inclusive?: unknown
  /** Of a check of our own. */
  params?: { format?: unknown } | undefined
}

/** For whatever a schema has no words of its own. */
function sentenceOf({ code, expected, origin, maximum, minimum, inclusive, params }: Issue): string {
  switch (code) {
    case 'invalid_type':
      return kinds[String(expected)] ?? unreadable
    case 'too_big':
      if (origin === 'string') return `Please enter at most ${inWords(maximum)} characters`
      return origin === 'array'
        ? `Please choose at most ${inWords(maximum)}`
        : `Please enter at most ${inWords(maximum)}`
    case 'too_small':
      if (origin === 'string') return `Please enter at least ${inWords(minimum)} characters`
      if (origin === 'array') return `Please choose at least ${inWords(minimum)}`
      return inclusive ? `Please enter ${inWords(minimum)} or more` : `Please enter more than ${inWords(minimum)}`
    case 'unrecognized_keys':
      return 'There is no such field. Please leave it out'
    case 'custom':
      return params?.format === 'datetime' ? 'Please give a time such as 2026-03-10T09:30:00.000Z' : unreadable
    default:
      return unreadable
  }
}
const kinds: Readonly<Record<string, string>> = {
  string: 'Please enter a text',
  number: 'Please enter a whole number',
  int: 'Please enter a whole number',
  boolean: 'Please answer with true or false',
  array: 'Please give a list',
  object: 'Please give an object with named fields',
}
const unreadable = 'This cannot be read. Please look at it again'
const inWords = (limit: unknown): string => counted(Number(limit))
