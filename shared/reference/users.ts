import * as z from 'zod/mini'
import { withAliases } from '../model/limits.ts'
import { defineQuery } from '../kernel/query.ts'
import { many } from '../kernel/reads.ts'
import { called, emailOf, lineOf, ref } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import { isGovernment } from '../rules/access.ts'
import { byName, detailOf, listOf } from './ask.ts'
import { defineReference, MAX_NAME } from './reference.ts'

/** Its verb is its own (`commands/users.ts`): passwords, invitations and roles have laws that no other table has (decisions 022 and 031). */
export const users = defineReference({
  table: 'users',
  entity: 'User',
  words: { one: 'a user', many: 'people', deactivated: 'Signed out at once; open taskings are to be handed on.' },
  fields: {
    fullName: { label: 'Full Name', input: called(messages.fullName, MAX_NAME) },
    email: { label: 'Email', input: emailOf(messages.emailRequired) },
    roles: { label: 'Roles', kind: 'roles', input: lineOf(1, messages.roles) },
    teamId: { label: 'Team', input: z.optional(ref), told: 'team' },
  },
  named: { by: 'fullName', twice: 'warned' },
  who: { sees: 'seeResources', writes: 'writeResources' },
  // Nobody's password stands in a file: whoever is in it gets a link to choose one.
  imported: { invited: true },
  signed: false,
  usedBy: { column: 'assigneeId' },
  rest: {
    path: '/resources/users',
    saved: [],
    list: 'all',
    example: { fullName: 'Nora New', email: 'nora@example.org', roles: 'Analyst', teamId: 3, password: 'long-enough' },
  },
})

export const userList = listOf(users)
export const userDetail = detailOf(users)

/** Active people on the government side, to suggest as recipients (C-139). */
export const clients = defineQuery({
  name: 'clients',
  input: z.strictObject({}),
  reads: () => ({ users: many('users', { active: true }) }),
  answer: (_, { users }, { organisation }) =>
    byName(
      users.filter((user) => isGovernment(withAliases(user, organisation))),
      'fullName',
    ).map(({ id, fullName, email, roles }) => ({
      id,
      fullName,
      email,
      roles,
    })),
})
