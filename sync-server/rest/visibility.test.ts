import Database from 'better-sqlite3'
import { fc } from '#shared/testing/random.ts'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import type { AnyQuery } from '#shared/kernel/query.ts'
import { many } from '#shared/kernel/reads.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation, type Organisation } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import { filePlace, savedFile } from '#shared/queries/files.ts'
import { findChoices } from '#shared/queries/find-choices.ts'
import { findTaskings } from '#shared/queries/find.ts'
import { aFile, aRevision } from '#shared/testing/samples.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { readAddresses } from '../testing/addresses.ts'
import { inputsOf, type Known } from '../testing/questions.ts'
import { restServer, type RestServer } from '../testing/rest.ts'
import { ask } from '../execute/ask.ts'

/**
 * Whoever may not see a row lives in an organisation that does not have it: each of these people asks everything of the whole
 * organisation and of a copy from which all that is not theirs was deleted, and hears the same.
 */
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-sight-'))
const restricted: Organisation = { ...defaultOrganisation, restrictTeamVisibility: true }
const open = (name: string) =>
  openSqlite({ path: join(folder, name), mode: 'demo', now: () => '2026-03-10T14:00:00.000Z' })

/** People of teams, with every role among them; the last two are of none. */
const teamOf = { pete: 3, cora: 3, adam: 2, mia: 4, ada: 3, elena: 3, nadia: 2, ana: 0, ruth: 0 }
const names = Object.keys(teamOf) as (keyof typeof teamOf)[]
let people: User[]
let known: Known
let whole: RestServer
/** By person: their organisation, and what was deleted. */
const theirs = new Map<string, { server: RestServer; deleted: number }>()
let questions: AnyQuery[]
let fileIds: number[]

beforeAll(async () => {
  const store = open('whole.sqlite')
  const seeded = await restServer({ seed: 'demo', store, organisation: restricted })
  const { users, projects, requests, deliverables, comments } = await store.read({
    reads: {
      ...{ users: many('users', {}), projects: many('projects', {}), requests: many('requests', {}) },
      ...{ deliverables: many('deliverables', {}), comments: many('comments', {}) },
    },
  })
  people = names.map((name) => ({
    ...must(users.find((user) => user.email.startsWith(`${name}@`))),
    teamId: teamOf[name],
  }))
  // Every sixth tasking is somebody's of another team, every seventh has moved there from the team of its request.
  const mixed = projects.map((row, n) => ({
    ...row,
    ...(n % 6 === 0 ? { assigneeId: must(people[n % people.length]).id } : {}),
    ...(n % 7 === 0 ? { teamId: 2 + (n % 5) } : {}),
  }))
  // And some drafts have an earlier text and a file.
  const drafts = requests.filter((row) => !row.complete)
  const inDrafts = drafts.flatMap(({ id, createdById }, n) => [
    put('revisions', aRevision({ id: 700 + n, requestId: id, kind: 'draft', createdById })),
    put('files', aFile({ id: 700 + n, projectId: 0, requestId: id, published: false, createdById })),
  ])
  const changes = [
    ...people.map((user) => put('users', user)),
    ...mixed.map((row) => put('projects', row)),
    ...inDrafts,
  ]
  await store.transact({ reads: {} }, () => ({ changes, value: 0 }))
  questions = [
    ...new Set([...seeded.lines.flatMap(({ asks }) => asks ?? []), findTaskings, findChoices, filePlace, savedFile]),
  ]
  await seeded.close()

  for (const person of people) {
    const name = `${person.id}.sqlite`
    copyFileSync(join(folder, 'whole.sqlite'), join(folder, name))
    const deleted = deleteHidden(join(folder, name), person)
    const server = await restServer({ seed: 'none', store: open(name) })
    theirs.set(person.email, { server, deleted })
  }
  whole = await restServer({ seed: 'none', store: open('whole.sqlite'), organisation: restricted })
  const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id)
  const { files } = await whole.store.read({ reads: { files: many('files', {}) } })
  fileIds = idsOf(files)
  // Every third time a draft is asked for.
  const requestIds = idsOf(requests).flatMap((id, n) => (n % 2 ? [id, drafts[n % drafts.length]?.id ?? id] : [id]))
  known = {
    ...{ projects: idsOf(projects), requests: requestIds, users: idsOf(users) },
    ...{ deliverables: idsOf(deliverables), comments: idsOf(comments) },
  }
}, 240_000)
afterAll(async () => {
  for (const { server } of theirs.values()) await server.close()
  await whole.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The rule once more, by hand and in another language. Answers how many rows went. */
function deleteHidden(path: string, { id, teamId }: User): number {
  const db = new Database(path)
  db.pragma('foreign_keys = OFF')
  const drop = (rows: string) => db.prepare(`DELETE FROM ${rows}`).run().changes
  const children = ['approvals', 'amendments', 'comments', 'deliverableComments', 'notifications']
  const drafts = `requests WHERE complete = 0 AND createdById <> ${id}`
  const none = 'SELECT id FROM projects'
  const deleted =
    teamId === 0
      ? [drop(drafts)]
      : [
          drop(`projects WHERE NOT (teamId IS ${teamId} OR createdById IS ${id} OR assigneeId IS ${id})`),
          ...children.map((table) => drop(`${table} WHERE projectId NOT IN (${none})`)),
          drop(`deliverables WHERE projectTaskId NOT IN (${none})`),
          drop(`files WHERE projectId IS NOT NULL AND projectId NOT IN (${none})`),
          drop(drafts),
          drop(
            `requests WHERE complete = 1 AND createdById <> ${id} AND id NOT IN (SELECT requestId FROM projects WHERE requestId IS NOT NULL)`,
          ),
          drop(`projectTypes WHERE teamId IS NOT ${teamId}`),
          drop('poolCodes WHERE projectTypeId NOT IN (SELECT id FROM projectTypes)'),
        ]
  drop(`revisions WHERE requestId NOT IN (SELECT id FROM requests) OR (kind = 'draft' AND createdById <> ${id})`)
  drop('files WHERE requestId IS NOT NULL AND requestId NOT IN (SELECT id FROM requests)')
  drop(`files WHERE published = 0 AND createdById <> ${id}`)
  drop(`notifications WHERE userId <> ${id}`)
  // The full text is made anew when the copy is opened.
  drop("meta WHERE key = 'words'")
  db.close()
  return deleted.reduce((sum, count) => sum + count, 0)
}

test('a person of a team misses much of the organisation, and still has much of it', async () => {
  for (const person of people) {
    const { server, deleted } = must(theirs.get(person.email))
    const { projects } = await server.store.read({ reads: { projects: many('projects', {}) } })
    expect([projects.length > 50, deleted > (person.teamId === 0 ? 1 : 1_000)], person.email).toEqual([true, true])
    expect(projects.length === known.projects.length, person.email).toBe(person.teamId === 0)
  }
})

const anyOf = (ids: () => number[]) => fc.nat().map((n) => ids()[n % ids().length] ?? 1)
const inputs: Record<string, fc.Arbitrary<object>> = {
  ...inputsOf(() => known),
  // What is asked before bytes are taken, and before they are given.
  filePlace: fc.oneof(
    anyOf(() => known.projects).map((projectId) => ({ projectId, requestId: 0 })),
    anyOf(() => known.requests).map((requestId) => ({ projectId: 0, requestId })),
  ),
  savedFile: anyOf(() => fileIds).map((id) => ({ id })),
}

test.each(Object.keys(inputs))(
  '%s is answered as if what is hidden did not exist',
  { timeout: 120_000 },
  async (name) => {
    const query = must(questions.find((question) => question.name === name))
    await fc.assert(
      fc.asyncProperty(must(inputs[name]), async (asked) => {
        for (const person of people) {
          const { server } = must(theirs.get(person.email))
          const answer = await ask(whole.server, person, query, asked)
          expect(answer, person.email).toEqual(await ask(server.server, person, query, asked))
        }
      }),
      { numRuns: 25 },
    )
  },
)

test('every address answers as if what is hidden did not exist', { timeout: 240_000 }, async () => {
  const addresses = readAddresses(whole.lines).map((path) => path.slice(1))
  const room = (address: string) => (address.includes('projects/deliverables') ? 'deliverables' : address.split('/')[0])
  const random = fc.sample(fc.nat(), { numRuns: 8, seed: 5 })
  let found = 0
  let hidden = 0
  for (const person of people)
    for (const address of addresses)
      for (const n of address.includes(':') ? random : random.slice(0, 1)) {
        const ids = known[room(address) as keyof Known] ?? []
        const path = address
          .replace(':status', String(n % 6))
          .replace(':poolCode', n % 2 ? 'BK-100' : 'RV-220')
          .replace(/:\w+/, String(ids[n % ids.length] ?? 1 + (n % 40)))
        const search = `?page=1&active=true&team=${n % 2 ? -1 : 3}&term=report`
        const mine = await whole.get(person.email, path + search)
        const same = await must(theirs.get(person.email)).server.get(person.email, path + search)
        delete (mine.body as { requestId?: unknown } | null)?.requestId
        delete (same.body as { requestId?: unknown } | null)?.requestId
        expect({ path, ...mine }, `${person.email} ${path}`).toEqual({ path, ...same })
        if (mine.status === 200) found++
        if (mine.status === 404) hidden++
      }
  expect(found).toBeGreaterThan(1_000)
  expect(hidden).toBeGreaterThan(200)
})
