import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import type { User } from '#shared/model/reference.ts'
import { people } from '../demo/people.ts'
import { aPost } from '../testing/post.ts'
import { stage, type Stage } from '../testing/stage.ts'
import { tokenHash } from './tokens.ts'

const idOf = (mail: string): number => must(people.find((person) => person.mail === mail)).id
let on: Stage
const logged: Record<string, unknown>[] = []
beforeEach(async () => {
  logged.length = 0
  on = await stage({ post: aPost().post, log: (entry) => logged.push(entry) })
})
afterEach(() => on.close())

const feed = async (path: string) => {
  const answer = await on.fetch(path)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text(), answer }
}
const make = async (who: string) => String((await on.post(who, 'calendar', {})).body.path)
const events = (text: string) =>
  [...text.replaceAll('\r\n ', '').matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, said]) => said)
const userRow = async (mail: string): Promise<User> =>
  must((await on.store.read({ reads: { users: many('users', { id: idOf(mail) }) } })).users[0])

test('a calendar without a session gets the due dates of its person’s open taskings, one whole day each, and nothing of others', async () => {
  const mine = await on.tasking('progress', { assigneeId: idOf('ben'), dueDate: '2026-03-31', description: 'Two days' })
  await on.tasking('completed', { assigneeId: idOf('ben') })
  await on.tasking('canceled', { assigneeId: idOf('ben') })
  await on.tasking('progress', { assigneeId: idOf('ana') })
  const { status, type, text, answer } = await feed(await make('ben'))
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(text).toContain(`UID:tasking-${mine}@fieldpost\r\n`)
  expect(text).toContain('DTSTART;VALUE=DATE:20260331\r\nDTEND;VALUE=DATE:20260401\r\n')
  const { open } = await on.store.read({
    reads: { open: many('projects', { assigneeId: idOf('ben'), closedDate: '' }) },
  })
  expect(events(text)).toHaveLength(open.length)
})

test('a tasking that is due on the last day there is leaves the calendar readable', async () => {
  await on.tasking('progress', { assigneeId: idOf('mia'), dueDate: '9999-12-31' })
  const { text } = await feed(await make('mia'))
  expect(text).toContain('DTSTART;VALUE=DATE:99991231\r\n')
  for (const [, date] of text.matchAll(/;VALUE=DATE:(.*)\r\n/g)) expect(date).toMatch(/^\d{8}$/)
})

test('what people wrote makes no event and no line of its own, and lines are folded at 75 bytes', async () => {
  const description = `Ends;here,\\now\r\nEND:VEVENT\r\nBEGIN:VALARM\u0007 ${'ж'.repeat(120)}`
  await on.tasking('progress', { assigneeId: idOf('ben'), description })
  const { text } = await feed(await make('ben'))
  expect(text).not.toContain('\nBEGIN:VALARM')
  expect(text.match(/\r\nBEGIN:VEVENT/g)?.length).toBe(text.match(/\r\nEND:VEVENT/g)?.length)
  expect(text.replaceAll('\r\n ', '')).toContain('DESCRIPTION:Ends\\;here\\,\\\\now END:VEVENT BEGIN:VALARM ж')
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
})

test('only a hash of the address is kept, and no log has it', async () => {
  const path = await make('ana')
  const secret = must(/calendar\/([\w-]{43})\.ics$/.exec(path)?.[1])
  await feed(path)
  const { rows } = await on.store.read({ reads: { rows: many('calendars', {}) } })
  expect(rows.map(({ id, tokenHash: hash }) => [id, hash])).toEqual([[idOf('ana'), tokenHash(secret)]])
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(logged.length).toBeGreaterThan(1)
  expect(JSON.stringify(logged)).not.toContain(secret)
})

test('a new address ends the one before; revoked, or of somebody who has left, it is not found', async () => {
  const first = await make('ana')
  const second = await make('ana')
  expect([(await feed(first)).status, (await feed(second)).status]).toEqual([404, 200])
  expect((await on.as('ana', 'GET', 'calendar')).body.createDate).not.toBe('')
  const ana = await userRow('ana')
  await on.write(put('users', { ...ana, active: false }))
  expect((await feed(second)).status).toBe(404)
  await on.write(put('users', ana))
  expect((await feed(second)).status).toBe(200)
  expect((await on.as('ana', 'DELETE', 'calendar')).body).toEqual({ createDate: '' })
  expect((await feed(second)).status).toBe(404)
  expect((await on.fetch('/api/calendar')).status).toBe(401)
})

test('it opens nothing else: no session, no other line', async () => {
  const secret = must(/calendar\/([\w-]{43})/.exec(await make('ada'))?.[1])
  const answer = await on.fetch('/api/session', { headers: { authorization: `Bearer ${secret}` } })
  expect(answer.status).toBe(401)
})

test('whoever guesses is told to wait, and the calendars of others go on; one that is asked for too often waits, too', async () => {
  const path = await make('ana')
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => feed(`/api/calendar/${String(n).padStart(43, 'x')}.ics`)),
  )
  const statuses = guesses.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect(Number(guesses.find(({ status }) => status === 429)?.answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const asked = []
  for (let n = 0; n < 40; n++) asked.push((await feed(path)).status)
  expect(asked.filter((status) => status === 200)).toHaveLength(30)
  expect(asked.at(-1)).toBe(429)
})

test('what its person may not see any more is in it no more', async () => {
  const strict = await stage({ organisation: { restrictTeamVisibility: true } })
  const seen = await strict.tasking('progress', { teamId: 3, assigneeId: idOf('ana') })
  const path = String((await strict.post('ana', 'calendar', {})).body.path)
  const read = async () => (await strict.fetch(path)).text()
  expect(await read()).toContain(`tasking-${seen}@`)
  const { projects } = await strict.store.read({ reads: { projects: many('projects', { id: seen }) } })
  await strict.write(put('projects', { ...must(projects[0]), teamId: 4, assigneeId: idOf('ben') }))
  expect(await read()).not.toContain(`tasking-${seen}@`)
  await strict.close()
})
