import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import * as messages from '#shared/model/messages.ts'
import { StoreUnavailable } from '#server/store/unavailable.ts'
import { testServer, type TestServer } from '#server/testing/server.ts'
import { Device } from '../data/device.ts'
import type { Fetch } from '../net/api.ts'
import { giveUpSaving, saveOnline } from './save-online.ts'
import { useSaves } from './saves.ts'

let server: TestServer
let device: Device
let token: string
let rounds: number
let sent: number

beforeEach(async () => {
  server = await testServer()
  device = new Device('saving', { indexedDB: new IDBFactory(), IDBKeyRange })
  token = await server.signIn('mia')
  rounds = sent = 0
})
afterEach(async () => {
  device.close()
  await server.close()
})

const wire: Fetch = async (path, init) => server.app.request(path, init)
/** The server does what was asked, and nobody hears of it. */
const lost: Fetch = async (path, init) => {
  await wire(path, init)
  throw new TypeError('Failed to fetch')
}
const save = (title: string, fetch = wire, link: { token?: string | undefined; isCutOff?: boolean } = {}) =>
  saveOnline<{ id: number }>(
    {
      device,
      token: 'token' in link ? link.token : token,
      round: () => Promise.resolve({ kind: 'done', rounds: ++rounds }),
      sendNow: () => Promise.resolve({ kind: link.isCutOff ? 'problem' : 'done', sent: ++sent }),
      fetch,
    },
    { method: 'POST', path: 'resources/countries', body: { title, active: true }, afterQueue: link.isCutOff ?? false },
  )
const done = () => Promise.resolve({ kind: 'done' })
const countriesCalled = async (title: string) =>
  (await server.store.read({ reads: { rows: many('countries', {}) } })).rows.filter((row) => row.title === title)

test('what is saved is answered with its row, which arrives with a round', async () => {
  expect(await save('Bhutan')).toMatchObject({ body: { title: 'Bhutan', active: true } })
  expect([(await countriesCalled('Bhutan')).length, rounds]).toEqual([1, 1])
})

test('what could still be undone stays so, but where a save must not overtake it', async () => {
  await save('Bhutan')
  expect([rounds, sent]).toEqual([1, 0])
  await save('Nepal', wire, { isCutOff: true })
  expect([rounds, sent]).toEqual([1, 1])
})

test('whoever thinks better of it while the queue is sent has it called off', async () => {
  let isWanted = true
  const saving = saveOnline(
    {
      ...{ device, token, fetch: wire, round: done },
      sendNow: () => {
        isWanted = false
        return done()
      },
    },
    {
      ...{ method: 'POST', path: 'resources/countries', body: { title: 'Bhutan', active: true } },
      ...{ afterQueue: true, isWanted: () => isWanted },
    },
  )
  expect(await saving).toEqual({ refusal: { refused: 'failed', message: messages.calledOff } })
  expect(await countriesCalled('Bhutan')).toEqual([])
})

test('once it is known that nothing comes through, nobody waits for the round that still tries to send the queue', async () => {
  const saving = saveOnline(
    { device, token, fetch: wire, round: done, sendNow: () => new Promise<never>(() => undefined) },
    { method: 'POST', path: 'resources/countries', body: { title: 'Bhutan', active: true }, afterQueue: true },
  )
  await device.change('contact', (contact) => ({ ...contact, problem: 'unreachable' }))
  expect(await saving).toEqual({ refusal: { refused: 'failed', message: messages.onlineOnly } })
  expect(await countriesCalled('Bhutan')).toEqual([])
})

test('a save whose answer was lost is done once, however often it is sent again, and answers the first row', async () => {
  const unknown = { refusal: { refused: 'failed', message: messages.noAnswer }, isUnknown: true }
  expect(await save('Bhutan', lost)).toEqual(unknown)
  expect(await save('Bhutan', lost)).toMatchObject({ refusal: { message: messages.noAnswer } })
  const { body } = await save('Bhutan')
  expect((await countriesCalled('Bhutan')).map(({ id }) => id)).toEqual([body?.id])
})

test('after a lost answer, a try that cannot be sent does not say that nothing was done, whatever it says; an answer ends that', async () => {
  const unknown = { refusal: { refused: 'failed', message: messages.noAnswer }, isUnknown: true }
  await save('Bhutan', lost)
  expect(await save('Bhutan', wire, { isCutOff: true })).toEqual(unknown)
  expect(await save('Bhutan', wire, { token: undefined })).toEqual(unknown)
  expect(await save('Kingdom of Bhutan', wire, { isCutOff: true })).toEqual(unknown)
  await save('Bhutan')
  expect(await save('Bhutan', wire, { isCutOff: true })).toEqual({
    refusal: { refused: 'failed', message: messages.onlineOnly },
  })
})

test('rows that came after a lost answer tell what became of it: nothing is in doubt any more, and the same save is still done once', async () => {
  const heard = () => device.change('contact', (contact) => ({ ...contact, lastOk: contact.lastOk + 1 }))
  const afterwards = () => save('Bhutan', wire, { isCutOff: true })
  // A round that came while it was waited for has perhaps not seen it.
  await save('Bhutan', async (...call) => {
    await heard()
    return lost(...call)
  })
  expect(await afterwards()).toMatchObject({ isUnknown: true })
  await heard()
  expect(await afterwards()).toEqual({ refusal: { refused: 'failed', message: messages.onlineOnly } })
  const { body } = await save('Bhutan')
  expect((await countriesCalled('Bhutan')).map(({ id }) => id)).toEqual([body?.id])
})

test('a save that the release before this one left in doubt stays so until it is saved again', async () => {
  await save('Bhutan', lost)
  await device.change('saving', (saving = {}) =>
    Object.fromEntries(Object.entries(saving).map(([what, { key, print }]) => [what, { key, print }])),
  )
  await device.change('contact', (contact) => ({ ...contact, lastOk: 1 }))
  expect(await save('Bhutan', wire, { isCutOff: true })).toMatchObject({ isUnknown: true })
})

const answering =
  (status: number, message: string): Fetch =>
  () =>
    Promise.resolve(Response.json({ code: 'SAID', message, requestId: 'r' }, { status }))
const advisorsCalled = async (name: string) =>
  (await server.store.read({ reads: { rows: many('advisors', {}) } })).rows.filter((row) => row.name === name)
const addKim = (fetch: Fetch) =>
  saveOnline<{ id: number }>(
    { device, token, round: done, sendNow: done, fetch },
    { method: 'POST', path: 'resources/advisors', body: { name: 'Kim' } },
  )

test.each([401, 408, 425, 426, 429])(
  'after a lost answer, one of %i judges nothing and says its own sentence: the same save is still done once',
  async (status) => {
    const said = { refusal: { refused: 'failed', message: 'Not now.' } }
    expect(await addKim(answering(status, 'Not now.'))).toEqual(said)
    await addKim(lost)
    expect(await addKim(answering(status, 'Not now.'))).toEqual({ ...said, isUnknown: true })
    const { body } = await addKim(wire)
    expect((await advisorsCalled('Kim')).map(({ id }) => id)).toEqual([body?.id])
  },
)

test.each([500, 503])(
  'after a lost answer, one of %i says nothing of what became of it: the same save is still done once',
  async (status) => {
    await addKim(lost)
    const { count } = useSaves.getState()
    expect(await addKim(answering(status, 'Not now.'))).toMatchObject({
      refusal: { message: status === 503 ? 'Not now.' : messages.noAnswer },
      isUnknown: true,
    })
    expect(useSaves.getState().count).toBe(count + 1)
    const { body } = await addKim(wire)
    expect((await advisorsCalled('Kim')).map(({ id }) => id)).toEqual([body?.id])
  },
)

test('a refusal that has judged the call takes its key: the same words are judged anew', async () => {
  await addKim(answering(409, 'This already exists.'))
  expect(await device.get('saving')).toEqual({})
})

test('what the server has not even looked at is in no doubt', async () => {
  await addKim(answering(429, 'Not now.'))
  expect(await device.get('saving')).toEqual({})
})

test('a connection that ends inside a commit that was carried out: saved again it is one row', async () => {
  // Whoever asks has been heard of, and ids are set aside: what writes next is the command.
  await save('Bhutan')
  const { transact } = server.store
  vi.spyOn(server.store, 'transact').mockImplementationOnce(async (...plan) => {
    await transact(...plan)
    throw new StoreUnavailable('The database does not answer (Connection terminated unexpectedly).')
  })
  expect(await addKim(wire)).toMatchObject({ refusal: { refused: 'failed' }, isUnknown: true })
  const { body } = await addKim(wire)
  expect((await advisorsCalled('Kim')).map(({ id }) => id)).toEqual([body?.id])
})

test('after a lost answer a round asks first whether the server is there, so that what is said of the link is true', async () => {
  await save('Bhutan', lost)
  expect([(await device.get('contact')).failures, rounds]).toEqual([1, 1])
})

test('what is saved instead, after a lost answer, is another call', async () => {
  await save('Bhutan', lost)
  expect(await save('Kingdom of Bhutan')).toMatchObject({ body: { title: 'Kingdom of Bhutan' } })
  // And the first one under its own name is refused as what it is: there already.
  expect(await save('Bhutan')).toMatchObject({ refusal: { refused: 'duplicate', errors: [{ field: 'title' }] } })
})

test('once a form has been discarded the same words are another one, and not answered with the first', async () => {
  const link = { device, token, round: done, sendNow: done }
  const advisor = { method: 'POST', path: 'resources/advisors', body: { name: 'Kim' } } as const
  await saveOnline({ ...link, fetch: lost }, advisor)
  await giveUpSaving(device, advisor)
  await saveOnline({ ...link, fetch: wire }, advisor)
  const { rows } = await server.store.read({ reads: { rows: many('advisors', {}) } })
  expect(rows.filter(({ name }) => name === 'Kim')).toHaveLength(2)
})

test('what may repeat is never answered as an earlier wish was: the second move up moves, though the answer to the first was lost', async () => {
  const link = { device, token, round: done, sendNow: done }
  const path = 'settings/deliverables'
  const ids: number[] = []
  for (const name of ['Alpha', 'Beta']) {
    const made = await saveOnline<{ id: number }>(
      { ...link, fetch: wire },
      { method: 'POST', path, body: { name, taskId: 101 } },
    )
    ids.push(made.body?.id ?? 0)
  }
  const [a = 0, b = 0] = ids
  const up = (id: number, before: number, fetch: Fetch) =>
    saveOnline({ ...link, fetch }, { method: 'POST', path: `${path}/${id}/move`, body: { before }, mayRepeat: true })
  const order = async () =>
    (await server.store.read({ reads: { rows: many('deliverableTemplates', { id: ids }) } })).rows
      .sort((one, other) => one.position - other.position)
      .map(({ name }) => name)

  await up(b, a, lost)
  expect(await order()).toEqual(['Beta', 'Alpha'])
  expect(await device.get('saving')).toEqual({})
  await up(a, b, wire)
  expect(await order()).toEqual(['Alpha', 'Beta'])
  expect(await up(b, a, wire)).toHaveProperty('body')
  expect(await order()).toEqual(['Beta', 'Alpha'])
  // And sent twice it comes to the same.
  expect(await up(b, a, wire)).toMatchObject({ body: { already: {} } })
})

test('what is wrong comes back at its fields, as the server says it', async () => {
  expect(await save('Bh')).toEqual({
    refusal: { refused: 'invalid', message: messages.title, errors: [{ field: 'title', message: messages.title }] },
  })
})

test('nothing is asked without a session, nor before a queue that cannot be sent', async () => {
  const never: Fetch = () => Promise.reject(new Error('Asked'))
  const refused = { refusal: { refused: 'failed', message: messages.onlineOnly } }
  expect(await save('Bhutan', never, { token: undefined })).toEqual(refused)
  expect(await save('Bhutan', never, { isCutOff: true })).toEqual(refused)
})

test('a password is never on the disk, not even of a save without an answer; sent again it makes one account', async () => {
  const password = 'seven brown owls'
  const body = { fullName: 'Nora New', email: 'nora@example.org', roles: 'Analyst', password }
  const open = (fetch: Fetch) =>
    saveOnline<{ id: number }>(
      { device, token, round: done, sendNow: done, fetch },
      { method: 'POST', path: 'resources/users', body, isSecret: true },
    )
  expect(await open(lost)).toMatchObject({ refusal: { message: messages.noAnswer } })
  const onDisk = await Promise.all(device.tables.map((table) => table.toArray()))
  expect(JSON.stringify(onDisk)).not.toContain('owls')
  const { body: answer } = await open(wire)
  const { rows } = await server.store.read({ reads: { rows: many('users', { email: 'nora@example.org' }) } })
  expect(rows.map(({ id }) => id)).toEqual([answer?.id])
})

test('the link of an invitation is not lost with the answer that told it', async () => {
  const invite = (fetch: Fetch) =>
    saveOnline<{ invitation?: { link: string } }>(
      { device, token, round: done, sendNow: done, fetch },
      {
        ...{ method: 'POST', path: 'resources/users?invite=true' },
        body: { fullName: 'Nora New', email: 'nora@example.org', roles: 'Analyst' },
      },
    )
  await invite(lost)
  expect((await invite(wire)).body?.invitation?.link).toMatch(/^\/reset#token=.{43}$/)
})

test('what is remembered of a save without an answer is a print, and it is gone with the answer', async () => {
  await save('Bhutan', lost)
  const kept = JSON.stringify(await device.get('saving'))
  expect(kept).toContain('POST resources/countries')
  expect(kept).not.toContain('Bhutan')
  await save('Bhutan')
  expect(await device.get('saving')).toEqual({})
})

test('where the row does not come in time nobody is kept waiting for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let answer: unknown
  const link = { device, token, round: () => new Promise<never>(() => undefined), sendNow: done, fetch: wire }
  const saving = saveOnline(link, {
    method: 'POST',
    path: 'resources/countries',
    body: { title: 'Bhutan', active: true },
  })
  void saving.then((saved) => (answer = saved))
  // The clock of the wall: how many turns the server needs is the machine's business.
  for (const begun = Date.now(); !answer && Date.now() - begun < 20_000;) {
    await vi.advanceTimersByTimeAsync(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  vi.useRealTimers()
  expect(answer).toMatchObject({ body: { title: 'Bhutan' } })
})
