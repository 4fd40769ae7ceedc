import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { approveProject } from '#shared/commands/projects.ts'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import * as messages from '#shared/model/messages.ts'
import { defaultOrganisation, UNDO_MS } from '#shared/model/limits.ts'
import type { Session } from '#shared/protocol/session.ts'
import { queue } from '#shared/queries/queue.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { DeviceProvider } from '../data/device-context.tsx'
import { askDevice } from '../data/use-query.ts'
import { useToasts } from '../state/toasts.ts'
import { EngineProvider } from '../sync/engine-context.tsx'
import { cast, createWorld, type TestDevice, type World } from '../testing/world.ts'
import { useAct } from './use-act.ts'

const id = 40_000_001
let world: World
let cora: TestDevice

beforeEach(async () => {
  useToasts.setState({ asked: [] })
  world = await createWorld()
  await world.write(put('projects', aBareProject({ id, createdById: cast.pete.id })))
  cora = await world.device(cast.cora)
  await cora.settle()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  vi.useRealTimers()
  cora.close()
  await world.close()
})

/** What a page has of a hook when it is drawn. */
function drawn<T>({ db: device, user }: TestDevice, use: () => T): T {
  let found: T | undefined
  function Page(): ReactNode {
    found = use()
    return null
  }
  const session: Session = { token: '', expires: '', user, organisation: defaultOrganisation }
  const page = createElement(EngineProvider, { device, when: false, children: createElement(Page) })
  renderToString(createElement(DeviceProvider, { device, session, children: page }))
  return must(found)
}
async function approve(): Promise<void> {
  const asked = { device: cora.db, user: cora.user, organisation: defaultOrganisation }
  const [row] = await askDevice(asked, queue, { queue: 'interim' })
  const act = drawn(cora, () => useAct(approveProject))
  await act((newId) => ({ id, approvalId: newId(), seen: must(row).seen }), { undoable: 'Authorized T-40-1' })
}
async function comment(): Promise<void> {
  const act = drawn(cora, () => useAct(addComment))
  await act((newId) => ({ id: newId(), projectId: id, comment: 'Seats for six' }))
}
const toasts = () => useToasts.getState().asked.map(({ message }) => message)

test('*Undo* is offered for as long as the decision is held, however long its toast stands', async () => {
  await approve()
  let isOver = false
  const [undo] = must(useToasts.getState().asked[0]).actions
  void must(undo?.until).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(UNDO_MS - 100)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(isOver).toBe(true)
})

test('what is said after a decision waits behind it, and while connected that is no news of the connection (C-247)', async () => {
  await approve()
  await comment()
  await passing(UNDO_MS)
  expect(toasts()).toEqual(['Authorized T-40-1'])
  await cora.settle()
  await passing(500)
  expect(toasts()).toEqual(['Authorized T-40-1', messages.saved])
})

test('without a connection it is said at once that it will be sent, also behind a decision that is held (C-113)', async () => {
  await cora.db.change('contact', (contact) => ({ ...contact, problem: 'offline' }))
  await approve()
  await comment()
  await passing(3_000)
  expect(toasts()).toEqual(['Authorized T-40-1', messages.savedOnDevice])
})

/** The database answers between two looks at it. */
async function passing(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await vi.advanceTimersByTimeAsync(100)
    await cora.db.judged.count()
  }
}
