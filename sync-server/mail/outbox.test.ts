import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import type { Store } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { testServer } from '../testing/server.ts'
import { tokenIn } from '../testing/post.ts'
import { startRelay, textOf } from '../testing/relay.ts'
import { createFolderCarrier, createSmtpCarrier } from './carriers.ts'
import type { Post } from '../execute/effects.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createSeal } from './seal.ts'

const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function aRelay(asked?: Parameters<typeof startRelay>[0]) {
  const relay = await startRelay(asked)
  closing.push(relay.close)
  return relay
}

const started = performance.now()
const now = () => new Date(Date.parse('2026-03-10T14:00:00.000Z') + performance.now() - started).toISOString()
const organisation = defaultOrganisation
const publicUrl = 'https://fieldpost.example.org'
const seal = createSeal(randomBytes(32))

function aMailer(url: string, waits: number[] = [1, 1, 1], store = openSqlite({ path: ':memory:', mode: 'demo' })) {
  const log: Record<string, unknown>[] = []
  const carrier = createSmtpCarrier({ url, from: 'Fieldpost <no-reply@example.org>' })
  const server = { store, now, organisation }
  const outbox = createOutbox(server, { carrier, seal, publicUrl }, (entry) => log.push(entry), waits)
  closing.push(() => outbox.stop())
  /** As a call does: with its own transaction. */
  const send = (letter: Parameters<Post['letter']>[0]) =>
    store.transact({ reads: {} }, () => ({ changes: outbox.post.letter(letter), value: null }))
  const mailer = { ...outbox, send }
  const waiting = async () => (await store.read({ reads: { effects: many('effects', {}) } })).effects
  return { mailer, log, store, waiting }
}
async function aServer({ mailer, store }: { mailer: Pick<Outbox, 'post'>; store: Store }) {
  const server = await testServer({ store, post: mailer.post })
  closing.push(() => server.close())
  const send = (path: string, body: object) =>
    server.fetch(`/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  return { ...server, send }
}

test('a reset arrives by SMTP with a link to the public address, and the link works', async () => {
  const relay = await aRelay()
  const server = await aServer(aMailer(relay.url))
  expect((await server.send('login/reset', { email: 'pete@fieldpost.example' })).status).toBe(200)
  await vi.waitFor(() => expect(relay.received.length).toBe(1), 20_000)
  const letter = must(relay.received[0])
  expect([letter.from, letter.to]).toEqual(['no-reply@example.org', ['pete@fieldpost.example']])
  expect(letter.source).toMatch(/^Subject: Set a new password for Fieldpost\r$/m)
  const text = textOf(letter.source).replace(/\r/g, '')
  expect(text).toMatch(/^https:\/\/fieldpost\.example\.org\/reset#token=[\w-]{43}$/m)
  const accepted = await server.send('login/accept', { token: tokenIn(text), password: 'seven brown owls' })
  expect(accepted.status).toBe(200)
})

test('a relay that says "later" is asked again; one that says "never" is not', async () => {
  const later = await aRelay({ refusals: 2 })
  const patient = aMailer(later.url)
  await patient.mailer.send({ to: 'pete@fieldpost.example', subject: 'One', text: 'A secret' })
  await vi.waitFor(() => expect(later.received.length).toBe(1), 20_000)
  expect(patient.log).toMatchObject([
    { event: 'mail-failed', attempt: 1, retry: true, responseCode: 451 },
    { event: 'mail-failed', attempt: 2, retry: true, responseCode: 451 },
  ])
  expect(JSON.stringify(patient.log)).not.toMatch(/pete|secret/)

  const never = await aRelay({ refusals: 9, code: 550 })
  const told = aMailer(never.url)
  await told.mailer.send({ to: 'pete@fieldpost.example', subject: 'One', text: 'Text' })
  await vi.waitFor(() => expect(told.log).toMatchObject([{ retry: false, responseCode: 550 }]), 20_000)
  expect(never.attempts()).toBe(1)
})

test('a relay that does not take our password refuses no letter: they go out when that is mended', async () => {
  const relay = await aRelay({ signInsRefused: 2 })
  const { mailer, log } = aMailer(relay.url.replace('//', '//fieldpost:old-password@'))
  await mailer.send({ to: 'pete@fieldpost.example', subject: 'One', text: 'Text' })
  await vi.waitFor(() => expect(relay.received.length).toBe(1), 20_000)
  expect(log).toMatchObject([
    { event: 'mail-failed', code: 'EAUTH', retry: true, responseCode: 535 },
    { event: 'mail-failed', code: 'EAUTH', retry: true, responseCode: 535 },
  ])
})

test('a relay that is gone, or that never says a word, breaks and delays no answer', async () => {
  const deaf = createServer(() => undefined)
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  closing.push(() => void deaf.close())
  const { port } = deaf.address() as AddressInfo
  for (const url of ['smtp://127.0.0.1:1', `smtp://127.0.0.1:${port}`]) {
    const { log, ...mail } = aMailer(url, [])
    const server = await aServer(mail)
    const answer = await server.send('login/reset', { email: 'pete@fieldpost.example' })
    expect([answer.status, log]).toEqual([200, []])
    if (url.endsWith(':1')) await vi.waitFor(() => expect(log).toMatchObject([{ event: 'mail-failed' }]), 20_000)
    expect((await server.send('login', { email: 'pete@fieldpost.example', password: 'fieldpost-demo' })).status).toBe(
      200,
    )
  }
})

test('over a network nothing travels in the clear unless the URL says so', async () => {
  const relay = await aRelay()
  const elsewhere = relay.url.replace('127.0.0.1', '0.0.0.0')
  const letter = { to: 'pete@fieldpost.example', subject: 'One', text: 'Text' }
  const strict = aMailer(elsewhere, [])
  await strict.mailer.send(letter)
  await vi.waitFor(() => expect(strict.log).toMatchObject([{ code: 'ETLS', retry: true }]), 20_000)
  expect(relay.attempts()).toBe(0)
  await aMailer(`${elsewhere}?requireTLS=false`).mailer.send(letter)
  await vi.waitFor(() => expect(relay.received.length).toBe(1), 20_000)
})

test('nothing in an address, a subject or a text becomes a header or another recipient', async () => {
  const relay = await aRelay()
  const { mailer, log } = aMailer(relay.url)
  for (const to of [
    'a@b.example,c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    '<a@b.example> c@d.example',
    'a@b;c@d',
    'nobody',
  ])
    await mailer.send({ to, subject: 'S', text: 'T' })
  expect(log.map((entry) => entry.event)).toEqual(Array.from({ length: 5 }, () => 'mail-refused'))
  await mailer.send({
    to: 'pete@fieldpost.example',
    subject: 'Hi\r\nBcc: c@d.example',
    text: '.\r\nBcc: c@d.example\r\n.\r\n',
  })
  await vi.waitFor(() => expect(relay.received.length).toBe(1), 20_000)
  const letter = must(relay.received[0])
  const [head = ''] = letter.source.split('\r\n\r\n')
  expect([letter.to, /^bcc/im.test(head)]).toEqual([['pete@fieldpost.example'], false])
})

test('in the demonstration a letter is a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-mail-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const carrier = createFolderCarrier(
    join(folder, 'mail'),
    () => '2026-03-10T14:00:00.000Z',
    () => undefined,
  )
  await carrier.carry({ to: 'pete@fieldpost.example', subject: 'One', text: 'Text', key: 'a' })
  const [name = ''] = readdirSync(join(folder, 'mail'))
  expect([name, readFileSync(join(folder, 'mail', name), 'utf8')]).toEqual([
    '2026-03-10T14-00-00-000Z-1.txt',
    'To: pete@fieldpost.example\nSubject: One\n\nText',
  ])
  expect(carrier.reachesPeople).toBe(false)
})

const letter = { to: 'pete@fieldpost.example', subject: 'One', text: 'A secret for Pete' }

test('what was taken and not accepted goes out after a restart, once; in the database nobody can read it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-letters-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'fieldpost.sqlite')
  const store = openSqlite({ path })
  const news = await store.news()
  const gone = aMailer('smtp://127.0.0.1:1', [60_000], store)
  await gone.mailer.send(letter)
  await vi.waitFor(() => expect(gone.log).toMatchObject([{ event: 'mail-failed', retry: true }]), 20_000)
  expect([(await gone.waiting()).length, await store.news()]).toEqual([1, news])
  gone.mailer.stop()
  await store.close()
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name)).includes('secret'), name).toBe(false)

  const again = openSqlite({ path })
  closing.push(() => again.close())
  const relay = await aRelay()
  const after = aMailer(relay.url, [1], again)
  await after.mailer.start()
  await vi.waitFor(() => expect(relay.received.length).toBe(1), 20_000)
  await vi.waitFor(async () => expect(await after.waiting()).toEqual([]), 20_000)
  await aMailer(relay.url, [1], again).mailer.start()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(relay.received.length).toBe(1)
})

test('a second copy says that it is one: its Message-ID is that of the first', async () => {
  const relay = await aRelay()
  const { mailer, store } = aMailer(relay.url, [1])
  const { transact } = store
  // The process ends after the letter was accepted and before that is written down.
  let isDead = false
  store.transact = (plan, decide) => (isDead ? Promise.reject(new StoreUnavailable('Gone.')) : transact(plan, decide))
  await mailer.send(letter)
  isDead = true
  await vi.waitFor(() => expect(relay.received.length).toBe(1), 20_000)
  store.transact = transact
  await aMailer(relay.url, [1], store).mailer.start()
  await vi.waitFor(() => expect(relay.received.length).toBe(2), 20_000)
  const ids = relay.received.map(({ source }) => /^Message-ID: (.*)\r$/im.exec(source)?.[1])
  expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@example\.org>$/)
  expect(ids[1]).toBe(ids[0])
})

test('a letter whose link is over, or whose key is lost, is dropped; one that is refused for good is not kept', async () => {
  const relay = await aRelay()
  const { mailer, waiting, store } = aMailer('smtp://127.0.0.1:1', [60_000])
  await mailer.send({ ...letter, until: '2026-03-10T14:30:00.000Z' })
  await mailer.send({ ...letter, until: '2026-03-12T14:00:00.000Z' })
  expect((await waiting()).length).toBe(2)
  mailer.stop()
  const log: Record<string, unknown>[] = []
  const carrier = createSmtpCarrier({ url: relay.url, from: 'a@example.org' })
  closing.push(() => carrier.stop())
  const later = { store, organisation, now: () => '2026-03-11T14:00:00.000Z' }
  const other = { carrier, seal: createSeal(randomBytes(32)), publicUrl }
  await createOutbox(later, other, (entry) => log.push(entry)).start()
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), 20_000)
  expect([log.map(({ event }) => event), await waiting()]).toEqual([['mail-discarded', 'mail-discarded'], []])

  const never = await aRelay({ refusals: 9, code: 550 })
  const told = aMailer(never.url, [1], store)
  await told.mailer.send(letter)
  await vi.waitFor(async () => expect([told.log.length, await told.waiting()]).toEqual([1, []]), 20_000)
  expect(relay.received).toEqual([])
})

test('a letter is tried until nobody needs it any more, and a disk that takes nothing makes no second one', async () => {
  const { mailer, log, waiting } = aMailer('smtp://127.0.0.1:1', [1, 2])
  await mailer.send(letter)
  await vi.waitFor(() => expect(log.length).toBeGreaterThan(6), 20_000)
  expect([log.every(({ retry }) => retry === true), (await waiting()).length]).toEqual([true, 1])

  const relay = await aRelay({ refusals: 1 })
  const full = aMailer(relay.url, [1])
  const { transact } = full.store
  await full.mailer.send(letter)
  full.store.transact = () => Promise.reject(new StoreUnavailable('The disk is full.'))
  await vi.waitFor(() => expect(relay.received.length).toBe(1), 20_000)
  await full.mailer.start()
  // The relay has it before we hear so, and only then is it to be forgotten.
  const both = expect.arrayContaining(['mail-not-noted', 'mail-not-forgotten']) as string[]
  await vi.waitFor(() => expect(full.log.map(({ event }) => event)).toEqual(both), 20_000)
  full.store.transact = transact
  await full.mailer.start()
  await vi.waitFor(async () => expect(await full.waiting()).toEqual([]), 20_000)
  expect(relay.received.length).toBe(1)
})
