import { afterAll, beforeAll, expect, test } from 'vitest'
import { put } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { commands } from '#shared/commands/index.ts'
import type { User } from '#shared/model/reference.ts'
import { people } from '../demo/people.ts'
import { execute } from '../execute/execute.ts'
import { decisionTable, type Decided } from '../spec-tables/decision-table.ts'
import { everyRole, roleNames, type RoleName } from '../testing/rest.ts'
import { stage, THEIRS, type Stage } from '../testing/stage.ts'

let on: Stage
beforeAll(async () => {
  on = await stage()
  // Everybody is of one team here, so that a tasking can be of their own or of another.
  const { users } = (await on.rows()) as unknown as { users: User[] }
  const ours = users.filter((user) => Object.values(everyRole).some((name) => user.email.startsWith(`${name}@`)))
  await on.write(...ours.map((user) => put('users', { ...user, teamId: 3 })))
})
afterAll(() => on.close())

const idOf = (role: RoleName): number =>
  must(
    people.find((person) => person.mail === everyRole[role]),
    role,
  ).id

/** Whose the tasking is, in the eyes of who asks. */
const relations = {
  own: (me: number) => ({ createdById: me, teamId: 4 }),
  team: () => ({ createdById: THEIRS, teamId: 3 }),
  other: () => ({ createdById: THEIRS, teamId: 4 }),
  assigned: (me: number) => ({ createdById: THEIRS, teamId: 4, assigneeId: me }),
}
type Relation = keyof typeof relations

type Case = [title: string, relation: Relation, who: string, decided: Decided]
const cases = decisionTable.flatMap((decided): Case[] => {
  const { command, at, say, who, assigned = who } = decided
  const title = `${command} ${at ?? ''} ${say[1]} ${JSON.stringify(say[2] ?? '')}`
  if (!at) return [[title, 'other', who, decided] as const]
  return (Object.keys(relations) as Relation[]).map((relation) => [
    `${title} of ${relation}`,
    relation,
    relation === 'assigned' ? assigned : who,
    decided,
  ])
})

async function wordsFor(relation: Relation, role: RoleName, { at }: Decided): Promise<Map<string, number | string>> {
  return new Map(at ? [['tasking', await on.tasking(at, relations[relation](idOf(role)))]] : [])
}

const letterOfStatus: Record<number, string> = { 403: 'n', 404: 'x', 409: 'm', 422: 'v' }
const letterOfRefusal: Record<string, string> = {
  ...{ 'not-allowed': 'n', 'not-found': 'x', invalid: 'v' },
  ...{ 'already-decided': 'm', 'moved-on': 'm', closed: 'm', 'already-sent': 'm' },
}

test.each(cases)('over REST: %s', async (_, relation, who, decided) => {
  const [method, path, body] = decided.say
  let letters = ''
  for (const role of roleNames) {
    const { answer } = await on.say(everyRole[role], { method, path, body }, await wordsFor(relation, role, decided))
    const done = answer.body.already ? '=' : 'y'
    letters += answer.status === 200 ? done : (letterOfStatus[answer.status] ?? String(answer.status))
  }
  expect(letters).toBe(who)
})

/** What announces a file has no address, and is decided as what adds one. */
const announcing = cases
  .filter(([, , , { command }]) => command === 'addFile')
  .map(
    ([title, relation, who, decided]) =>
      [`announced: ${title}`, relation, who, { ...decided, command: 'announceFile' }] as const,
  )

test.each([...cases, ...announcing])('through the one door: %s', async (_, relation, who, decided) => {
  let letters = ''
  for (const role of roleNames) {
    const userId = idOf(role)
    const input = await on.filled(decided.input, userId, await wordsFor(relation, role, decided))
    const at = on.clock.now()
    const callId = `matrix-${crypto.randomUUID()}`
    const call = { userId, device: 0, seq: null, callId, name: decided.command, input, at }
    const verdict = await execute(on.server, call)
    if (typeof verdict === 'string') throw new Error(verdict)
    const refused = verdict.refusal?.refused ?? ''
    letters += verdict.nothing ? '=' : verdict.verdict === 'applied' ? 'y' : (letterOfRefusal[refused] ?? refused)
  }
  expect(letters).toBe(who)
})

test('the table decides every verb, and every line that writes', () => {
  // Whose bytes make an announced file whole: `commands/files.test.ts`, `files/tus.test.ts`.
  const decided = [...decisionTable.map(({ command }) => command), 'announceFile', 'storeFile']
  expect([...new Set(decided)].sort()).toEqual([...commands.keys()].sort())
  const said = decisionTable.map(({ say: [, path] }) => new RegExp(`^/${path.replace(/\{\w+\}/g, ':\\w+')}$`))
  const writes = on.lines
    .filter(({ methods }) => methods[0] !== 'GET')
    .map(({ path }) => path.replace(/\{[^}]*\}/g, ''))
  for (const path of writes)
    expect(
      said.some((one) => one.test(path)),
      path,
    ).toBe(true)
})
