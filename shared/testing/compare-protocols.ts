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
    ...(before.answer && now.answer ? lost(before.answer, now.answer, 'an answer') : []),
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

/** An old app reads what is sent now: what it knows is there, and is nothing that it has not met. */
const lost = (before: Shape, now: Shape, at: string): string[] => narrowed(now, before, at, true)

/** Where something that was fine is no longer: `taken` is less than `said`. Who reads passes over what it does not know, and misses what it does. */
function narrowed(said: Shape, taken: Shape, at: string, isRead = false): string[] {
  const [some, others] = [optionsOf(said), optionsOf(taken)]
  if (some.length > 1 || others.length > 1)
    return some.some((option) => others.every((other) => narrowed(option, other, at, isRead).length > 0))
      ? [`${at} takes less than it did`]
      : []
  if (said.type !== taken.type && taken.type !== undefined) return [`${at} is another kind of value`]
  const inside = (one: Shape | boolean | undefined, other: Shape | boolean | undefined, name: string): string[] => {
    if (typeof other !== 'object') return []
    if (typeof one === 'object') return narrowed(one, other, `${at}${name}`, isRead)
    return isRead ? [`${at}${name} is no longer sent`] : []
  }
  const [fields, known] = [said.properties ?? {}, taken.properties ?? {}]
  const missing = (taken.required ?? []).filter((name) => !said.required?.includes(name))
  return [
    ...limitsOf
      .filter(([name, isLess]) => taken[name] !== undefined && isLess(said[name], taken[name]))
      .map(([name]) => `${at} has another ${name}`),
    ...Object.keys(isRead ? known : fields).flatMap((name) => {
      const [one, other] = [fields[name], known[name]]
      if (one && other) return narrowed(one, other, `${at}.${name}`, isRead)
      return [`${at}.${name} is no longer ${isRead ? 'sent' : 'taken'}`]
    }),
    ...missing
      .filter((name) => !isRead || fields[name])
      .map((name) => `${at}.${name} ${isRead ? 'may be missing' : 'is required, and old ones do not have it'}`),
    ...inside(said.items, taken.items, '[]'),
    ...(taken.prefixItems ?? []).flatMap((other, n) => inside(said.prefixItems?.[n], other, `[${n}]`)),
    ...inside(said.additionalProperties, taken.additionalProperties, '{}'),
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
