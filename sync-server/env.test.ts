import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { connectionsFor, readEnv, settingsTable } from './env.ts'

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

test.each(['javascript:alert(1)', 'projects.example.org', 'ftp://x.example/{id}', 'data:text/html,x'])(
  'what people are sent to for a project is an address of the web, and %j is none',
  (address) => {
    expect(() => readEnv({ EXTERNAL_PROJECT_URL: address })).toThrow(
      'EXTERNAL_PROJECT_URL must be an address of the web',
    )
  },
)

test.each(['APP_NAME', 'COMPANY_LINE'])('%s has at most 80 characters, as many as a phone has room for', (name) => {
  expect(() => readEnv({ [name]: 'x'.repeat(81) })).toThrow(`${name} must have at most 80 characters`)
  const { organisation } = readEnv({ [name]: '<b>&'.repeat(20) })
  expect([organisation.appName, organisation.companyLine]).toContain('<b>&'.repeat(20))
})

test('the address of a project keeps the places for its id and its pool code', () => {
  const address = 'https://projects.example.org/{poolCode}/{id}'
  expect(readEnv({ EXTERNAL_PROJECT_URL: address }).organisation.externalProjectUrl).toBe(address)
})

test('the guide has the table that the settings print', () => {
  const guide = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
  expect(guide).toContain(settingsTable())
})

test('every setting that is wrong is told in one list, each once, whatever else is wrong', () => {
  const wrong = { PORT: '-1.5', ORG_TZ: 'Mars/Olympus', METRICS_TOKEN: 'short', SMTP_URL: 'smtp://me:hidden@x.example' }
  const told = () => {
    try {
      readEnv({ ...wrong, DUE_SOON_DAYS: ' ', RECENT_DAYS: '1e3', SMTP_FROM: 'nobody' })
      return []
    } catch (error) {
      return (error as Error).message.split('\n')
    }
  }
  expect(told()).toEqual([
    'PORT must be a whole number from 0 to 65535, and it is "-1.5".',
    'SMTP_FROM must be like Fieldpost <noreply@example.org>, and it is "nobody".',
    'METRICS_TOKEN must have at least 16 characters.',
    'ORG_TZ must be a time zone such as America/New_York, and it is "Mars/Olympus".',
    'RECENT_DAYS must be a whole number from 1 to 365, and it is "1e3".',
    'SMTP_URL needs PUBLIC_URL: the address that links in letters lead to.',
  ])
})

test('the password of the first administrator is taken as it is', () => {
  expect(readEnv({ FIELDPOST_PASSWORD: ' seven owls ' }).adminPassword).toBe(' seven owls ')
  expect(readEnv({}).adminPassword).toBeUndefined()
})

test('every setting that is wrong is named', () => {
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
  expect(() => readEnv({ SMTP_FROM: all.SMTP_FROM })).toThrow('SMTP_FROM needs SMTP_URL')
  expect(() => readEnv({ ...all, PUBLIC_URL: 'https://x.example', SMTP_FROM: '' })).toThrow('SMTP_URL needs SMTP_FROM')
  for (const from of [
    'nobody',
    '<>',
    'A <a@b.example> B',
    'a@b.example\r\nBcc: c@d.example',
    'A <a@b.example>, c@d.example',
  ])
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
    expect(() => readEnv({ ROLE_ALIASES: wrong })).toThrow(`and it is "${wrong}"`)
})

test('how many connections there are goes by the memory, within what is of use and what a process may open', () => {
  expect([100e6, 2e9, 4e9, 64e9].map(connectionsFor)).toEqual([500, 2_000, 4_000, 10_000])
})

const shared = {
  DATABASE_URL: 'postgres://me:hidden-word@db.example.org/fieldpost',
  FILES_URL: 's3://files/a?endpoint=https://s3.example.org',
}

test('rows and files are shared both or neither, and what goes with them needs them', () => {
  expect(readEnv({}).shared).toBeUndefined()
  expect(readEnv({ REQUIRE_REPLICA: 'false' }).requireReplica).toBe(false)
  expect(readEnv({ ...shared, REQUIRE_REPLICA: 'true' })).toMatchObject({
    shared: { databaseUrl: shared.DATABASE_URL, filesUrl: shared.FILES_URL },
    requireReplica: true,
  })
  expect(() => readEnv({ DATABASE_URL: shared.DATABASE_URL })).toThrow('DATABASE_URL needs FILES_URL')
  expect(() => readEnv({ FILES_URL: shared.FILES_URL })).toThrow('FILES_URL needs DATABASE_URL')
  expect(() => readEnv({ REQUIRE_REPLICA: 'true' })).toThrow('REQUIRE_REPLICA needs DATABASE_URL')
  expect(() => readEnv({ ORGANISATIONS: 'a.example=1' })).toThrow('ORGANISATIONS needs DATABASE_URL')
})

test('the addresses of what is shared are looked at, and never repeated', () => {
  for (const url of ['mysql://me:hidden-word@db/x', 'postgres://me:hidden-word@db', 'postgres', 'postgres:///x'])
    expect(() => readEnv({ ...shared, DATABASE_URL: url })).toThrow(/^DATABASE_URL must be like (?!.*hidden-word)/)
  for (const url of ['https://me:hidden-word@s3.example.org', 's3://', 'file:///', 'file://elsewhere/x'])
    expect(() => readEnv({ ...shared, FILES_URL: url })).toThrow(/^FILES_URL must be like (?!.*hidden-word)/)
  expect(readEnv({ ...shared, FILES_URL: 'file:///srv/files' }).shared?.filesUrl).toBe('file:///srv/files')
})

test('each host name is one organisation’s', () => {
  expect(
    readEnv({ ...shared, ORGANISATIONS: ' North.example.org = 1; n.example.org=1;south.example.org=2;' }).hosts,
  ).toEqual([
    { host: 'north.example.org', org: 1 },
    { host: 'n.example.org', org: 1 },
    { host: 'south.example.org', org: 2 },
  ])
  for (const wrong of [
    'a.example',
    'a.example=0',
    'a.example=1;a.example=2',
    'a.example:80=1',
    '=1',
    'a=1=2',
    'a=9999999999',
  ])
    expect(() => readEnv({ ...shared, ORGANISATIONS: wrong })).toThrow(`and it is "${wrong}"`)
})
