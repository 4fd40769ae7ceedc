import { describe, expect, test } from 'vitest'
import { idOfChange } from '../kernel/change.ts'
import { mintedBy, planOf, readInput } from '../kernel/command.ts'
import { tablesAfter, type Found, type Reads } from '../kernel/reads.ts'
import { must } from '../lib/must.ts'
import { serverTables } from '../model/tables.ts'
import { referenceRooms } from '../reference/index.ts'
import { carryOut, contextOf, people } from '../testing/samples.ts'
import { base, verbs } from '../testing/verbs.ts'
import * as cancel from './cancel.ts'
import * as comments from './comments.ts'
import * as deliverables from './deliverables.ts'
import * as files from './files.ts'
import * as notifications from './notifications.ts'
import * as preferences from './preferences.ts'
import * as projects from './projects.ts'
import * as requests from './requests.ts'
import * as users from './users.ts'
import { commands } from './index.ts'
import { deviceCommands } from './on-device.ts'

const all = [...commands.values()].map((command) => [command.name, command] as const)

test('what is done only with a connection is in no room that a device carries', () => {
  expect([...deviceCommands.values()].filter(({ online }) => online)).toEqual([])
})

test('every verb that is exported is registered, under a name of its own', () => {
  const exported = [
    requests,
    projects,
    cancel,
    deliverables,
    comments,
    files,
    ...referenceRooms,
    users,
    notifications,
    preferences,
  ]
    .flatMap((room) => Object.entries(room))
    .filter(([, value]) => typeof value === 'object' && value !== null && 'run' in value)
  const names = exported.map(([, value]) => (value as unknown as { name: string }).name)
  expect(new Set(names).size).toBe(names.length)
  // A verb is found under the name it is called by in code.
  expect(exported.map(([name]) => name)).toEqual(names)
  for (const name of names) expect(commands.has(name), `${name} is not in shared/commands/index.ts`).toBe(true)
})

test('every verb has a sample in this test, and every sample a verb', () => {
  expect(Object.keys(verbs).sort()).toEqual([...commands.keys()].sort())
})

describe.each(all)('%s', (name, command) => {
  const { input, by, mints = [], rows = base } = must(verbs[name], `a sample of ${name}`)
  const context = contextOf(people[by])

  test('says who may', () => {
    expect(typeof command.allow).toBe('function')
  })

  test('takes the sample, and refuses a field it does not know', () => {
    expect(readInput(command, input).errors).toEqual([])
    expect(readInput(command, { ...input, createdById: 7 }).errors).toMatchObject([{ field: 'createdById' }])
    expect(readInput(command, null).errors).toHaveLength(1)
  })

  test('mints only ids that are in its input', () => {
    const minted = mintedBy(command, input).map((row) => row.id)
    expect(minted).toEqual(mints)
    const inInput = new Set(JSON.stringify(input).match(/\d+/g)?.map(Number))
    expect(minted.every((one) => inInput.has(one))).toBe(true)
  })

  test('reads no table that only a server has', () => {
    const { reads, follow } = planOf(command, input, people[by])
    const nothing = Object.fromEntries(
      Object.entries(reads).map(([key, read]) => [
        key,
        read.kind === 'one' ? undefined : read.kind === 'many' ? [] : 0,
      ]),
    )
    const read = [...Object.values(reads), ...Object.values(follow?.(nothing as Found<Reads>) ?? {})]
    expect(read.length).toBeGreaterThan(0)
    expect(read.map(({ table }) => table).filter((table) => table in serverTables)).toEqual([])
  })

  test('looks into the same tables in its second step, whatever the first has found', () => {
    let after: string[] = []
    const { follow } = command
    const heard: typeof command = {
      ...command,
      ...(follow && {
        follow(...found: Parameters<typeof follow>) {
          const reads = follow(...found) as Reads
          after = Object.values(reads).map(({ table }) => table)
          return reads
        },
      }),
    }
    carryOut(heard, input, rows, contextOf(people[by]))
    expect(new Set(tablesAfter(planOf(command, input, people[by])))).toEqual(new Set(after))
  })

  test('writes what is new only under the ids it minted, and comes to the same result each time', () => {
    const once = carryOut(command, input, rows, context)
    if (!('changes' in once.decision)) throw new Error(`the sample of ${name} was not applied`)
    expect(once.decision.changes.length).toBeGreaterThan(0)
    for (const change of once.decision.changes) {
      expect(change.table in serverTables).toBe(false)
      const known = (rows[change.table] ?? []).some((row) => row.id === idOfChange(change))
      expect(change.kind === 'add').toBe(!known)
      if (!known) expect(mints).toContain(idOfChange(change))
    }
    expect(carryOut(command, structuredClone(input), rows, context)).toEqual(once)
  })
})
