import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { approveProject } from '#shared/commands/projects.ts'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
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
