import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import type { ProjectFacts } from '#shared/model/project.ts'
import type { User } from '#shared/model/reference.ts'
import { people } from '../demo/people.ts'
import { tellDue } from '../operations/due.ts'
import { stage } from '../testing/stage.ts'
import type { Letter } from './carriers.ts'
import { createOutbox } from './outbox.ts'
import { createSeal } from './seal.ts'

const idOf = (mail: string): number => must(people.find((person) => person.mail === mail)).id
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A server whose letters arrive in a list, an hour or a day later when the clock says so. */
async function aHouse(options: Parameters<typeof stage>[0] = {}) {
  const letters: Letter[] = []
  const carrier = { carry: (letter: Letter) => Promise.resolve(void letters.push(letter)), reachesPeople: true }
  const on = await stage(options)
  const how = { carrier: { ...carrier, stop: () => undefined }, seal: createSeal(randomBytes(32)) }
  const log: Record<string, unknown>[] = []
  const outbox = createOutbox(on.server, { ...how, publicUrl: 'https://fieldpost.example.org' }, (entry) =>
    log.push(entry),
  )
  // The same store and clock, now with a post.
  const server = await stage({ ...options, seed: 'none', store: on.store, post: outbox.post })
  Object.assign(server.clock, on.clock)
  closing.push(
    () => on.close(),
    () => outbox.stop(),
  )
  const waiting = async () => (await on.store.read({ reads: { effects: many('effects', {}) } })).effects
  /** Whatever is due has arrived. */
  async function arrived(): Promise<Letter[]> {
    await outbox.start()
    await vi.waitFor(async () => {
      const due = (await waiting()).filter(({ dueDate }) => dueDate <= on.clock.now())
      expect(due).toEqual([])
    }, 20_000)
    return letters.splice(0)
  }
  return {
    ...on,
    as: server.as,
    post: server.post,
    patch: server.patch,
    outbox,
    waiting,
    arrived,
    log,
    withPost: { ...on.server, post: outbox.post },
  }
}
type House = Awaited<ReturnType<typeof aHouse>>

async function person(on: House, mail: string, change: Partial<User>): Promise<void> {
  const { users } = await on.store.read({ reads: { users: many('users', { id: idOf(mail) }) } })
  await on.write(put('users', { ...must(users[0]), ...change }))
}
const progress = (on: House, row: Partial<ProjectFacts> = {}) =>
  on.tasking('progress', { assigneeId: idOf('ana'), createdById: idOf('marcus'), description: 'Workshop', ...row })

test('what needs somebody within five minutes is one letter, with the reason in its first line', async () => {
  const on = await aHouse()
  const denied = await on.tasking('authorization', { createdById: idOf('pete'), assigneeId: 0 })
  const other = await on.tasking('authorization', { createdById: idOf('pete'), assigneeId: 0 })
  const deny = (id: number) =>
    on.post('cora', `projects/${id}/deny`, {
      content: 'The dates\nclash: https://evil.example',
      assigneeId: idOf('pete'),
    })
  expect((await deny(denied)).status).toBe(200)
  expect(await on.arrived()).toEqual([])
  on.clock.advance(4 * 60_000)
  expect((await deny(other)).status).toBe(200)
  on.clock.advance(60_000)
  const [letter, ...more] = await on.arrived()
  expect([more, letter?.to, letter?.subject]).toEqual([[], 'pete@fieldpost.example', 'Fieldpost: 2 things for you'])
  const lines = must(letter).text.split('\n')
  expect(lines[0]).toMatch(/^Cora Benedetti denied T-42-\d+: “The dates clash: https:\/\/evil\.example”$/)
  expect(lines).toContain(`https://fieldpost.example.org/projects/${denied}`)
  expect([must(letter).text.match(/denied/g)?.length, await on.waiting()]).toEqual([2, []])
})

test('in a letter nobody’s words take the place of others’, and each person’s stand once', async () => {
  const on = await aHouse()
  await person(on, 'ana', { letters: 'all' })
  const id = await progress(on)
  for (const [who, comment] of [
    ['cora', 'Of Cora'],
    ['mia', 'Of Mia'],
    ['cora', 'Of Cora again'],
  ] as const) {
    expect((await on.post(who, `projects/${id}/comments`, { comment })).status).toBe(200)
    on.clock.advance(1_000)
  }
  on.clock.set('2026-03-12T18:00:00.000Z')
  const letter = must((await on.arrived()).find(({ to }) => to.startsWith('ana')))
  expect(letter.text.split('\n').filter((line) => line.includes('commented'))).toEqual([
    expect.stringMatching(/^Cora Benedetti commented .+“Of Cora again” \(2 times\)$/),
    expect.stringMatching(/^Mia .+ commented .+“Of Mia”$/),
  ])
})

test('what was hidden before its letter goes out is not quoted in it', async () => {
  const on = await aHouse()
  await person(on, 'ana', { letters: 'all' })
  const id = await progress(on)
  for (const comment of ['The source is called Ilse, @Ana Whitfield', 'She comes at noon'])
    expect((await on.post('cora', `projects/${id}/comments`, { comment })).status).toBe(200)
  const { comments } = await on.store.read({ reads: { comments: many('comments', { projectId: id }) } })
  const named = must(comments.find(({ comment }) => comment.includes('Ilse'))).id
  expect((await on.patch('cora', `projects/${id}/comments`, { id: named, active: false })).status).toBe(200)
  on.clock.set('2026-03-12T18:00:00.000Z')
  const text = (await on.arrived())
    .filter(({ to }) => to.startsWith('ana'))
    .map(({ text }) => text)
    .join()
  expect(text).toMatch(/Cora Benedetti mentioned you on T-42-\d+\n/)
  expect(text).toContain('She comes at noon')
  expect(text).not.toContain('Ilse')
})

test('a letter tells things in the order in which they happened, and together they stand as they are called', async () => {
  const on = await aHouse()
  const denied: string[] = []
  for (let n = 0; n < 8; n++) {
    const id = await on.tasking('authorization', { createdById: idOf('pete'), assigneeId: 0 })
    denied.unshift(`https://fieldpost.example.org/projects/${id}`)
  }
  // The last one first, half a minute apart.
  for (const link of denied) {
    const told = { content: 'The dates clash.', assigneeId: idOf('pete') }
    expect((await on.post('cora', `projects/${link.split('/').at(-1)}/deny`, told)).status).toBe(200)
    on.clock.advance(30_000)
  }
  on.clock.advance(5 * 60_000)
  const linksIn = ({ text = '' }: Partial<Letter> = {}) =>
    text.split('\n').filter((line) => line.includes('/projects/'))
  expect(linksIn((await on.arrived())[0])).toEqual(denied)

  on.clock.set('2026-03-11T10:50:00.000Z')
  const late: string[] = []
  for (let n = 0; n < 8; n++) {
    const id = await progress(on, { dueDate: '2026-03-10', createdById: idOf('pete') })
    late.push(`https://fieldpost.example.org/projects/${id}`)
  }
  await tellDue(on.withPost)
  on.clock.set('2026-03-11T11:00:00.000Z')
  expect(linksIn((await on.arrived()).find(({ to }) => to.startsWith('ana')))).toEqual(late)
})

test('the rest comes once a day, at seven of the clocks where its reader is', async () => {
  const on = await aHouse()
  const zones = { marcus: 'Africa/Nairobi', ana: 'Pacific/Honolulu', pete: 'Not/A-Zone' }
  for (const [mail, zone] of Object.entries(zones)) await person(on, mail, { zone })
  for (const mail of Object.keys(zones)) {
    const id = await on.tasking('interim', { createdById: idOf(mail), assigneeId: 0 })
    expect((await on.post('adam', `projects/${id}/approve`, true)).status).toBe(200)
  }
  const came: string[] = []
  // It is ten in New York, 14:00 in London; a quarter of an hour at a time.
  for (let n = 0; n < 24 * 4; n++) {
    on.clock.advance(15 * 60_000)
    for (const { to } of await on.arrived()) came.push(`${to.split('@')[0]} ${on.clock.now().slice(5, 16)}`)
  }
  expect(came).toEqual(['ana 03-10T17:00', 'marcus 03-11T04:00', 'pete 03-11T11:00'])
})

test('a letter is as things are when it is sent: who has left, sees it no more or wants none gets none', async () => {
  const on = await aHouse({ organisation: { restrictTeamVisibility: true } })
  const names = ['pete', 'kofi', 'elena', 'leila'] as const
  for (const mail of names) {
    const id = await on.tasking('authorization', { createdById: idOf(mail), assigneeId: 0, teamId: 3 })
    const told = { content: 'The dates clash.', assigneeId: idOf(mail) }
    expect((await on.post('cora', `projects/${id}/deny`, told)).status).toBe(200)
    if (mail === 'leila') {
      // Hers went to another team, and to nobody's account of hers.
      const { projects } = await on.store.read({ reads: { projects: many('projects', { id }) } })
      await on.write(put('projects', { ...must(projects[0]), teamId: 4, createdById: idOf('marcus'), assigneeId: 0 }))
    }
  }
  await person(on, 'pete', { active: false })
  await person(on, 'kofi', { letters: 'none' })
  expect((await on.waiting()).length).toBe(4)
  on.clock.advance(5 * 60_000)
  expect((await on.arrived()).map(({ to }) => to)).toEqual(['elena@fieldpost.example'])
  expect(await on.waiting()).toEqual([])
})

test('an address without an account gets what it is a recipient of; one whose account was closed gets nothing', async () => {
  const on = await aHouse()
  await person(on, 'pete', { active: false })
  const id = await progress(on)
  const { projects } = await on.store.read({ reads: { projects: many('projects', { id }) } })
  const requestId = must(projects[0]).requestId
  const { requests } = await on.store.read({ reads: { requests: many('requests', { id: requestId }) } })
  const byId = String(idOf('marcus'))
  const recipients = `Field.Office@partner.example; pete@fieldpost.example; a@b@c; x y@z.example; ${byId}`
  await on.write(put('requests', { ...must(requests[0]), recipients }))
  expect((await on.post('ana', `projects/${id}/complete`, {})).status).toBe(200)
  on.clock.advance(5 * 60_000)
  const letters = await on.arrived()
  expect(letters.map(({ to }) => to)).toEqual(['field.office@partner.example'])
  // Links lead to a sign-in that strangers do not have.
  expect(letters[0]?.text).not.toContain('https://')
  expect(on.log.map(({ event }) => event)).toEqual(['mail-refused', 'mail-refused'])
})

test('due in three days, today and overdue is told in the morning, once, whatever restarts, and managers learn what is overdue', async () => {
  const on = await aHouse()
  on.clock.set('2026-03-11T10:00:00.000Z')
  for (const dueDate of ['2026-03-14', '2026-03-11', '2026-03-10', '2026-03-20', '2026-02-01'])
    await progress(on, { dueDate })
  await on.tasking('completed', { assigneeId: idOf('ana'), dueDate: '2026-03-11' })
  const told = async () =>
    (await on.store.read({ reads: { rows: many('notifications', {}) } })).rows
      .map(({ userId, kind, text }) => `${people.find(({ id }) => id === userId)?.mail} ${kind} ${text}`)
      .sort()
  // Six in New York.
  expect([await tellDue(on.withPost), await told()]).toEqual([0, []])
  on.clock.set('2026-03-11T10:50:00.000Z')
  const ours = [
    ...['dueSoon 2026-03-14', 'dueToday 2026-03-11', 'overdue 2026-03-10'].map((what) => `ana ${what}`),
    ...['karin', 'marcus', 'mia'].map((mail) => `${mail} overdue 2026-03-10`),
  ]
  for (let restart = 0; restart < 3; restart++) {
    expect(await tellDue(on.withPost)).toBe(1)
    expect(await told()).toEqual(ours)
  }
  on.clock.set('2026-03-11T11:00:00.000Z')
  const digests = await on.arrived()
  expect(digests.map(({ to }) => to.split('@')[0]).sort()).toEqual(['ana', 'karin', 'marcus', 'mia'])
  expect(digests.find(({ to }) => to.startsWith('ana'))?.text).toMatch(/T-42-\d+ is due today/)

  // The next day two of them are overdue; what was told stays told.
  on.clock.set('2026-03-12T11:00:00.000Z')
  await tellDue(on.withPost)
  expect((await told()).filter((line) => !ours.includes(line))).toEqual(
    ['ana', 'karin', 'marcus', 'mia'].map((mail) => `${mail} overdue 2026-03-11`),
  )
})

/** Who stands in for whom, with the role that is lent. */
async function standsIn(on: House, who: string, away: string, roles: string, from: string, until: string) {
  const { users } = await on.store.read({ reads: { users: many('users', { id: idOf(who) }) } })
  await on.write(put('users', { ...must(users[0]), standsInFor: [{ id: idOf(away), roles, from, until }] }))
}

test('what is overdue is told whoever stands in for a manager that day (C-027)', async () => {
  const on = await aHouse()
  on.clock.set('2026-03-11T10:50:00.000Z')
  await standsIn(on, 'pete', 'mia', 'Manager', '2026-03-11', '2026-03-11')
  await standsIn(on, 'ben', 'mia', 'Manager', '2026-03-01', '2026-03-10')
  await progress(on, { dueDate: '2026-03-10' })
  await tellDue(on.withPost)
  const { rows } = await on.store.read({ reads: { rows: many('notifications', { kind: 'overdue' }) } })
  const told = rows.map(({ userId }) => userId).sort((a, b) => a - b)
  expect(told).toEqual(['ana', 'karin', 'marcus', 'mia', 'pete'].map(idOf).sort((a, b) => a - b))
})

test('a decision that arrives late is told to whoever stands in now, and not to who did when it was made (C-027)', async () => {
  const on = await aHouse()
  on.clock.set('2026-03-11T15:00:00.000Z')
  await standsIn(on, 'ana', 'cora', 'COR', '2026-03-11', '2026-03-12')
  await standsIn(on, 'ben', 'cora', 'COR', '2026-03-01', '2026-03-10')
  const id = await on.tasking('interim', { createdById: idOf('pete'), assigneeId: 0 })
  const { execute } = await import('../execute/execute.ts')
  const at = '2026-03-10T13:00:00.000Z'
  const call = { userId: idOf('adam'), device: 0, seq: null, callId: 'late-1', name: 'approveProject' }
  expect(await execute(on.withPost, { ...call, at, input: { id, approvalId: 1_000_950 } })).toMatchObject({
    verdict: 'applied',
  })
  const { told } = await on.store.read({ reads: { told: many('notifications', { projectId: id }) } })
  const people = told.map(({ userId }) => userId)
  expect(people).toContain(idOf('ana'))
  expect(people).not.toContain(idOf('ben'))
})

test('what became overdue together is one sentence of the digest, with each of them under it, and at most forty', async () => {
  const on = await aHouse()
  on.clock.set('2026-03-11T10:50:00.000Z')
  const ids: number[] = []
  for (let n = 0; n < 42; n++)
    ids.push(
      await on.tasking('progress', {
        assigneeId: idOf('ana'),
        createdById: idOf('pete'),
        description: `Workshop ${n}`,
        dueDate: '2026-03-10',
      }),
    )
  await tellDue(on.withPost)
  on.clock.set('2026-03-11T11:00:00.000Z')
  const letter = must((await on.arrived()).find(({ to }) => to.startsWith('ana')))
  expect(letter.subject).toBe('Fieldpost: 42 taskings became overdue')
  const lines = letter.text.split('\n')
  expect(lines[0]).toBe('42 taskings became overdue')
  expect(lines.filter((line) => /^T-42-\d+: Workshop \d+$/.test(line))).toHaveLength(40)
  expect(lines).toContain('And 2 more.')
  expect(lines).toContain(`https://fieldpost.example.org/projects/${ids[0]}`)
  expect(letter.text).not.toContain('was due on')
})

test('what was done before a restore and comes once more is in the inbox, and in no letter', async () => {
  const on = await aHouse()
  const life = { epoch: 'before', ended: on.clock.now(), known: on.clock.now(), devices: 0, reserved: 0 }
  Object.assign(on.store, { earlier: [life] })
  on.clock.advance(60_000)
  const id = await on.tasking('authorization', { createdById: idOf('pete'), assigneeId: 0 })
  const { execute } = await import('../execute/execute.ts')
  const call = (n: number, at: string) => ({
    ...{ userId: idOf('cora'), device: 0, seq: null, callId: `restored-${n}`, name: 'denyProject', at },
    input: { id, commentId: 1_000_900 + n, content: 'The dates clash.', assigneeId: idOf('pete') },
  })
  expect(await execute(on.withPost, call(1, '2026-03-10T13:00:00.000Z'))).toMatchObject({ verdict: 'applied' })
  const { told } = await on.store.read({ reads: { told: many('notifications', {}) } })
  expect([told.length, await on.waiting()]).toEqual([1, []])
})

test('where very many have to be told, it is told in more commits, and not in none', async () => {
  const on = await aHouse()
  on.clock.set('2026-03-11T10:50:00.000Z')
  const { users } = await on.store.read({ reads: { users: many('users', { id: idOf('mia') }) } })
  for (let n = 0; n < 250; n++)
    await on.write(put('users', { ...must(users[0]), id: 600_000 + n, email: `manager-${n}@fieldpost.example` }))
  for (let n = 0; n < 45; n++) await progress(on, { dueDate: '2026-03-10' })
  await tellDue(on.server)
  const { told } = await on.store.read({ reads: { told: many('notifications', { userId: [600_000, 600_249] }) } })
  expect(told).toHaveLength(90)
})
