import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addComment } from '#shared/commands/comments.ts'
import { commands } from '#shared/commands/index.ts'
import { approveProject } from '#shared/commands/projects.ts'
import { put } from '#shared/kernel/change.ts'
import type { AnyCommand } from '#shared/kernel/command.ts'
import { MIN_PROTOCOL, PROTOCOL, SERVER_TOO_OLD } from '#shared/protocol/sync.ts'
import { aBareProject, standings } from '#shared/testing/samples.ts'
import { cast, createWorld, done, type TestDevice, type World } from '../testing/world.ts'

/** Apps and servers of different releases. */
const ID = 40_000_001
let world: World
let pete: TestDevice
beforeEach(async () => {
  world = await createWorld()
  await world.write(put('projects', aBareProject({ id: ID })))
  pete = await world.device(cast.pete)
  await pete.settle()
})
afterEach(() => world.close())
const comment = (text: string) => pete.perform(addComment, (newId) => ({ id: newId(), projectId: ID, comment: text }))
const comments = async () => (await world.rows('comments')).map((row) => row.comment)

test('what the server does not know yet waits on the device with all that comes after it, and goes out after the server’s update', async () => {
  done(await comment('Before'))
  done(await comment('New'))
  done(await comment('After'))
  const [, second] = await pete.outbox()
  await pete.db.outbox
    .where('seq')
    .equals(second?.seq ?? 0)
    .modify({ name: 'praiseProject' })
  expect(await pete.round()).toMatchObject({ kind: 'problem', problem: 'server', retryAfterMs: 300_000 })
  expect(await comments()).toEqual(['Before'])
  expect((await pete.outbox()).map(({ name }) => name)).toEqual(['praiseProject', 'addComment'])
  expect(await pete.attention()).toEqual([])
  expect((await world.diary()).map(({ verdict }) => verdict)).toEqual(['applied'])
  // Others' news still comes in.
  await world.write(put('projects', aBareProject({ id: ID, description: 'Four days' })))
  await pete.round()
  expect((await pete.row('projects', ID))?.description).toBe('Four days')

  await pete.db.outbox
    .where('seq')
    .equals(second?.seq ?? 0)
    .modify({ name: 'addComment' })
  await pete.settle()
  expect(await comments()).toEqual(['Before', 'New', 'After'])
})

test('a call of a later version of its command waits too; one of an earlier version is lifted, on both sides', async () => {
  const command = addComment as AnyCommand
  try {
    done(await comment('As it was'))
    command.version = 2
    command.lift = (input) => ({ ...(input as object), comment: `${(input as { comment: string }).comment}, lifted` })
    done(await comment('As it is'))
    expect((await pete.outbox()).map(({ version }) => version)).toEqual([undefined, 2])
    await pete.settle()
    expect(await comments()).toEqual(['As it was, lifted', 'As it is'])
    expect((await pete.rows('comments')).map((row) => row.comment)).toEqual(['As it was, lifted', 'As it is'])

    done(await comment('Of an app that is newer'))
    delete command.version
    expect(await pete.round()).toMatchObject({ kind: 'problem', problem: 'server' })
    expect(await pete.outbox()).toHaveLength(1)
  } finally {
    delete command.version
    delete command.lift
  }
})

test('what a command has learned to say since a server was updated last waits there too, and is judged as it was meant afterwards', async () => {
  await world.write(put('projects', aBareProject({ id: ID, ...standings.interim })))
  const adam = await world.device(cast.adam)
  await adam.settle()
  const registry = commands as Map<string, AnyCommand>
  // As it was when protocol 2 was released.
  const input = z.strictObject({
    id: z.int(),
    approvalId: z.int(),
    comment: z.optional(z.string()),
    seen: z.optional(z.string()),
  })
  registry.set(approveProject.name, { ...(approveProject as AnyCommand), version: 1, input })
  try {
    done(await adam.perform(approveProject, (newId) => ({ id: ID, approvalId: newId(), exceeds: 125_000 })))
    expect(await adam.round()).toMatchObject({ kind: 'problem', problem: 'server' })
    expect(await adam.outbox()).toHaveLength(1)
    expect(await adam.attention()).toEqual([])
    expect(await world.diary()).toEqual([])
  } finally {
    registry.set(approveProject.name, approveProject)
  }
  await adam.settle()
  expect(await world.diary()).toMatchObject([{ verdict: 'applied', input: { exceeds: 125_000 } }])
  expect((await adam.row('projects', ID))?.phase).toBe('authorization')
  adam.close()
})

test('an app of every protocol that the server speaks is answered, and told when there is a newer one; others are told who is too old', async () => {
  const post = (protocol: number) =>
    world.post('/sync', cast.pete.id, { protocol, device: 0, cursor: null, from: 1, calls: [], limit: 10 })
  for (let protocol = MIN_PROTOCOL; protocol <= PROTOCOL; protocol++) {
    const answer = await post(protocol)
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { protocol?: number }).protocol).toBe(protocol < PROTOCOL ? PROTOCOL : undefined)
  }
  expect((await post(MIN_PROTOCOL - 1)).status).toBe(426)
  expect((await post(PROTOCOL + 1)).status).toBe(426)
})

test.each([
  [SERVER_TOO_OLD, 'server'],
  ['UPGRADE_REQUIRED', 'update'],
] as const)('a 426 with %s is the fault of one side, keeps the queue and is tried again', async (code, problem) => {
  done(await comment('Kept'))
  pete.wire = () =>
    Promise.resolve(
      new Response(JSON.stringify({ code, message: '…' }), {
        status: 426,
        headers: { 'content-type': 'application/json' },
      }),
    )
  expect(await pete.round()).toMatchObject({ kind: 'problem', problem, retryAfterMs: 300_000 })
  expect(await pete.outbox()).toHaveLength(1)
})

test('an app learns from an answer that there is a newer one, and from the next of its own that there is none', async () => {
  const told = (protocol: number | undefined) => async (deliver: () => Promise<Response>) => {
    const answer = await deliver()
    const body = (await answer.json()) as object
    return new Response(JSON.stringify({ ...body, ...(protocol ? { protocol } : {}) }), {
      headers: { 'content-type': 'application/json' },
    })
  }
  for (const [protocol, isOld] of [
    [PROTOCOL + 1, true],
    [undefined, false],
  ] as const) {
    done(await comment('Something new'))
    pete.wire = told(protocol)
    await pete.round()
    expect((await pete.db.get('contact')).isOld).toBe(isOld)
  }
})
