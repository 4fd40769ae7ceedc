import Database from 'better-sqlite3'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { must } from '#shared/lib/must.ts'
import { startSession } from '../auth/sessions.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { aBareProject, aUser, putsOf, references } from '#shared/testing/samples.ts'
import { tokenIn } from '../testing/post.ts'
import { buildServer, freePort, startProcess, writeDatabase } from '../testing/process.ts'

const ADMIN = 9
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-mail-kill-'))
const database = join(folder, 'fieldpost.sqlite')
let server: Awaited<ReturnType<typeof buildServer>>
beforeAll(async () => {
  server = await buildServer('mail-kill')
}, 60_000)
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  server.remove()
})

/** A relay that takes the bytes of a letter, and accepts it only while it is open. */
async function aRelay() {
  const accepted: string[] = []
  let isOpen = false
  let offered = 0
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, callback) {
      let source = ''
      stream.on('data', (chunk: Buffer) => (source += chunk.toString()))
      stream.on('end', () => {
        offered += 1
        if (!isOpen) return
        accepted.push(source.replace(/=\r\n/g, '').replace(/=3D/g, '=').replace(/\r/g, ''))
        callback()
      })
    },
  })
  relay.on('error', () => undefined)
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(relay.server.address() as AddressInfo).port}`,
    accepted,
    offered: () => offered,
    /** Nothing of a client that was killed is on the way any more. */
    isQuiet: () => vi.waitFor(() => expect(relay.connections.size).toBe(0), 20_000),
    open: () => (isOpen = true),
    close: () => new Promise<void>((resolve) => relay.close(() => resolve())),
  }
}

async function anAdmin(): Promise<string> {
  await writeDatabase(database, 1)
  const store = openSqlite({ path: database })
  const admin = put('users', aUser({ id: ADMIN, roles: 'Admin' }))
  await store.transact({ reads: {} }, () => ({ changes: [admin], value: null }))
  const now = () => new Date().toISOString()
  const { token } = must(await startSession({ store, organisation: defaultOrganisation, now }, ADMIN, 'test'))
  await store.close()
  return token
}
function waiting(): unknown {
  const db = new Database(database, { readonly: true })
  try {
    return db.prepare('SELECT count(*) FROM effects').pluck().get()
  } finally {
    db.close()
  }
}

test(
  'killed after the answer and before the relay accepts: the letter arrives after the restart, and an accepted one once',
  { timeout: 60_000 },
  async () => {
    const relay = await aRelay()
    const token = await anAdmin()
    const port = await freePort()
    vi.stubEnv('SMTP_URL', relay.url)
    vi.stubEnv('SMTP_FROM', 'Fieldpost <no-reply@example.org>')
    vi.stubEnv('PUBLIC_URL', 'https://fieldpost.example.org')
    const call = (method: string, path: string, body: object) =>
      fetch(`http://127.0.0.1:${port}/api/${path}`, {
        method,
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
    const invite = async () => {
      const answer = await call('PATCH', 'resources/users?invite=true', { id: 1 })
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { invitation: { sentTo: 'user1@fieldpost.example' } },
      ])
    }

    let running = await startProcess(server.script, folder, port)
    await invite()
    await running.end('SIGKILL')
    expect([relay.accepted, waiting()]).toEqual([[], 1])
    for (const name of readdirSync(folder).filter((name) => name.startsWith('fieldpost.sqlite')))
      expect(
        /#token=|user1@fieldpost\.example.{0,40}you have an account/.test(readFileSync(join(folder, name), 'latin1')),
        name,
      ).toBe(false)

    // Once more while the relay has the letter and says nothing.
    await relay.isQuiet()
    const before = relay.offered()
    running = await startProcess(server.script, folder, port)
    await vi.waitFor(() => expect(relay.offered()).toBeGreaterThan(before), 20_000)
    await running.end('SIGKILL')
    expect([relay.accepted, waiting()]).toEqual([[], 1])

    await relay.isQuiet()
    relay.open()
    running = await startProcess(server.script, folder, port)
    await vi.waitFor(() => expect(relay.accepted.length).toBe(1), 20_000)
    await vi.waitFor(() => expect(waiting()).toBe(0), 20_000)
    await running.end('SIGKILL')

    running = await startProcess(server.script, folder, port)
    await invite()
    await vi.waitFor(() => expect(relay.accepted.length).toBe(2), 20_000)
    const [first = '', second = ''] = relay.accepted.map((source) => tokenIn(source))
    expect(second).not.toBe(first)
    const accept = async (link: string) =>
      (await call('POST', 'login/accept', { token: link, password: 'seven brown owls' })).status
    // The first link was replaced by the second.
    expect([await accept(first), await accept(second)]).toEqual([404, 200])
    expect(await running.end('SIGTERM')).toBe(0)
    expect(relay.accepted.filter((source) => /^Subject: Your account for/m.test(source)).length).toBe(2)
    await relay.close()
  },
)

test(
  'killed between a denial and its letter: the letter comes after the restart, once, and the entry is there',
  { timeout: 60_000 },
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'fieldpost-effects-kill-'))
    const path = join(place, 'fieldpost.sqlite')
    const relay = await aRelay()
    relay.open()
    await writeDatabase(path, 1)
    const store = openSqlite({ path })
    const now = () => new Date().toISOString()
    const people = [aUser({ id: 9, roles: 'COR' }), aUser({ id: 8, fullName: 'Pete Okafor', roles: 'PO' })]
    const tasking = aBareProject({ interim: true, approved: true, createdById: 8, assigneeId: 8 })
    await store.transact({ reads: {} }, () => ({
      changes: [...putsOf(references), ...people.map((row) => put('users', row)), put('projects', tasking)],
      value: null,
    }))
    const { token } = must(await startSession({ store, organisation: defaultOrganisation, now }, 9, 'test'))
    await store.close()
    const port = await freePort()
    vi.stubEnv('SMTP_URL', relay.url)
    vi.stubEnv('SMTP_FROM', 'Fieldpost <no-reply@example.org>')
    vi.stubEnv('PUBLIC_URL', 'https://fieldpost.example.org')
    const rows = (sql: string): unknown[] => {
      const db = new Database(path)
      try {
        return /^SELECT/.test(sql) ? db.prepare(sql).pluck().all() : [db.prepare(sql).run()]
      } finally {
        db.close()
      }
    }

    let running = await startProcess(server.script, place, port)
    const answer = await fetch(`http://127.0.0.1:${port}/api/projects/${tasking.id}/deny`, {
      method: 'POST',
      body: JSON.stringify({ content: 'The dates clash.', assigneeId: 8 }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    await running.end('SIGKILL')
    const left = 'SELECT kind FROM effects'
    expect([rows(left), rows('SELECT kind FROM notifications'), relay.offered()]).toEqual([['now'], ['denied'], 0])

    // Five minutes later.
    rows("UPDATE effects SET dueDate = '2026-01-01T00:00:00.000Z'")
    for (let start = 0; start < 2; start++) {
      running = await startProcess(server.script, place, port)
      await vi.waitFor(() => expect(relay.accepted.length).toBe(1), 20_000)
      await vi.waitFor(() => expect(rows(left)).toEqual([]), 20_000)
      await running.end('SIGKILL')
    }
    expect(relay.accepted.length).toBe(1)
    expect(relay.accepted[0]).toMatch(/denied T-40-1: /)
    expect(rows('SELECT kind FROM notifications')).toEqual(['denied'])
    rmSync(place, { recursive: true, force: true })
    await relay.close()
  },
)
