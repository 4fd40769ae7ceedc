import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { testServer } from '../testing/server.ts'
import { tokenIn } from '../testing/post.ts'
import { createFolderMailer, createSmtpMailer, type Mailer } from './mailer.ts'

const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Received {
  from: string
  to: string[]
  source: string
}
/** A real SMTP server on a real socket; it turns away as many letters as it is told to. */
async function aRelay({ refusals = 0, code = 451 } = {}) {
  const received: Received[] = []
  let attempts = 0
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      let source = ''
      stream.on('data', (chunk: Buffer) => (source += chunk.toString()))
      stream.on('end', () => {
        attempts += 1
        if (attempts <= refusals)
          return callback(Object.assign(new Error('No, pete@fieldpost.example'), { responseCode: code }))
        const { mailFrom, rcptTo } = session.envelope
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => relay.close(() => resolve())))
  const { port } = relay.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received, attempts: () => attempts }
}

function aMailer(url: string, waits: number[] = [1, 1, 1]) {
  const log: Record<string, unknown>[] = []
  const mailer = createSmtpMailer({ url, from: 'Fieldpost <no-reply@example.org>' }, (entry) => log.push(entry), waits)
  closing.push(() => mailer.stop())
  return { mailer, log }
}
async function aServer(mailer: Mailer) {
  const server = await testServer({ post: { ...mailer, publicUrl: 'https://fieldpost.example.org' } })
  closing.push(() => server.close())
  const send = (path: string, body: object) =>
    server.fetch(`/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  return { ...server, send }
}
/** What a person reads: quoted-printable undone. */
const textOf = (source: string): string =>
  source.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

test('a reset arrives by SMTP with a link to the public address, and the link works', async () => {
  const relay = await aRelay()
  const server = await aServer(aMailer(relay.url).mailer)
  expect((await server.send('login/reset', { email: 'pete@fieldpost.example' })).status).toBe(200)
  await vi.waitFor(() => expect(relay.received.length).toBe(1), 5_000)
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
  patient.mailer.send({ to: 'pete@fieldpost.example', subject: 'One', text: 'A secret' })
  await vi.waitFor(() => expect(later.received.length).toBe(1), 5_000)
  expect(patient.log).toMatchObject([
    { event: 'mail-failed', attempt: 1, retry: true, responseCode: 451 },
    { event: 'mail-failed', attempt: 2, retry: true, responseCode: 451 },
  ])
  expect(JSON.stringify(patient.log)).not.toMatch(/pete|secret/)

  const never = await aRelay({ refusals: 9, code: 550 })
  const told = aMailer(never.url)
  told.mailer.send({ to: 'pete@fieldpost.example', subject: 'One', text: 'Text' })
  await vi.waitFor(() => expect(told.log).toMatchObject([{ retry: false, responseCode: 550 }]), 5_000)
  expect(never.attempts()).toBe(1)
})

test('a relay that is gone, or that never says a word, breaks and delays no answer', async () => {
  const deaf = createServer(() => undefined)
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  closing.push(() => void deaf.close())
  const { port } = deaf.address() as AddressInfo
  for (const url of ['smtp://127.0.0.1:1', `smtp://127.0.0.1:${port}`]) {
    const { mailer, log } = aMailer(url, [])
    const server = await aServer(mailer)
    const answer = await server.send('login/reset', { email: 'pete@fieldpost.example' })
    expect([answer.status, log]).toEqual([200, []])
    if (url.endsWith(':1')) await vi.waitFor(() => expect(log).toMatchObject([{ event: 'mail-failed' }]), 5_000)
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
  strict.mailer.send(letter)
  await vi.waitFor(() => expect(strict.log).toMatchObject([{ code: 'ETLS', retry: false }]), 5_000)
  expect(relay.attempts()).toBe(0)
  aMailer(`${elsewhere}?requireTLS=false`).mailer.send(letter)
  await vi.waitFor(() => expect(relay.received.length).toBe(1), 5_000)
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
    mailer.send({ to, subject: 'S', text: 'T' })
  expect(log.map((entry) => entry.event)).toEqual(Array.from({ length: 5 }, () => 'mail-refused'))
  mailer.send({
    to: 'pete@fieldpost.example',
    subject: 'Hi\r\nBcc: c@d.example',
    text: '.\r\nBcc: c@d.example\r\n.\r\n',
  })
  await vi.waitFor(() => expect(relay.received.length).toBe(1), 5_000)
  const letter = must(relay.received[0])
  const [head = ''] = letter.source.split('\r\n\r\n')
  expect([letter.to, /^bcc/im.test(head)]).toEqual([['pete@fieldpost.example'], false])
})

test('in the demonstration a letter is a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-mail-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const mailer = createFolderMailer(
    join(folder, 'mail'),
    () => '2026-03-10T14:00:00.000Z',
    () => undefined,
  )
  mailer.send({ to: 'pete@fieldpost.example', subject: 'One', text: 'Text' })
  const [name = ''] = readdirSync(join(folder, 'mail'))
  expect([name, readFileSync(join(folder, 'mail', name), 'utf8')]).toEqual([
    '2026-03-10T14-00-00-000Z-1.txt',
    'To: pete@fieldpost.example\nSubject: One\n\nText',
  ])
  expect(mailer.reachesPeople).toBe(false)
})
