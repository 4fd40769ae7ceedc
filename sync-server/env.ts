import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { roles } from '#shared/rules/access.ts'
import { baseline } from '#shared/rules/users.ts'
import { defaultOrganisation, MIN_PASSWORD, type Organisation } from '#shared/model/limits.ts'
import { defaultUploads, type UploadLimits } from './files/allowance.ts'

export interface Env {
  port: number
  /** 127.0.0.1 unless told otherwise: a server is opened to the network on purpose (`HOST=0.0.0.0`). */
  host: string
  dataFolder: string
  trustProxy: boolean
  /** How many connections are open at once; half of them at most are news streams. */
  maxConnections: number
  /** Who sends it may read the metrics from anywhere; without one they can be read on this machine only. */
  metricsToken: string | undefined
  /** With less space on the disk the server takes no files, and says that it is not ready. */
  minFreeBytes: number
  uploads: UploadLimits
  /** Where people find the server: scheme and host; links in letters lead there. */
  publicUrl: string | undefined
  /** None: no letters are sent. */
  smtp: { url: string; from: string } | undefined
  organisation: Organisation
}

/** Reads every setting at once and throws one sentence for each that is wrong. */
export function readEnv(env: Record<string, string | undefined>): Env {
  const problems: string[] = []
  const complain = <T>(sentence: string, instead: T): T => {
    problems.push(sentence)
    return instead
  }
  const number = (name: string, instead: number, least: number, most: number): number => {
    const text = env[name]?.trim()
    if (!text) return instead
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    return complain(`${name} must be a whole number from ${least} to ${most}, and it is "${text}".`, instead)
  }
  const flag = (name: string, instead: boolean): boolean => {
    const text = env[name]?.trim().toLowerCase()
    if (!text) return instead
    if (['true', '1', 'yes'].includes(text)) return true
    return ['false', '0', 'no'].includes(text)
      ? false
      : complain(`${name} must be true or false, and it is "${text}".`, instead)
  }
  const secret = (name: string, least: number): string | undefined => {
    const text = env[name]?.trim()
    if (!text || text.length >= least) return text || undefined
    return complain(`${name} must have at least ${least} characters.`, undefined)
  }
  const zone = (name: string, instead: string): string => {
    const text = env[name]?.trim()
    if (!text) return instead
    return isTimeZone(text)
      ? text
      : complain(`${name} must be a time zone such as America/New_York, and it is "${text}".`, instead)
  }
  const aliases = (name: string): Organisation['roleAliases'] => {
    const pairs = (env[name] ?? '').split(';').filter((pair) => pair.trim())
    return pairs.map((pair) => {
      const [from, to, ...more] = pair.split('=').map((side) => side.trim().toLowerCase())
      const alias = baseline.find((known) => known.toLowerCase() === from)
      // An Admin is one by name: the last of them is counted, and only they may change each other.
      const role = roles.find((known) => known !== 'Admin' && known.toLowerCase() === to)
      if (alias && role && more.length === 0) return { name: alias, role }
      const sides = `${baseline.join(', ')} to one of ${roles.filter((known) => known !== 'Admin').join(', ')}`
      return complain(`${name} maps ${sides}, such as Team-lead=Manager;Director=AD, and it has "${pair.trim()}".`, {
        name: '',
        role: '',
      })
    })
  }
  const address = (name: string): string | undefined => {
    const text = env[name]?.trim()
    if (!text) return undefined
    const url = URL.canParse(text) ? new URL(text) : null
    const isPlain = url && /^https?:$/.test(url.protocol) && [`${url.origin}/`, url.origin].includes(text.toLowerCase())
    return isPlain
      ? url.origin
      : complain(
          `${name} must be a scheme and a host such as https://fieldpost.example.org, and it is "${text}".`,
          undefined,
        )
  }
  const post = (): Env['smtp'] => {
    const [url = '', from = ''] = [env.SMTP_URL?.trim(), env.SMTP_FROM?.trim()]
    if (!url && !from) return undefined
    // Never repeated in a sentence: it holds a password.
    if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || !new URL(url).hostname)
      return complain('SMTP_URL must be like smtp://user:password@mail.example.org:587 (or smtps://…:465).', undefined)
    if (!/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(from))
      return complain(`SMTP_FROM must be like Fieldpost <noreply@example.org>, and it is "${from}".`, undefined)
    if (!env.PUBLIC_URL?.trim())
      return complain('SMTP_URL needs PUBLIC_URL: the address that links in letters lead to.', undefined)
    return { url, from }
  }

  const usual = defaultOrganisation
  const settings: Env = {
    port: number('PORT', 8787, 0, 65_535),
    host: env.HOST?.trim() || '127.0.0.1',
    dataFolder: resolve(env.DATA_DIR?.trim() || './data'),
    trustProxy: flag('TRUST_PROXY', false),
    maxConnections: number('MAX_CONNECTIONS', connectionsFor(memory()), 20, 100_000),
    metricsToken: secret('METRICS_TOKEN', 16),
    minFreeBytes: number('MIN_FREE_MB', 200, 1, 1_000_000) * 1_000_000,
    uploads: {
      atOnce: number('UPLOADS_AT_ONCE', defaultUploads.atOnce, 1, 10_000),
      atOnceBytes: number('UPLOADS_AT_ONCE_MB', defaultUploads.atOnceBytes / 1_000_000, 1, 1_000_000) * 1_000_000,
      dayBytes: number('UPLOADS_A_DAY_MB', defaultUploads.dayBytes / 1_000_000, 1, 10_000_000) * 1_000_000,
    },
    publicUrl: address('PUBLIC_URL'),
    smtp: post(),
    organisation: {
      appName: env.APP_NAME?.trim() || usual.appName,
      companyLine: env.COMPANY_LINE?.trim() || usual.companyLine,
      timeZone: zone('ORG_TZ', usual.timeZone),
      dueSoonDays: number('DUE_SOON_DAYS', usual.dueSoonDays, 0, 365),
      recentDays: number('RECENT_DAYS', usual.recentDays, 1, 365),
      fiscalYearStartMonth: number('FISCAL_YEAR_START_MONTH', usual.fiscalYearStartMonth, 1, 12),
      syncWindowDays: number('SYNC_WINDOW_DAYS', usual.syncWindowDays, 1, 3650),
      requireCorAuthorization: flag('REQUIRE_COR_AUTHORIZATION', usual.requireCorAuthorization),
      allowSelfApproval: flag('ALLOW_SELF_APPROVAL', usual.allowSelfApproval),
      restrictTeamVisibility: flag('RESTRICT_TEAM_VISIBILITY', usual.restrictTeamVisibility),
      roleAliases: aliases('ROLE_ALIASES'),
      passwordMinLength: number('PASSWORD_MIN_LENGTH', usual.passwordMinLength, MIN_PASSWORD, 100),
      maxFileMb: number('MAX_FILE_MB', usual.maxFileMb, 1, 1_000),
    },
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return settings
}

/** One for each megabyte: an idle one takes some kilobytes, and one that sends as much as it may takes a megabyte. */
export const connectionsFor = (bytes: number): number => Math.min(10_000, Math.max(500, Math.floor(bytes / 1_000_000)))

/** Of the machine, or what its container leaves of it. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
