import { expect, test } from 'vitest'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { readEnv } from './env.ts'

test('without settings the server stays on this machine and keeps the usual organisation', () => {
  const env = readEnv({})
  expect([env.port, env.host, env.trustProxy]).toEqual([8787, '127.0.0.1', false])
  expect(env.organisation).toEqual(defaultOrganisation)
})

test('settings are read', () => {
  const env = readEnv({
    PORT: '80',
    HOST: '0.0.0.0',
    ORG_TZ: 'Africa/Nairobi',
    FISCAL_YEAR_START_MONTH: '10',
    ALLOW_SELF_APPROVAL: 'false',
    METRICS_TOKEN: 'a-token-for-the-metrics',
    MIN_FREE_MB: '500',
    MAX_FILE_MB: '100',
  })
  expect([env.port, env.host]).toEqual([80, '0.0.0.0'])
  expect([env.metricsToken, env.minFreeBytes]).toEqual(['a-token-for-the-metrics', 500_000_000])
  expect(env.organisation).toMatchObject({
    timeZone: 'Africa/Nairobi',
    fiscalYearStartMonth: 10,
    allowSelfApproval: false,
    maxFileMb: 100,
  })
})

test('every setting that is wrong is named in one go', () => {
  const wrong = () =>
    readEnv({ PORT: 'http', ORG_TZ: 'Mars/Olympus', PASSWORD_MIN_LENGTH: '3', REQUIRE_COR_AUTHORIZATION: 'maybe' })
  expect(wrong).toThrow(/PORT[^]*PASSWORD_MIN_LENGTH[^]*/)
  expect(() => readEnv({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 16 characters')
  expect(() => readEnv({ MAX_FILE_MB: '0' })).toThrow('MAX_FILE_MB must be a whole number from 1 to 1000')
  expect(wrong).toThrow(/ORG_TZ must be a time zone/)
  expect(wrong).toThrow(/REQUIRE_COR_AUTHORIZATION must be true or false/)
})
