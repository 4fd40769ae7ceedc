import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import { aBareProject, aRequest, standings } from '#shared/testing/samples.ts'
import { DeviceProvider } from '#web/data/device-context.tsx'
import { askDevice } from '#web/data/use-query.ts'
import { EngineProvider } from '#web/sync/engine-context.tsx'
import { cast, createWorld } from '#web/testing/world.ts'
import type { ProjectDetail } from './project-detail.ts'
import { useDeciding } from './use-deciding.tsx'

const [open, approved, requestId] = [40_000_001, 40_000_002, 40_000_009]

test('the text of a request of which a tasking is approved is not offered to be edited, in the queue as on the page (C-246)', async () => {
  const world = await createWorld()
  const asked = { requestId, createdById: cast.pete.id }
  await world.write(
    put('requests', aRequest({ id: requestId, createdById: cast.pete.id })),
    put('projects', aBareProject({ id: open, ...asked })),
    put('projects', aBareProject({ id: approved, ...standings.authorization, ...asked })),
  )
  const cora = await world.device(cast.cora)
  await cora.settle()
  const { db: device, user } = cora
  const detail = must(await askDevice({ device, user, organisation: defaultOrganisation }, projectDetail, { id: open }))
  expect(detail.textKeptFor).toBe(`T-40-2`)

  let found: ReturnType<typeof useDeciding> | undefined
  function Page({ of }: { of: ProjectDetail }): ReactNode {
    found = useDeciding(of)
    return null
  }
  const session = { token: '', expires: '', user, organisation: defaultOrganisation }
  const page = createElement(MemoryRouter, null, createElement(Page, { of: detail }))
  const engine = createElement(EngineProvider, { device, when: false, children: page })
  renderToString(createElement(DeviceProvider, { device, session, children: engine }))
  expect(found).toMatchObject({ abilities: { approve: true, editContent: false }, keptFor: 'T-40-2' })

  cora.close()
  await world.close()
})
