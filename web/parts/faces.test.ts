import { expect, test } from 'vitest'
import { commands } from '#shared/commands/index.ts'
import { must } from '#shared/lib/must.ts'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { abilities, projectAbilities } from '#shared/rules/abilities.ts'
import { aProjectIn, aUser } from '#shared/testing/samples.ts'
import {
  assigneeAsked,
  didOf,
  faces,
  saidOf,
  taskingActions,
  taskingFaces,
  type Acting,
  type TaskingFace,
} from './faces.ts'

const all = taskingActions.map((action): [string, TaskingFace] => [action, taskingFaces[action]])
const acting = {
  detail: { project: aProjectIn('progress'), deliverables: [] },
  seen: 'as it was',
  newId: () => 42_000_777,
  typed: { content: 'The dates clash.', assigneeId: 5 },
} as unknown as Acting

test('every command has one face, and every face a command', () => {
  expect(Object.keys(faces).sort()).toEqual([...commands.keys()].sort())
})

test('what somebody did to a tasking has a word, which Activity says after their name', () => {
  // Neither leaves a deed behind.
  const unsaid = ['editComment', 'hideComment', 'muteTasking']
  const onTaskings = Object.keys(faces).filter((name) => faces[name]?.project && !unsaid.includes(name))
  for (const name of onTaskings) expect(didOf(name), name).toMatch(/^[a-z]+( [a-z]+)?$/)
  expect(onTaskings).toContain('commentOnDeliverable')
  expect([faces['startRequest']?.label, faces['addProject']?.label]).toEqual(['Start a Request', 'Add a Project'])
})

test('a button is there for whoever its command is for: both read one row of the table of abilities', () => {
  const buttons = projectAbilities(aUser(), aProjectIn('progress'), defaultOrganisation)
  for (const [action, { may, command }] of all) {
    expect(may, action).toBe(commands.get(command.name)?.ability)
    expect(Object.keys(abilities), action).toContain(may)
    expect(typeof buttons[may], action).toBe('boolean')
  }
})

test.each(all.filter(([, { input }]) => input))(
  '%s: what its dialog asks for is what its command takes',
  (_, { command, asks, input }) => {
    const made = must(input?.(acting))
    expect(command.input.safeParse(made).error?.issues).toBeUndefined()
    // Nothing that was asked is thrown away.
    if (asks) expect(Object.values(made)).toContain(acting.typed.content)
    if (asks?.assigneeId) expect(Object.values(made)).toContain(acting.typed.assigneeId)
  },
)

test('a denial says whether an AD had approved it when it was read (C-068)', () => {
  const said = (...place: Parameters<typeof aProjectIn>) =>
    taskingFaces.deny.input?.({ ...acting, detail: { ...acting.detail, project: aProjectIn(...place) } } as Acting)
  expect(said('authorization')).toMatchObject({ interim: true })
  expect(said('interim')).toMatchObject({ interim: false })
})

test('Amend asks for an assignee where one is taken, Deny always', () => {
  const asked = (face: TaskingFace, roles: string, ...place: Parameters<typeof aProjectIn>) =>
    assigneeAsked(must(face.asks), projectAbilities(aUser({ roles }), aProjectIn(...place), defaultOrganisation))?.label
  expect(asked(taskingFaces.amend, 'Analyst', 'progress')).toBe('Assignee')
  expect(asked(taskingFaces.amend, 'PO', 'progress')).toBeUndefined()
  expect(asked(taskingFaces.amend, 'PO', 'denied', { approved: true })).toBe('Assignee')
  expect(asked(taskingFaces.deny, 'COR', 'interim')).toBe('Send back to')
})

test('an amendment names the assignee only where the person has chosen another; an answer to a denial goes to whom its form names', () => {
  const amended = (standing: 'progress' | 'denied', assigneeId: number) =>
    taskingFaces.amend.input?.({
      ...acting,
      detail: { project: aProjectIn(standing, { assigneeId: 5 }) } as Acting['detail'],
      typed: { content: 'Two more days.', assigneeId },
    })
  expect(amended('progress', 5)).toMatchObject({ assigneeId: 0 })
  expect(amended('progress', 6)).toMatchObject({ assigneeId: 6 })
  expect(amended('denied', 5)).toMatchObject({ assigneeId: 5 })
})

test('what destroys or ends something asks first', () => {
  for (const [action, { danger, confirm, asks }] of all) if (danger) expect(confirm ?? asks, action).toBeDefined()
})

test('a decision is said to count later, what can be undone is said to be done, the rest is saved', () => {
  expect(saidOf(taskingFaces.deny, 'T-42-9')).toEqual({
    undoable: 'Denied T-42-9. It counts when it reaches the server.',
    already: 'T-42-9 was already decided.',
  })
  expect(saidOf(taskingFaces.complete, 'T-42-9')).toEqual({ undoable: 'Completed T-42-9' })
  expect(saidOf(taskingFaces.amend, 'T-42-9')).toEqual({})
})
