import { expect, test } from 'vitest'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { connectionsFor, readEnv } from './env.ts'

test('without settings the server stays on this machine and keeps the usual organisation', () => {
  const env = readEnv({})
  expect([env.port, env.host, env.trustProxy]).toEqual([8787, '127.0.0.1', false])
  expect(env.maxConnections).toBeGreaterThanOrEqual(500)
  expect(env.organisation).toEqual({ ...defaultOrganisation, roleAliases: [] })
})

test('settings are read', () => {
  const env = readEnv({
    PORT: '80',
    HOST: '0.0.0.0',
    ORG_TZ: 'Africa/Nairobi',
    FISCAL_YEAR_START_MONTH: '10',
    ALLOW_SELF_APPROVAL: 'false',
    RESTRICT_TEAM_VISIBILITY: 'true',
    METRICS_TOKEN: 'a-token-for-the-metrics',
    MIN_FREE_MB: '500',
    UPLOADS_AT_ONCE: '3',
    UPLOADS_AT_ONCE_MB: '40',
    UPLOADS_A_DAY_MB: '100',
    MAX_FILE_MB: '100',
    MAX_CONNECTIONS: '300',
  })
  expect(env.maxConnections).toBe(300)
  expect([env.port, env.host]).toEqual([80, '0.0.0.0'])
  expect([env.metricsToken, env.minFreeBytes]).toEqual(['a-token-for-the-metrics', 500_000_000])
  expect(env.uploads).toEqual({ atOnce: 3, atOnceBytes: 40_000_000, dayBytes: 100_000_000 })
  expect(env.organisation).toMatchObject({
    timeZone: 'Africa/Nairobi',
    fiscalYearStartMonth: 10,
    allowSelfApproval: false,
    restrictTeamVisibility: true,
    maxFileMb: 100,
  })
})

test('every setting that is wrong is named in one go', () => {
  const wrong = () =>
    readEnv({ PORT: 'http', ORG_TZ: 'Mars/Olympus', PASSWORD_MIN_LENGTH: '3', REQUIRE_COR_AUTHORIZATION: 'maybe' })
  expect(wrong).toThrow(/PORT[^]*PASSWORD_MIN_LENGTH[^]*/)
  expect(() => readEnv({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 16 characters')
  expect(() => readEnv({ MAX_FILE_MB: '0' })).toThrow('MAX_FILE_MB must be a whole number from 1 to 1000')
  expect(() => readEnv({ MAX_CONNECTIONS: '3' })).toThrow('MAX_CONNECTIONS must be a whole number from 20 to 100000')
  expect(wrong).toThrow(/ORG_TZ must be a time zone/)
  expect(wrong).toThrow(/REQUIRE_COR_AUTHORIZATION must be true or false/)
})

test('letters need a relay, a sender and the address that links lead to', () => {
  const all = { SMTP_URL: 'smtp://me:hidden-word@mail.example.org:587', SMTP_FROM: 'Fieldpost <no-reply@example.org>' }
  const env = readEnv({ ...all, PUBLIC_URL: 'https://fieldpost.example.org/' })
  expect([env.publicUrl, env.smtp]).toEqual([
    'https://fieldpost.example.org',
    { url: all.SMTP_URL, from: 'Fieldpost <no-reply@example.org>' },
  ])
  expect(readEnv({}).smtp).toBeUndefined()
  expect(() => readEnv(all)).toThrow('SMTP_URL needs PUBLIC_URL')
  expect(() => readEnv({ SMTP_FROM: all.SMTP_FROM })).toThrow('SMTP_URL must be like')
  for (const from of ['', 'nobody', 'a@b.example\r\nBcc: c@d.example', 'A <a@b.example>, c@d.example'])
    expect(() => readEnv({ ...all, PUBLIC_URL: 'https://x.example', SMTP_FROM: from })).toThrow(
      'SMTP_FROM must be like',
    )
  for (const url of ['fieldpost.example.org', 'ftp://x.example', 'https://x.example/app', 'https://u:p@x.example'])
    expect(() => readEnv({ PUBLIC_URL: url })).toThrow('PUBLIC_URL must be a scheme and a host')
  const wrong = () => readEnv({ ...all, SMTP_URL: 'http://me:hidden-word@mail.example.org' })
  expect(wrong).toThrow('SMTP_URL must be like')
  expect(wrong).not.toThrow('hidden-word')
})

test('roles without rights are mapped to those with, and never to Admin (C-012)', () => {
  expect(readEnv({ ROLE_ALIASES: ' team-lead = manager; Director=AD;' }).organisation.roleAliases).toEqual([
    { name: 'Team-lead', role: 'Manager' },
    { name: 'Director', role: 'AD' },
  ])
  for (const wrong of ['Director', 'Director=Admin', 'Director=King', 'Analyst=Manager', 'Director=AD=COR'])
    expect(() => readEnv({ ROLE_ALIASES: wrong })).toThrow(`and it has "${wrong}"`)
})

test('how many connections there are goes by the memory, within what is of use and what a process may open', () => {
  expect([100e6, 2e9, 4e9, 64e9].map(connectionsFor)).toEqual([500, 2_000, 4_000, 10_000])
})
