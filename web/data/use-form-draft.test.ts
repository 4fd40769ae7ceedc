import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addComment } from '#shared/commands/comments.ts'
import { put } from '#shared/kernel/change.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import type { Session } from '#shared/protocol/session.ts'
import { aBareProject } from '#shared/testing/samples.ts'
import { cast, createWorld, done, type TestDevice, type World } from '../testing/world.ts'
import { DeviceProvider } from './device-context.tsx'
import { useDisk } from './disk.ts'
import { useFormDraft } from './use-form-draft.ts'

type Draft = ReturnType<typeof useFormDraft<{ comment: string }>>
const projectId = 40_000_001
let world: World
let ana: TestDevice
let draft: Draft

beforeEach(async () => {
  useDisk.setState({ trouble: null, openings: 0 })
  world = await createWorld()
  await world.write(put('projects', aBareProject({ requested: false, createdById: 1 })))
  ana = await world.device(cast.ana)
  await ana.settle()
  draft = drawn(ana)
})
afterEach(async () => {
  ana.bad.makeRoom()
  ana.close()
  await world.close()
})

/** As a page has it when it is drawn: what follows is asked of it by its buttons. */
function drawn({ db: device, user }: TestDevice): Draft {
  let draft: Draft | undefined
  function Form(): ReactNode {
    draft = useFormDraft('comment:40000001')
    return null
  }
  const session: Session = { token: '', expires: '', user, organisation: defaultOrganisation }
  renderToString(createElement(DeviceProvider, { device, session, children: createElement(Form) }))
  return draft as unknown as Draft
}
const kept = async () => (await ana.db.forms.toArray()).map(({ values }) => values)
const words = { comment: 'Typed before *Save*' }
const send = (also: () => PromiseLike<unknown> = draft.forget) =>
  ana.perform(addComment, (newId) => ({ id: newId(), projectId, ...words }), { also })

test.each([
  ['before the disk was full', () => draft.flush()],
  ['on a full disk', () => (ana.bad.fillAfter(0), draft.flush())],
  ['just now', () => Promise.resolve()],
])('what was typed %s is still kept when it could not be sent', async (_, meanwhile) => {
  draft.save(words)
  await meanwhile()
  ana.bad.fillAfter(0)
  expect(await send()).toMatchObject({ notKept: { input: words } })
  ana.bad.makeRoom()
  await draft.flush()
  expect(await kept()).toEqual([words])
})

test('what has become a call goes with it, also what was being written down meanwhile', async () => {
  draft.save(words)
  const [performed] = await Promise.all([send(), draft.flush()])
  done(performed)
  await draft.flush()
  expect(await kept()).toEqual([])
})

test('what is typed while it becomes a call stays', async () => {
  const next = { comment: 'And one more' }
  draft.save(words)
  const sent = async () => {
    await draft.forget()
    draft.save(next)
  }
  done(await send(sent))
  await draft.flush()
  expect(await kept()).toEqual([next])
})
