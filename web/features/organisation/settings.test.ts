import { expect, test } from 'vitest'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { settingsTable } from '#server/env.ts'
import { settings, settingsText } from './settings.ts'

const all = settings.flatMap(([, group]) => group)

test('every setting that people see is one that the server knows by this name', () => {
  for (const { variable } of all) expect(settingsTable()).toContain(`\`${variable}\``)
})

test('what is in force is said in words, for any value', () => {
  expect(settingsText(defaultOrganisation)).toContain('FISCAL_YEAR_START_MONTH: January')
  const strict = { ...defaultOrganisation, requireCorAuthorization: true, allowSelfApproval: false, recentDays: 1 }
  const said = settingsText({ ...strict, roleAliases: [{ name: 'Director', role: 'AD' }] }).split('\n')
  expect(said).toEqual(
    expect.arrayContaining([
      'REQUIRE_COR_AUTHORIZATION: Required',
      'ALLOW_SELF_APPROVAL: Not allowed',
      'RECENT_DAYS: 1 day',
      'ROLE_ALIASES: Director as AD',
    ]),
  )
})
