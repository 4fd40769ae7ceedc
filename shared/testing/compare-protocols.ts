import type { Description, Shape } from './describe-protocol.ts'

/**
 * What of a released protocol today's server would no longer take, or its devices would no longer understand, each in one sentence. New
 * commands, new optional inputs, new tables and new columns are none. An input that became another one is none either where its command has a
 * higher version and lifts the old one.
 */
export function breakingChanges(before: Description, now: Description): string[] {
  return [
    ...narrowed(before.round, now.round, 'a round'),
    ...narrowed(before.login, now.login, 'a sign-in'),
    ...Object.entries(before.commands).flatMap(([name, { version, input }]) => {
      const today = now.commands[name]
      if (!today) return [`${name} can no longer be queued`]
      return today.version > version && today.lifts ? [] : narrowed(input, today.input, name)
    }),
    ...Object.entries(before.tables).flatMap(([name, row]) => {
      const today = now.tables[name]
      return today ? lost(row, today, name) : [`${name} are no longer sent`]
    }),
  ]
}

/**
 * What today's apps say that a server which still runs the release would refuse, each in one sentence. Inputs are strict: of a call that says more than
 * its server knows nothing is kept, unless its version tells that server not to judge it.
 */
export function unheardOf(before: Description, now: Description): string[] {
  if (before.protocol < now.protocol) return []
  return [
    ...(narrowed(now.round, before.round, '').length > 0 ? ['PROTOCOL is not raised, and a round says more'] : []),
    ...(narrowed(now.login, before.login, '').length > 0 ? ['PROTOCOL is not raised, and a sign-in says more'] : []),
    ...Object.entries(before.commands).flatMap(([name, { version, input }]) => {
      const today = now.commands[name]
      const says = today && today.version <= version ? narrowed(today.input, input, name) : []
      return says.length > 0 ? [`${name} says more under version ${version}`] : []
    }),
  ]
}

/** An old app reads a new row: what it knows is there, and is nothing that it has not met. */
function lost(before: Shape, now: Shape, table: string): string[] {
  return Object.entries(before.properties ?? {}).flatMap(([column, shape]) => {
    const today = now.properties?.[column]
    return today ? narrowed(today, shape, `${table}.${column}`) : [`${table}.${column} is no longer sent`]
  })
}

/** Where something that was fine is no longer. */
function narrowed(before: Shape, now: Shape, at: string): string[] {
  const [some, others] = [optionsOf(before), optionsOf(now)]
  if (some.length > 1 || others.length > 1)
    return some.some((option) => others.every((other) => narrowed(option, other, at).length > 0))
      ? [`${at} takes less than it did`]
      : []
  if (before.type !== now.type && now.type !== undefined) return [`${at} is another kind of value`]
  const limits = limitsOf.filter(([name, isLess]) => now[name] !== undefined && isLess(before[name], now[name]))
  return [
    ...limits.map(([name]) => `${at} has another ${name}`),
    ...Object.entries(before.properties ?? {}).flatMap(([name, shape]) => {
      const today = now.properties?.[name]
      return today ? narrowed(shape, today, `${at}.${name}`) : [`${at}.${name} is no longer taken`]
    }),
    ...(now.required ?? [])
      .filter((name) => !before.required?.includes(name))
      .map((name) => `${at}.${name} is required, and old ones do not have it`),
    ...(before.items && now.items ? narrowed(before.items, now.items, `${at}[]`) : []),
  ]
}

function optionsOf(shape: Shape): Shape[] {
  const options = shape.anyOf ?? shape.oneOf
  if (options) return options.flatMap(optionsOf)
  return Array.isArray(shape.type) ? shape.type.map((type: string) => ({ ...shape, type })) : [shape]
}

const isBelow = (before: unknown, now: unknown): boolean => before === undefined || Number(now) < Number(before)
const isAbove = (before: unknown, now: unknown): boolean => before === undefined || Number(now) > Number(before)
const isOther = (before: unknown, now: unknown): boolean => JSON.stringify(before) !== JSON.stringify(now)
const limitsOf: [name: string, isLess: (before: unknown, now: unknown) => boolean][] = [
  ...['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'].map((name): [string, typeof isBelow] => [name, isBelow]),
  ...['minLength', 'minItems', 'minimum', 'exclusiveMinimum'].map((name): [string, typeof isAbove] => [name, isAbove]),
  ...['pattern', 'format', 'const'].map((name): [string, typeof isOther] => [name, isOther]),
  ['enum', (before, now) => !Array.isArray(before) || before.some((value) => !(now as unknown[]).includes(value))],
]
