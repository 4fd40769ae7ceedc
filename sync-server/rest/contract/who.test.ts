import { expect, test } from 'vitest'
import { commands } from '#shared/commands/index.ts'
import { abilities, type Ability } from '#shared/rules/abilities.ts'
import { isCapability } from '#shared/rules/access.ts'
import { rolesPage, whoInWords } from './who.ts'

test('every verb says by its ability who may', () => {
  for (const { name, ability } of commands.values())
    expect(ability in abilities || isCapability(ability), name).toBe(true)
})

test.each([
  ['approve', 'COR until it is authorized; AD while nothing is approved.'],
  ['deny', 'AD and COR until it is authorized; Manager once it is approved.'],
  ['complete', 'Admin, Manager and its assignee while it is in progress.'],
  ['edit', 'Admin, Manager, Analyst, COR and AD while it is open; everybody until it is approved.'],
  ['amend', 'Everybody who is signed in while it is open.'],
  [
    'amendAssignee',
    'Admin, Manager, Analyst, COR and AD while it is open; everybody until it is approved; everybody while it is denied.',
  ],
  ['editComment', 'Whoever made it.'],
  ['comment', 'Everybody who is signed in.'],
] as [Ability, string][])('%s in words: %s', (ability, words) => {
  expect(whoInWords([ability])).toBe(words)
})

test('an address that stands for several verbs says of each who may', () => {
  expect(whoInWords(['comment', 'hideComment', 'comment'])).toBe(
    'To comment: Everybody who is signed in. To hide comment: Admin, Manager and whoever made it.',
  )
})

test('docs/roles.md is the table of abilities', async () => {
  await expect(rolesPage()).toMatchFileSnapshot('../../../docs/roles.md')
})
