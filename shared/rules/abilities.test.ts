import { describe, expect, test } from 'vitest'
import { sentenceOf, type Refusal } from '../kernel/refusal.ts'
import { defaultOrganisation, type Organisation } from '../model/limits.ts'
import type { Project, ProjectFacts } from '../model/project.ts'
import { aComment, aFile, aDraft, aProjectIn, aUser, people } from '../testing/samples.ts'
import { ownsDraft, projectAbilities, verdictOn, type Ability, type ProjectAbilities } from './abilities.ts'

/** One letter for each thing that can be done; `comment` and `upload` are everybody's always (C.4) and have none. */
const letters: [string, keyof ProjectAbilities][] = [
  ['A', 'approve'],
  ['B', 'approveOwnBlocked'],
  ['C', 'accept'],
  ['D', 'deny'],
  ['R', 'editContent'],
  ['M', 'amend'],
  ['E', 'edit'],
  ['H', 'amendAssignee'],
  ['U', 'editDueDate'],
  ['X', 'cancel'],
  ['F', 'complete'],
  ['W', 'workDeliverables'],
]

const states = {
  interim: aProjectIn('interim'),
  /** Approval was documented by the requester; nobody has approved. */
  documented: aProjectIn('documented'),
  /** An AD has approved; the COR is outstanding. */
  authorization: aProjectIn('authorization'),
  acceptance: aProjectIn('acceptance'),
  progress: aProjectIn('progress'),
  internal: aProjectIn('internal'),
  denied: aProjectIn('denied'),
  deniedApproved: aProjectIn('denied', { interim: true, authorized: true, approved: true, deniedStage: 2 }),
  completed: aProjectIn('completed'),
  canceled: aProjectIn('canceled'),
} satisfies Record<string, Project>
type State = keyof typeof states

/** C.3 and C.4 by hand, for somebody who neither made the tasking nor is assigned to it. */
const table: Record<State, Record<string, string>> = {
  interim: {
    Admin: 'MEHXW',
    Manager: 'MEHXW',
    Analyst: 'MEHW',
    Finance: 'MEHW',
    AD: 'ADRMEHW',
    COR: 'ADRMEHUW',
    PO: 'MEHW',
    Client: 'MEHW',
  },
  documented: {
    Admin: 'MEHXW',
    Manager: 'MEHXW',
    Analyst: 'MEHW',
    Finance: 'MEHW',
    AD: 'ADRMEHW',
    COR: 'ADRMEHUW',
    PO: 'MEHW',
    Client: 'MEHW',
  },
  authorization: {
    Admin: 'MEHXW',
    Manager: 'CDMEHXW',
    Analyst: 'MEHW',
    Finance: 'M',
    AD: 'DMEHW',
    COR: 'ADMEHUW',
    PO: 'M',
    Client: 'M',
  },
  acceptance: {
    Admin: 'MEHXW',
    Manager: 'CDMEHXW',
    Analyst: 'MEHW',
    Finance: 'M',
    AD: 'MEHW',
    COR: 'MEHUW',
    PO: 'M',
    Client: 'M',
  },
  progress: {
    Admin: 'MEHXFW',
    Manager: 'MEHXFW',
    Analyst: 'MEHW',
    Finance: 'M',
    AD: 'MEHW',
    COR: 'MEHUW',
    PO: 'M',
    Client: 'M',
  },
  internal: {
    Admin: 'MEHXFW',
    Manager: 'MEHXFW',
    Analyst: 'MEHW',
    Finance: 'M',
    AD: 'MEHW',
    COR: 'MEHUW',
    PO: 'M',
    Client: 'M',
  },
  denied: {
    Admin: 'MEHXW',
    Manager: 'MEHXW',
    Analyst: 'MEHW',
    Finance: 'MEHW',
    AD: 'MEHW',
    COR: 'MEHUW',
    PO: 'MEHW',
    Client: 'MEHW',
  },
  deniedApproved: {
    Admin: 'MEHXW',
    Manager: 'MEHXW',
    Analyst: 'MEHW',
    Finance: 'MH',
    AD: 'MEHW',
    COR: 'MEHUW',
    PO: 'MH',
    Client: 'MH',
  },
  completed: { Admin: '', Manager: '', Analyst: '', Finance: '', AD: '', COR: '', PO: '', Client: '' },
  canceled: { Admin: '', Manager: '', Analyst: '', Finance: '', AD: '', COR: '', PO: '', Client: '' },
}

/** What being the assignee adds, whoever one is: deliverables while it is open, completing while it is in progress (C-025). */
const assigneeAdds: Record<State, string> = {
  interim: 'W',
  documented: 'W',
  authorization: 'W',
  acceptance: 'W',
  progress: 'FW',
  internal: 'FW',
  denied: 'W',
  deniedApproved: 'W',
  completed: '',
  canceled: '',
}

const me = 77
const abilitiesOf = (roles: string, project: Project, organisation: Partial<Organisation> = {}) =>
  projectAbilities(aUser({ id: me, roles }), project, { ...defaultOrganisation, ...organisation })
const verdictFor = (
  roles: string,
  ability: Ability,
  row: Parameters<typeof verdictOn>[1],
  organisation: Partial<Organisation> = {},
) =>
  verdictOn(ability, row, {
    actor: aUser({ id: me, roles }),
    organisation: { ...defaultOrganisation, ...organisation },
  })
const inLetters = (abilities: ProjectAbilities) =>
  letters.flatMap(([letter, ability]) => (abilities[ability] ? [letter] : [])).join('')
const union = (a: string, b: string) =>
  letters.flatMap(([letter]) => (a.includes(letter) || b.includes(letter) ? [letter] : [])).join('')
const withFacts = (project: Project, facts: Partial<ProjectFacts>): Project => ({ ...project, ...facts })

const cells = Object.entries(table).flatMap(([state, roles]) =>
  Object.entries(roles).map(([role, expected]) => [state as State, role, expected] as const),
)

describe("on somebody else's tasking", () => {
  test.each(cells)('in state %s, %s may %s', (state, role, expected) => {
    expect(inLetters(abilitiesOf(role, states[state]))).toBe(expected)
  })
})

describe('on the own tasking nothing is added and, while self approval is on, nothing is taken', () => {
  test.each(cells)('in state %s, %s may %s', (state, role, expected) => {
    expect(inLetters(abilitiesOf(role, withFacts(states[state], { createdById: me })))).toBe(expected)
  })
})

describe('with self approval off, only approving the own tasking is blocked, and says so (C-067)', () => {
  test.each(cells)('in state %s, %s may %s when it is not the own', (state, role, expected) => {
    const off = { allowSelfApproval: false }
    const own = withFacts(states[state], { createdById: me })
    expect(inLetters(abilitiesOf(role, own, off))).toBe(expected.replace('A', 'B'))
    expect(inLetters(abilitiesOf(role, states[state], off))).toBe(expected)
  })
})

describe('the assignee also works the deliverables, and completes what is in progress', () => {
  test.each(cells)('in state %s, %s may %s and what the assignee may', (state, role, expected) => {
    const mine = withFacts(states[state], { assigneeId: me })
    expect(inLetters(abilitiesOf(role, mine))).toBe(union(expected, assigneeAdds[state]))
  })
})

describe('the strict setting lets a manager decide only what a COR has authorized (C-063)', () => {
  test.each(cells)('in state %s, %s may %s by default', (state, role, byDefault) => {
    const expected = state === 'authorization' && role === 'Manager' ? 'MEHXW' : byDefault
    expect(inLetters(abilitiesOf(role, states[state], { requireCorAuthorization: true }))).toBe(expected)
  })
})

test.each(Object.keys(states) as State[])('anybody may comment and upload in state %s (C-074)', (state) => {
  const { comment, upload } = abilitiesOf('Client', states[state])
  expect({ comment, upload }).toEqual({ comment: true, upload: true })
})

test('several roles add up', () => {
  expect(inLetters(abilitiesOf('AD;COR', states.interim))).toBe('ADRMEHUW')
  expect(inLetters(abilitiesOf('Manager;COR', states.authorization))).toBe('ACDMEHUXW')
  expect(inLetters(abilitiesOf('Admin;Manager', states.acceptance))).toBe('CDMEHXW')
})

test.each([
  ['Admin', false, false, false],
  ['Manager', false, true, true],
  ['Analyst', false, false, false],
  ['Finance', false, false, false],
  ['AD', true, false, true],
  ['COR', true, false, true],
  ['PO', false, false, false],
  ['Client', false, false, false],
])('whether %s ever approves: %s, accepts: %s, denies: %s (C-066)', (roles, approves, accepts, denies) => {
  const ever = (ability: Ability) => Object.values(states).some((state) => verdictFor(roles, ability, state) === null)
  expect([ever('approve'), ever('accept'), ever('deny')]).toEqual([approves, accepts, denies])
})

test.each([
  ['interim', false, false],
  ['documented', false, false],
  ['authorization', true, false],
  ['acceptance', true, true],
  ['progress', false, false],
  ['denied', false, false],
  ['canceled', false, false],
] as [State, boolean, boolean][])('%s awaits acceptance: %s; in the strict setting: %s', (state, byDefault, strict) => {
  expect(abilitiesOf('Manager', states[state]).accept).toBe(byDefault)
  expect(abilitiesOf('Manager', states[state], { requireCorAuthorization: true }).accept).toBe(strict)
})

test.each([
  ['Admin', true, false, true],
  ['Manager', true, false, true],
  ['Analyst', false, false, false],
  ['Finance', false, false, false],
  ['AD', false, false, false],
  ['COR', false, false, false],
  ['PO', false, false, false],
])("%s deletes another's file: %s, rewrites another's comment: %s, hides it: %s", (roles, file, change, hide) => {
  const verdicts = (createdById: number) => [
    verdictFor(roles, 'deleteFile', aFile({ createdById })),
    verdictFor(roles, 'editComment', aComment({ createdById })),
    verdictFor(roles, 'hideComment', aComment({ createdById })),
  ]
  expect(verdicts(5)).toEqual([file, change, hide].map((allowed) => (allowed ? null : { refused: 'not-allowed' })))
  expect(verdicts(me)).toEqual([null, null, null])
})

test.each([
  ['addProject', 'Admin Manager Analyst'],
  ['startRequest', 'Admin Manager Analyst Finance AD COR PO Client'],
  ['saveUser', 'Admin Manager'],
  ['seeUser', 'Admin Manager Finance'],
  ['seeDrafts', ''],
] as const)('%s is for %s, whatever the row', (ability, expected) => {
  const roles = ['Admin', 'Manager', 'Analyst', 'Finance', 'AD', 'COR', 'PO', 'Client']
  expect(roles.filter((role) => verdictFor(role, ability, { id: 5 }) === null).join(' ')).toBe(expected)
})

test('one’s own account and drafts are one’s own to see', () => {
  for (const ability of ['saveUser', 'seeUser', 'seeDrafts'] as const)
    expect(verdictFor('Client', ability, { id: me })).toBeNull()
})

test('a draft belongs to who started it, and not to an administrator', () => {
  expect(ownsDraft(aUser({ id: me }), aDraft({ createdById: me }))).toBe(true)
  expect(ownsDraft(aUser({ id: me, roles: 'Admin' }), aDraft({ createdById: 5 }))).toBe(false)
})

describe('what is refused says whether it is not theirs or not now, and then by whom and when', () => {
  const byMia = { by: people.mia.id, at: '2026-03-06T09:00:00.000Z' }
  test.each([
    ['PO', 'deny', 'interim', { refused: 'not-allowed' }],
    ['AD', 'approve', 'denied', { refused: 'already-decided', by: people.adam.id, at: byMia.at }],
    ['Manager', 'cancel', 'canceled', { refused: 'closed', message: 'This tasking was canceled.', ...byMia }],
    ['Manager', 'complete', 'completed', { refused: 'closed', message: 'This tasking is completed.', ...byMia }],
    // What everybody could is too late for all once it is closed, and before that a matter of roles.
    ['Client', 'edit', 'completed', { refused: 'closed' }],
    ['Client', 'edit', 'progress', { refused: 'not-allowed' }],
    ['Client', 'cancel', 'completed', { refused: 'not-allowed' }],
  ] as const)('%s: %s in state %s', (roles, ability, state, verdict) => {
    expect(verdictFor(roles, ability, states[state])).toMatchObject(verdict)
  })

  test.each([
    ['Manager', 'accept', 'interim'],
    ['Manager', 'complete', 'acceptance'],
    ['COR', 'approve', 'acceptance'],
  ] as const)('%s: %s in state %s is told nothing that is only true before or after it', (roles, ability, state) => {
    const verdict = verdictFor(roles, ability, states[state])
    expect(verdict?.message).toBeUndefined()
    expect(sentenceOf(verdict as Refusal)).toBe('This tasking is not waiting for this step.')
  })

  test('the own request, where the organisation wants four eyes', () => {
    const own = withFacts(states.interim, { createdById: me })
    expect(verdictFor('AD', 'approve', own, { allowSelfApproval: false })).toEqual({
      refused: 'not-allowed',
      message: 'You cannot approve your own request.',
    })
  })

  test('a finished request is too late for its owner, and never was anybody else’s', () => {
    const finished = aDraft({ createdById: me, complete: true })
    expect(verdictFor('', 'editDraft', finished)).toEqual({ refused: 'already-sent' })
    expect(verdictFor('Admin', 'editDraft', { ...finished, createdById: 5 })).toEqual({ refused: 'not-allowed' })
  })
})
