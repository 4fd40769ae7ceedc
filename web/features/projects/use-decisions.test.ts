import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import type { Session } from '#shared/protocol/session.ts'
import { queue, type QueueRow } from '#shared/queries/queue.ts'
import { aBareProject, standings } from '#shared/testing/samples.ts'
import { DeviceProvider } from '#web/data/device-context.tsx'
import { useDisk } from '#web/data/disk.ts'
import { askDevice } from '#web/data/use-query.ts'
import { useToasts } from '#web/state/toasts.ts'
import { EngineProvider } from '#web/sync/engine-context.tsx'
import { cast, createWorld, type TestDevice, type World } from '#web/testing/world.ts'
import { useDecisions } from './use-decisions.ts'

const [first, second, third] = [40_000_001, 40_000_002, 40_000_003]
let world: World
let cora: TestDevice
let decisions: ReturnType<typeof useDecisions>

beforeEach(async () => {
  useDisk.setState({ trouble: null, openings: 0 })
  useToasts.setState({ asked: [] })
  world = await createWorld()
  for (const id of [first, second, third])
    await world.write(put('projects', aBareProject({ id, createdById: cast.pete.id })))
  cora = await world.device(cast.cora)
  await cora.settle()
  decisions = drawn(cora)
})
afterEach(async () => {
  cora.bad.makeRoom()
  cora.close()
  await world.close()
})

/** As a page has it when it is drawn: what follows is asked of it by its buttons. */
function drawn({ db: device, user }: TestDevice): typeof decisions {
  let found: typeof decisions | undefined
  function Page(): ReactNode {
    found = useDecisions()
    return null
  }
  const session: Session = { token: '', expires: '', user, organisation: defaultOrganisation }
  const page = createElement(EngineProvider, { device, when: false, children: createElement(Page) })
  renderToString(createElement(DeviceProvider, { device, session, children: page }))
  return must(found)
}
const toasts = () => useToasts.getState().asked.map(({ message }) => message)
const inQueue = (): Promise<QueueRow[]> =>
  askDevice({ device: cora.db, user: cora.user, organisation: defaultOrganisation }, queue, { queue: 'interim' })
const queued = async () => (await cora.db.outbox.toArray()).map(({ id }) => id)

test('two presses on *Undo* take each decision back once, and nobody is told that it is too late', async () => {
  const [one, two] = await inQueue()
  await decisions.noToAll([must(one), must(two)], 'Not this month')
  const keys = await queued()
  expect(keys).toHaveLength(2)
  await Promise.all([decisions.undo(keys), decisions.undo(keys)])
  expect(await queued()).toEqual([])
  expect(toasts()).toEqual([])
})

test('of several that are denied it is said which were, which were refused, and which this device did not take', async () => {
  const rows = await inQueue()
  expect(rows.map(({ id }) => id)).toEqual([first, second, third])
  const changed = rows.map((row) => (row.id === second ? { ...row, seen: 'what stood there before' } : row))
  expect([...(await decisions.noToAll(changed, 'Not this month'))]).toEqual([
    [first, 'decided'],
    [second, 'refused'],
    [third, 'decided'],
  ])
  // Looked at again it is denied.
  const again = (await inQueue()).filter(({ id }) => id === second)
  cora.bad.fillAfter(0)
  expect([...(await decisions.noToAll(again, 'Not this month'))]).toEqual([[second, 'not-kept']])
  cora.bad.makeRoom()
  expect([...(await decisions.noToAll(again, 'Not this month'))]).toEqual([[second, 'decided']])
})

test('who accepts several names nobody, and leaves to whom one was handed over meanwhile', async () => {
  const waiting = (assigneeId: number) =>
    world.write(
      put('projects', aBareProject({ id: first, ...standings.acceptance, createdById: cast.pete.id, assigneeId })),
    )
  await waiting(cast.ana.id)
  const mia = await world.device(cast.mia)
  await mia.settle()
  const rows = await askDevice({ device: mia.db, user: mia.user, organisation: defaultOrganisation }, queue, {
    queue: 'acceptance',
  })
  await waiting(cast.pete.id)
  await drawn(mia).yesToAll(rows)
  await mia.db.outbox.toCollection().modify({ held: false })
  await mia.settle()
  mia.close()
  expect((await world.rows('projects')).find(({ id }) => id === first)).toMatchObject({
    accepted: true,
    assigneeId: cast.pete.id,
  })
})

test('a decision that was refused and is given again needs nobody any more; other words of the person stay', async () => {
  const toServer = async () => {
    await cora.db.outbox.toCollection().modify({ held: false })
    await cora.settle()
  }
  const meanwhile = (taskingCostEstimate: number) =>
    world.write(put('projects', aBareProject({ id: first, createdById: cast.pete.id, taskingCostEstimate })))
  const needing = async () => (await cora.db.attention.toArray()).map(({ call }) => call.name).sort()
  const [one] = await inQueue()
  await meanwhile(100)
  await decisions.yesToAll([must(one)])
  await toServer()
  expect(await needing()).toEqual(['approveProject'])

  // A denial is not what was to be said, and what was refused of it is words.
  const [two] = await inQueue()
  await meanwhile(200)
  await decisions.noToAll([must(two)], 'Not this month')
  await toServer()
  expect(await needing()).toEqual(['approveProject', 'denyProject'])

  const [again] = await inQueue()
  await decisions.yesToAll([must(again)])
  expect(await needing()).toEqual(['denyProject'])
  await toServer()
  expect((await world.rows('projects')).find(({ id }) => id === first)).toMatchObject({ authorized: true })
  expect(await needing()).toEqual(['denyProject'])
})

test('a denial that says the same again takes the place of the one that was refused, and one in other words does not', async () => {
  const refuse = async (content: string) => {
    const [one] = await inQueue()
    const amount = 100 + (await cora.db.attention.count())
    await world.write(
      put('projects', aBareProject({ id: first, createdById: cast.pete.id, taskingCostEstimate: amount })),
    )
    await decisions.noToAll([must(one)], content)
    await cora.db.outbox.toCollection().modify({ held: false })
    await cora.settle()
  }
  await refuse('Not this month')
  await refuse('Ask again in May')
  const said = async () =>
    (await cora.db.attention.toArray()).map(({ call }) => (call.input as { content: string }).content)
  expect((await said()).sort()).toEqual(['Ask again in May', 'Not this month'])
  await decisions.noToAll([must((await inQueue())[0])], 'Not this month ')
  expect(await said()).toEqual(['Ask again in May'])
})

test('who undoes a decision that was given again has the refused one back, with its words and its reason', async () => {
  const [one] = await inQueue()
  await world.write(put('projects', aBareProject({ id: first, createdById: cast.pete.id, taskingCostEstimate: 100 })))
  await decisions.noToAll([must(one)], 'Not this month')
  await cora.db.outbox.toCollection().modify({ held: false })
  await cora.settle()
  const refused = await cora.db.attention.toArray()
  expect(refused).toMatchObject([{ call: { input: { content: 'Not this month' } } }])

  await decisions.noToAll([must((await inQueue())[0])], 'Not this month')
  expect(await cora.db.attention.toArray()).toEqual([])
  await decisions.undo(await queued())
  expect(await queued()).toEqual([])
  expect(await cora.db.attention.toArray()).toEqual(refused)

  // Judged, it has taken the place of the refused one for good.
  await decisions.noToAll([must((await inQueue())[0])], 'Not this month')
  await cora.db.outbox.toCollection().modify({ held: false })
  await cora.settle()
  expect(await cora.db.attention.toArray()).toEqual([])
  expect((await cora.db.judged.toArray()).filter((call) => call.replaces)).toEqual([])
})
