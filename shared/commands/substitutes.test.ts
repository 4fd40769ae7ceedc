import { describe, expect, test } from 'vitest'
import type { Decision } from '../kernel/command.ts'
import * as messages from '../model/messages.ts'
import type { Project } from '../model/project.ts'
import type { StandIn, User } from '../model/reference.ts'
import { projectAbilities } from '../rules/abilities.ts'
import { substitutesOf } from '../queries/substitutes.ts'
import {
  anApproval,
  aProjectIn,
  aRequest,
  aUser,
  ask,
  carryOut,
  contextOf,
  NOW,
  people,
  withReferences,
  type Rows,
  type Standing,
} from '../testing/samples.ts'
import { acceptProject, approveProject, denyProject } from './projects.ts'
import { endSubstitution, nameSubstitute } from './substitutes.ts'
import { saveUser } from './users.ts'

const { ana, mia, adam, cora, ada, pete } = people
const ingrid = aUser({ id: 9, fullName: 'Ingrid Solheim', roles: 'AD' })
const simon = aUser({ id: 31, fullName: 'Simon Achterberg', roles: 'COR;AD' })
const decided: (...args: Parameters<typeof carryOut>) => Decision = (...args) => carryOut(...args).decision
const today = NOW.slice(0, 10)
const away = (of: User, more: Partial<StandIn> = {}): StandIn => ({
  ...{ id: of.id, roles: of.roles, from: today, until: '2026-03-14' },
  ...more,
})
const everybody = (...changed: User[]): Rows =>
  withReferences({
    users: [...Object.values(people), ingrid, simon].map((user) => changed.find(({ id }) => id === user.id) ?? user),
  })

describe('naming a substitute (C-027)', () => {
  const name = (by: User, input: object, rows: Rows = everybody()) =>
    decided(
      nameSubstitute,
      { userId: adam.id, substituteId: ingrid.id, from: today, until: '2026-03-14', ...input },
      rows,
      contextOf(by),
    )
  const named = (decision: Decision) =>
    'changes' in decision ? decision.changes.map((change) => ('row' in change ? change.row : null)) : decision

  test('somebody with the same role, from one day until another; other days take the place of those', () => {
    expect(named(name(adam, {}))).toEqual([{ ...ingrid, standsInFor: [away(adam)] }])
    const rows = everybody({ ...ingrid, standsInFor: [away(adam), away(simon, { until: '2026-03-01' })] })
    expect(name(adam, {}, rows)).toEqual({ nothing: 'already' })
    expect(named(name(adam, { until: '2026-03-20' }, rows))).toEqual([
      { ...ingrid, standsInFor: [away(simon, { until: '2026-03-01' }), away(adam, { until: '2026-03-20' })] },
    ])
  })

  test('nobody who would not see what is to be decided, where an organisation restricts what teams see', () => {
    const of = (teamId: number, theirs: number, restrictTeamVisibility = true) =>
      decided(
        nameSubstitute,
        { userId: adam.id, substituteId: ingrid.id, from: today, until: '2026-03-14' },
        everybody({ ...adam, teamId }, { ...ingrid, teamId: theirs }),
        contextOf(adam, NOW, { restrictTeamVisibility }),
      )
    expect(of(3, 2)).toMatchObject({ errors: [{ field: 'substituteId', message: messages.seesAnotherTeam }] })
    for (const fine of [of(3, 3), of(3, 0), of(0, 2), of(3, 2, false)]) expect(fine).toHaveProperty('changes')
  })

  test('one that is over stays for what was decided without a connection then, and goes after a quarter', () => {
    const over = [
      away(adam, { from: '2026-03-01', until: '2026-03-05' }),
      away(cora, { from: '2025-11-01', until: '2025-11-05' }),
    ]
    const rows = everybody({ ...ingrid, standsInFor: over })
    const decision = name(adam, {}, rows)
    expect(named(decision)).toEqual([{ ...ingrid, standsInFor: [over[0], away(adam)] }])
    const end = decided(endSubstitution, { userId: adam.id, substituteId: ingrid.id }, rows, contextOf(adam))
    expect(end).toEqual({ nothing: 'already' })
  })

  test('it begins today or later, unless it goes on as it has begun', () => {
    const from = '2026-03-01'
    const fault = { refused: 'invalid', errors: [{ field: 'from', message: messages.dayIsOver }] }
    expect(name(adam, { from })).toMatchObject(fault)
    const rows = everybody({ ...ingrid, standsInFor: [away(adam, { from })] })
    expect(named(name(adam, { from, until: '2026-03-20' }, rows))).toEqual([
      { ...ingrid, standsInFor: [away(adam, { from, until: '2026-03-20' })] },
    ])
    const over = everybody({ ...ingrid, standsInFor: [away(adam, { from, until: '2026-03-05' })] })
    expect(name(adam, { from }, over)).toMatchObject(fault)
  })

  test('not somebody without that role, unless an Admin does it', () => {
    const refused = { refused: 'invalid', errors: [{ field: 'substituteId', message: messages.notTheSameRole('AD') }] }
    expect(name(adam, { substituteId: ana.id })).toEqual(refused)
    expect(name(simon, { userId: simon.id })).toEqual({
      ...refused,
      errors: [{ field: 'substituteId', message: messages.notTheSameRole('COR') }],
    })
    expect(named(name(ada, { substituteId: ana.id }))).toEqual([{ ...ana, standsInFor: [away(adam)] }])
  })

  test('nobody names one for somebody else but an Admin', () => {
    for (const by of [mia, cora, ingrid, pete]) expect(name(by, {})).toMatchObject({ refused: 'not-allowed' })
    expect(name(ada, { userId: 999 })).toMatchObject({ refused: 'not-found' })
  })

  test.each([
    ['themselves', { substituteId: adam.id }, 'substituteId', messages.substitute],
    ['somebody who is not there', { substituteId: 999 }, 'substituteId', messages.substitute],
    ['days in the wrong order', { from: '2026-03-20', until: '2026-03-15' }, 'until', messages.lastBeforeFirst],
    ['more than a year', { until: '2027-04-01' }, 'until', messages.tooLongAway],
    ['no day', { until: '' }, 'until', messages.lastDay],
  ])('not %s', (_, input, field, message) => {
    expect(name(adam, input)).toMatchObject({ refused: 'invalid', errors: [{ field, message }] })
  })

  test('not an account that is inactive, nor for somebody who decides nothing', () => {
    expect(name(adam, {}, everybody({ ...ingrid, active: false }))).toMatchObject({ refused: 'invalid' })
    expect(name(ada, {}, everybody({ ...adam, active: false }))).toMatchObject({
      refused: 'invalid',
      errors: [{ field: 'userId', message: messages.accountInactive }],
    })
    expect(name(ana, { userId: ana.id })).toMatchObject({
      errors: [{ field: 'userId', message: messages.decidesNothing }],
    })
  })

  test('it is ended by whoever is away, by an Admin and by the substitute', () => {
    const rows = everybody({ ...ingrid, standsInFor: [away(adam), away(simon)] })
    const end = (by: User) =>
      decided(endSubstitution, { userId: adam.id, substituteId: ingrid.id }, rows, contextOf(by))
    for (const by of [adam, ada, ingrid]) expect(named(end(by))).toEqual([{ ...ingrid, standsInFor: [away(simon)] }])
    expect(end(mia)).toMatchObject({ refused: 'not-allowed' })
    const none = { userId: adam.id, substituteId: simon.id }
    expect(decided(endSubstitution, none, rows, contextOf(adam))).toEqual({ nothing: 'already' })
  })

  test('who stands in for somebody, now or later, and not who did', () => {
    const rows = everybody(
      { ...ingrid, standsInFor: [away(adam, { from: '2026-04-01', until: '2026-04-08' })] },
      { ...simon, standsInFor: [away(adam), away(cora)] },
      { ...ana, standsInFor: [away(adam, { from: '2026-01-01', until: '2026-01-08' })] },
    )
    expect(
      ask(substitutesOf, { userId: adam.id }, rows, contextOf(adam)).map(({ fullName, from }) => [fullName, from]),
    ).toEqual([
      ['Simon Achterberg', today],
      ['Ingrid Solheim', '2026-04-01'],
    ])
  })
})

describe('what a substitute decides (C-027)', () => {
  const standsIn = (user: User, ...standsInFor: StandIn[]): User => ({ ...user, standsInFor })
  const of = (project: Project): Rows => ({ ...everybody(), projects: [project], requests: [aRequest()] })
  const asked = (standing: Standing) => aProjectIn(standing, { createdById: people.fin.id })
  const strict = { allowSelfApproval: false }
  const approve = (project: Project, by: User, organisation: object = {}, rows: Rows = of(project)) =>
    decided(approveProject, { id: project.id, approvalId: 42_000_099 }, rows, contextOf(by, NOW, organisation))
  const given = (decision: Decision) =>
    'changes' in decision ? decision.changes.flatMap((change) => (change.kind === 'add' ? [change.row] : [])) : decision

  test('an approval is recorded for whoever is away, of the kind that is theirs to give', () => {
    const interim = asked('interim')
    expect(given(approve(interim, standsIn(ana, away(adam))))).toMatchObject([
      { kind: 'interim', createdById: ana.id, forId: adam.id },
    ])
    expect(given(approve(interim, standsIn(ana, away(cora))))).toMatchObject([
      { kind: 'authorization', createdById: ana.id, forId: cora.id },
    ])
    expect(given(approve(interim, standsIn(ingrid, away(adam))))).toMatchObject([{ kind: 'interim', forId: adam.id }])
    // What a COR gives is not what an AD gives.
    expect(given(approve(interim, standsIn(cora, away(adam))))).toMatchObject([{ kind: 'authorization', forId: 0 }])
    expect(given(approve(interim, standsIn(ana, away(adam), away(simon))))).toMatchObject([
      { kind: 'authorization', forId: simon.id },
    ])
  })

  test('so are an acceptance and a denial', () => {
    const project = asked('acceptance')
    const by = standsIn(ana, away(mia))
    expect(decided(acceptProject, { id: project.id }, of(project), contextOf(by))).toMatchObject({
      changes: [{ row: { acceptedById: ana.id, decidedForId: mia.id } }],
    })
    const denial = { id: project.id, commentId: 42_000_099, content: 'No room', assigneeId: ana.id }
    expect(decided(denyProject, denial, of(project), contextOf(by))).toMatchObject({
      changes: [{ kind: 'add' }, { row: { deniedById: ana.id, decidedForId: mia.id } }],
    })
  })

  test('only on those days', () => {
    for (const days of [{ from: '2026-03-11' }, { from: '2026-03-01', until: '2026-03-09' }])
      expect(approve(asked('interim'), standsIn(ana, away(adam, days)))).toMatchObject({ refused: 'not-allowed' })
  })

  test('never what they have asked for themselves, and what the other may not decide goes in nobody’s name', () => {
    const own = aProjectIn('interim', { createdById: ana.id })
    expect(approve(own, standsIn(ana, away(adam)))).toMatchObject({ refused: 'not-allowed' })
    const theirs = aProjectIn('interim', { createdById: adam.id })
    expect(approve(theirs, standsIn(ana, away(adam)), strict)).toMatchObject({ refused: 'not-allowed' })
    expect(given(approve(theirs, standsIn(ingrid, away(adam)), strict))).toMatchObject([{ forId: 0 }])
    // An authorization is not theirs to give either, when the only COR among them may not.
    const coras = aProjectIn('interim', { createdById: cora.id })
    expect(given(approve(coras, standsIn(ingrid, away(cora)), strict))).toMatchObject([{ kind: 'interim', forId: 0 }])
  })

  test('nor what whoever is away has asked for: that needs somebody in their own name', () => {
    const theirs = aProjectIn('interim', { createdById: adam.id })
    expect(approve(theirs, standsIn(ana, away(adam)))).toMatchObject({ refused: 'not-allowed' })
    expect(given(approve(theirs, standsIn(ingrid, away(adam))))).toMatchObject([{ kind: 'interim', forId: 0 }])
    expect(given(approve(theirs, standsIn(ana, away(adam), away(simon))))).toMatchObject([{ forId: simon.id }])
  })

  test('a substitute who loses a role keeps it in nobody’s name either, but what an Admin lent without it', () => {
    const rows = everybody(standsIn(simon, away(adam), away(mia), away(simon)))
    const decision = decided(saveUser, { id: simon.id, roles: 'COR' }, rows, contextOf(ada))
    expect('changes' in decision && decision.changes[0]).toMatchObject({
      row: { roles: 'COR', standsInFor: [away(mia), away(simon, { roles: 'COR' })] },
    })
  })

  test('it goes no further: what a substitute lends to another are roles of their own', () => {
    const rows = everybody(standsIn(ingrid, away(cora)))
    const days = { from: today, until: '2026-03-14' }
    expect(
      decided(nameSubstitute, { userId: ingrid.id, substituteId: ana.id, ...days }, rows, contextOf(ada)),
    ).toMatchObject({ changes: [{ row: { id: ana.id, standsInFor: [{ id: ingrid.id, roles: 'AD' }] } }] })
  })

  test('nothing else that hangs on the role: no edit, no due date, no canceling', () => {
    const { organisation } = contextOf(ana)
    const may = projectAbilities(standsIn(pete, away(mia), away(cora)), asked('authorization'), organisation)
    expect(may).toMatchObject({ approve: true, authorize: true, deny: true, cancel: false, edit: false })
    expect(may).toMatchObject({ editDueDate: false, editContent: false, complete: false })
  })

  test('who is too late is told by whom and when, as the other would be', () => {
    const project = asked('acceptance')
    const last = anApproval({ id: 2, kind: 'authorization', createdById: cora.id })
    const rows = { ...of(project), approvals: [last] }
    expect(approve(project, standsIn(ana, away(simon)), {}, rows)).toMatchObject({ nothing: 'already', by: cora.id })
    expect(approve(asked('canceled'), standsIn(ana, away(adam)))).toMatchObject({ refused: 'closed' })
  })

  test('whoever loses a role, or the account, leaves no say of it to anybody', () => {
    const rows = everybody(standsIn(ana, away(simon), away(adam)), standsIn(pete, away(simon, { roles: 'COR' })))
    const after = (input: object) => {
      const decision = decided(saveUser, { id: simon.id, ...input }, rows, contextOf(ada))
      if (!('changes' in decision)) return decision
      return decision.changes.slice(1).map((change) => ('row' in change ? (change.row as User) : null))
    }
    expect(after({ roles: 'AD' })).toEqual([
      standsIn(ana, away(simon, { roles: 'AD' }), away(adam)),
      { ...pete, standsInFor: [] },
    ])
    expect(after({ active: false })).toEqual([standsIn(ana, away(adam)), { ...pete, standsInFor: [] }])
    expect(after({ fullName: 'Simon Berg' })).toEqual([])
    // Nor does anybody come back to what they stood in for.
    const gone = decided(saveUser, { id: ana.id, active: false }, rows, contextOf(ada))
    expect('changes' in gone && gone.changes).toMatchObject([{ row: { active: false, standsInFor: [] } }])
  })

  test('whoever changes to another team, where each sees its own, leaves no say to who sees nothing of it, and keeps none', () => {
    const inTeam = (user: User, teamId: number, ...theirs: StandIn[]) => ({ ...standsIn(user, ...theirs), teamId })
    const rows = everybody(
      { ...adam, teamId: 3 },
      inTeam(ingrid, 3, away(adam)),
      inTeam(ana, 0, away(adam), away(mia)),
      inTeam(mia, 3),
    )
    const after = (user: User, teamId: number, restrictTeamVisibility = true) => {
      const context = contextOf(ada, NOW, { restrictTeamVisibility })
      const decision = decided(saveUser, { id: user.id, teamId }, rows, context)
      if (!('changes' in decision)) return decision
      return decision.changes.map((change) => ('row' in change ? (change.row as User) : null))
    }
    const told = (rowsAfter: ReturnType<typeof after>) =>
      Array.isArray(rowsAfter) && rowsAfter.map((row) => [row?.id, row?.standsInFor.map(({ id }) => id)])
    // Of whoever is away, and of the substitute: who is of no team sees both, and who goes into one sees what is of it.
    expect(told(after(adam, 2))).toEqual([
      [adam.id, []],
      [ingrid.id, []],
    ])
    expect(told(after(ingrid, 2))).toEqual([[ingrid.id, []]])
    expect(told(after(ana, 3))).toEqual([[ana.id, [adam.id, mia.id]]])
    expect(told(after(ana, 2))).toEqual([[ana.id, []]])
    expect(told(after(adam, 2, false))).toEqual([[adam.id, []]])
    expect(told(after(ingrid, 2, false))).toEqual([[ingrid.id, [adam.id]]])
  })
})
