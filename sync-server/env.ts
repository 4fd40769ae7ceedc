import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { defaultOrganisation as usual, MIN_PASSWORD, type Organisation } from '#shared/model/limits.ts'
import { roles } from '#shared/rules/access.ts'
import { baseline } from '#shared/rules/users.ts'
import { defaultUploads, type UploadLimits } from './files/allowance.ts'
import { isOneAddress } from './mail/carriers.ts'
import { parseFilesUrl } from './store/blobs/s3-place.ts'
import { memory } from './store/memory.ts'

export interface Env {
  port: number
  /** 127.0.0.1 unless told otherwise: a server is opened to the network on purpose (`HOST=0.0.0.0`). */
  host: string
  dataFolder: string
  /** Rows and files that many processes share; without both, a file and a folder of `dataFolder` that one process owns. */
  shared: { databaseUrl: string; filesUrl: string } | undefined
  /** A commit counts only when a second machine has it. */
  requireReplica: boolean
  /** Which organisation is served under which host name; none: there is one, whatever the name. */
  hosts: readonly Host[]
  trustProxy: boolean
  /** How many connections are open at once; half of them at most are news streams. */
  maxConnections: number
  /** Up to so many closed taskings come to a device with all that belongs to them. */
  wholeHistory: number
  mostTaskings: number
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
  /** Of the administrator that `--create-admin` makes; without it, it is asked for. */
  adminPassword: string | undefined
}

interface Host {
  host: string
  org: number
}

/** Reads every setting at once. A blank one counts as not given. @throws with one line for each that is wrong */
export function readEnv(env: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.keys(settings).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  ) as Given
  const read = schema.safeParse(given)
  const problems = [
    ...new Set((read.error?.issues ?? []).map((issue) => problemOf(issue, given))),
    ...missing(given),
    ...halfShared(given),
  ]
  if (!read.success || problems.length > 0) throw new Error(problems.join('\n'))
  // Spaces count in a password.
  return { ...envOf(read.data), adminPassword: env.FIELDPOST_PASSWORD }
}

/** The table of the guide (docs/operations.md), and of `--settings`. */
export function settingsTable(): string {
  const lines = Object.entries<Setting>(settings).map(([name, { without = '', about = '' }]) => {
    const told = without === '' ? '' : `${String(without)} `
    return `| \`${name}\` | ${told}| ${about && `${about} `}|`
  })
  return ['| Name | Without it | |', '|---|---|---|', ...lines].join('\n')
}

interface Setting {
  is: z.ZodMiniType<unknown, string>
  /** What holds without it; a text may stand for what is worked out. */
  without?: unknown
  about?: string
  /** It is never repeated to whoever reads what is wrong. */
  isSecret?: true
}

const text = z.string()

/** There is room for so much of it on a phone. */
const shownName = text.check(z.maxLength(80, 'must have at most 80 characters'))

const wholeNumber = (least: number, most: number) => {
  const wrong = `must be a whole number from ${least} to ${most}`
  return z.pipe(z.coerce.number(wrong), z.int(wrong).check(z.gte(least, wrong), z.lte(most, wrong))) as Reads<number>
}
type Reads<T> = z.ZodMiniType<T, string>

const yesOrNo = z.stringbool({
  truthy: ['true', '1', 'yes'],
  falsy: ['false', '0', 'no'],
  error: 'must be true or false',
}) as Reads<boolean>

const timeZone = text.check(z.refine(isTimeZone, 'must be a time zone such as America/New_York'))

const schemeAndHost = z.pipe(
  text.check(z.refine(isSchemeAndHost, 'must be a scheme and a host such as https://fieldpost.example.org')),
  z.transform((address: string) => new URL(address).origin),
)

// It becomes a link on everybody's screen.
const webAddress = text.check(
  z.refine(
    (address) => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : ''),
    'must be an address of the web such as https://projects.example.org/{poolCode}/{id}',
  ),
)

const relay = text.check(z.refine(isRelay, 'must be like smtp://user:password@mail.example.org:587 (or smtps://…:465)'))

const sender = text.check(z.refine(isSender, 'must be like Fieldpost <noreply@example.org>'))

const database = text.check(z.refine(isDatabase, 'must be like postgres://user:password@db.example.org:5432/fieldpost'))

const storage = text.check(
  z.refine(
    isStorage,
    'must be like s3://bucket/prefix?endpoint=https://storage.example.org, or file:///srv/fieldpost for a folder that all processes have',
  ),
)

const hosts = z.pipe(
  text.check(
    z.refine(
      (pairs) => isHosts(hostsIn(pairs)),
      'must be like north.example.org=1;south.example.org=2: each name once, with a number from 1 to 2000000000',
    ),
  ),
  z.transform((pairs: string) => hostsIn(pairs)),
)

// An Admin is one by name: the last of them is counted, and only they may change each other.
const lendable = roles.filter((role) => role !== 'Admin')
const roleAliases = z.pipe(
  text.check(
    z.refine(
      (pairs) => aliasesIn(pairs).every(isAlias),
      `maps ${baseline.join(', ')} to one of ${lendable.join(', ')}, such as Team-lead=Manager;Director=AD`,
    ),
  ),
  z.transform((pairs: string) => aliasesIn(pairs).filter(isAlias)),
)

/** Every setting of the server, in the order of the guide. */
const settings = {
  PORT: { is: wholeNumber(0, 65_535), without: 8787 },
  HOST: {
    is: text,
    without: '127.0.0.1',
    about: '`0.0.0.0` opens it to the network. Behind a proxy on the same machine leave it',
  },
  DATA_DIR: {
    is: text,
    without: './data',
    about:
      'Holds `fieldpost.sqlite` with its `-wal`, `-shm`, `-owner` and `-ballast`, `files/` with what people attach, and `letters.key`. All of them belong together. A folder of its own: what others may read in it is closed at the start (`chmod go-rwx`), and where that cannot be, or others have things in it, the start is refused',
  },
  DATABASE_URL: {
    is: database,
    without: 'a file',
    about:
      '`postgres://user:password@host:5432/name`: PostgreSQL 15 or newer, shared by as many processes as are started with it (*Many processes*). Needs `FILES_URL`; `DATA_DIR` is nothing but scratch then',
    isSecret: true,
  },
  FILES_URL: {
    is: storage,
    without: 'a folder',
    about:
      '`s3://bucket/prefix?endpoint=https://…`, or `file:///…` for a folder that all processes have: where the bytes of files are. Needs `DATABASE_URL`',
    isSecret: true,
  },
  REQUIRE_REPLICA: {
    is: yesOrNo,
    without: false,
    about:
      'With `DATABASE_URL`: nothing is acknowledged before a synchronous standby has it, and the start is refused where there is none',
  },
  ORGANISATIONS: {
    is: hosts,
    about:
      'With `DATABASE_URL`: `north.example.org=1;south.example.org=2`, several organisations in one database, each under host names of its own. The same on all processes. Links in letters lead to `https://` and the first name of each',
  },
  TRUST_PROXY: {
    is: yesOrNo,
    without: false,
    about:
      '`true` behind a proxy that sets `X-Forwarded-For`: sign-in throttling counts the last address in it. Never without a proxy: without one an address has at most a quarter of the connections',
  },
  MAX_CONNECTIONS: {
    is: wholeNumber(20, 100_000),
    without: 'by memory',
    about:
      'How many connections are open at once, 20 to 100,000: one for each MB of memory, at least 500, at most 10,000. The process must be allowed as many open files (`LimitNOFILE`)',
  },
  PUBLIC_URL: {
    is: schemeAndHost,
    about: 'Scheme and host, such as `https://fieldpost.example.org`: where links in letters lead',
  },
  SMTP_URL: {
    is: relay,
    without: 'no mail',
    about:
      '`smtp://user:password@mail.example.org:587` or `smtps://…:465`; special characters percent-encoded. Needs `SMTP_FROM` and `PUBLIC_URL`',
    isSecret: true,
  },
  SMTP_FROM: { is: sender, about: '`Fieldpost <noreply@example.org>`' },
  METRICS_TOKEN: {
    is: text.check(z.minLength(16, 'must have at least 16 characters')),
    about:
      'At least 16 characters. With it `/api/metrics` wants it as bearer; without it only direct requests from this machine are answered',
    isSecret: true,
  },
  MAX_FILE_MB: {
    is: wholeNumber(1, 1_000),
    without: usual.maxFileMb,
    about: "The largest file that can be attached, 1 to 1000 (of 1,048,576 bytes). The proxy's limit must be larger",
  },
  MIN_FREE_MB: {
    is: wholeNumber(1, 1_000_000),
    without: 200,
    about: 'The reserve: with less space on the disk files are refused (507) and `/api/ready` says no',
  },
  UPLOADS_AT_ONCE: {
    is: wholeNumber(1, 10_000),
    without: defaultUploads.atOnce,
    about: 'How many uploads one person may have begun and not finished (429 beyond)',
  },
  UPLOADS_AT_ONCE_MB: {
    is: wholeNumber(1, 1_000_000),
    without: defaultUploads.atOnceBytes / 1_000_000,
    about: 'How many megabytes those may have announced (429 beyond)',
  },
  UPLOADS_A_DAY_MB: {
    is: wholeNumber(1, 10_000_000),
    without: defaultUploads.dayBytes / 1_000_000,
    about:
      'What one person may attach within 24 hours; a file counts as a megabyte at least. A file of `MAX_FILE_MB` always fits into limits that are empty',
  },
  APP_NAME: {
    is: shownName,
    without: usual.appName,
    about: 'In titles and beside the logo; at most 80 characters. Devices know it after the next sign-in',
  },
  COMPANY_LINE: { is: shownName, without: usual.companyLine, about: 'At the foot of every page; as above' },
  EXTERNAL_PROJECT_URL: {
    is: webAddress,
    about:
      'Where another system edits a project, such as `https://projects.example.org/{poolCode}/{id}`: the link *Edit project* in the funding panel. `{id}` is the tasking, `{poolCode}` its pool code. Devices know it after the next sign-in',
  },
  ORG_TZ: { is: timeZone, without: usual.timeZone, about: 'Days (due, overdue, windows) are days there' },
  DUE_SOON_DAYS: { is: wholeNumber(0, 365), without: usual.dueSoonDays },
  RECENT_DAYS: { is: wholeNumber(1, 365), without: usual.recentDays },
  FISCAL_YEAR_START_MONTH: { is: wholeNumber(1, 12), without: usual.fiscalYearStartMonth },
  SYNC_WINDOW_DAYS: {
    is: wholeNumber(1, 3650),
    without: usual.syncWindowDays,
    about: 'How long closed taskings stay on devices',
  },
  WHOLE_HISTORY: {
    is: wholeNumber(0, 1_000_000),
    without: 2_000,
    about:
      'Up to so many closed taskings come to a device with their comments, approvals, deliverables and files; where there are more, those closed more than 30 days ago bring them when they are opened',
  },
  MOST_TASKINGS: {
    is: wholeNumber(1_000, 1_000_000),
    without: 50_000,
    about:
      'So many taskings come to a device at its first sync: all open ones, and of the closed ones the last, by whole days and at least those of 30 days. The device says how far back it reaches, and asks the server for the rest',
  },
  REQUIRE_COR_AUTHORIZATION: { is: yesOrNo, without: usual.requireCorAuthorization },
  ALLOW_SELF_APPROVAL: { is: yesOrNo, without: usual.allowSelfApproval },
  RESTRICT_TEAM_VISIBILITY: {
    is: yesOrNo,
    without: usual.restrictTeamVisibility,
    about:
      '`true`: a person of a team sees its taskings, and those they made or are assigned to; whoever is of no team sees all, whatever their role. When it is changed the devices of people with a team start anew at their next round, and keep what they have queued',
  },
  PASSWORD_MIN_LENGTH: {
    is: wholeNumber(MIN_PASSWORD, 100),
    without: usual.passwordMinLength,
    about: 'For new passwords',
  },
  ROLE_ALIASES: {
    is: roleAliases,
    about:
      'Roles that have no rights of their own (Client, Operations, Team-lead, Director) and count as one that has: `Team-lead=Manager;Director=AD`. Never as Admin. Devices know it after the next sign-in, the server at once',
  },
  FIELDPOST_PASSWORD: { is: text, without: 'asked for', about: 'Only for `--create-admin`', isSecret: true },
} as const satisfies Record<string, Setting>

type Name = keyof typeof settings
type Given = Partial<Record<Name, string>>
type Values = { [N in Name]?: z.output<(typeof settings)[N]['is']> }

const schema = z.object(
  Object.fromEntries(Object.entries<Setting>(settings).map(([name, { is }]) => [name, z.optional(is)])),
) as unknown as z.ZodMiniType<Values>

function envOf(values: Values): Omit<Env, 'adminPassword'> {
  const { SMTP_URL: url, SMTP_FROM: from, DATABASE_URL: databaseUrl, FILES_URL: filesUrl } = values
  const valueOf = <N extends Name>(name: N, without = (settings[name] as Setting).without) =>
    values[name] ?? (without as NonNullable<Values[N]>)
  return {
    port: valueOf('PORT'),
    host: valueOf('HOST'),
    dataFolder: resolve(valueOf('DATA_DIR')),
    shared: databaseUrl && filesUrl ? { databaseUrl, filesUrl } : undefined,
    requireReplica: valueOf('REQUIRE_REPLICA'),
    hosts: valueOf('ORGANISATIONS', []),
    trustProxy: valueOf('TRUST_PROXY'),
    maxConnections: valueOf('MAX_CONNECTIONS', connectionsFor(memory())),
    wholeHistory: valueOf('WHOLE_HISTORY'),
    mostTaskings: valueOf('MOST_TASKINGS'),
    metricsToken: values.METRICS_TOKEN,
    minFreeBytes: valueOf('MIN_FREE_MB') * 1_000_000,
    uploads: {
      atOnce: valueOf('UPLOADS_AT_ONCE'),
      atOnceBytes: valueOf('UPLOADS_AT_ONCE_MB') * 1_000_000,
      dayBytes: valueOf('UPLOADS_A_DAY_MB') * 1_000_000,
    },
    publicUrl: values.PUBLIC_URL,
    smtp: url && from ? { url, from } : undefined,
    organisation: {
      appName: valueOf('APP_NAME'),
      companyLine: valueOf('COMPANY_LINE'),
      externalProjectUrl: values.EXTERNAL_PROJECT_URL,
      timeZone: valueOf('ORG_TZ'),
      dueSoonDays: valueOf('DUE_SOON_DAYS'),
      recentDays: valueOf('RECENT_DAYS'),
      fiscalYearStartMonth: valueOf('FISCAL_YEAR_START_MONTH'),
      syncWindowDays: valueOf('SYNC_WINDOW_DAYS'),
      requireCorAuthorization: valueOf('REQUIRE_COR_AUTHORIZATION'),
      allowSelfApproval: valueOf('ALLOW_SELF_APPROVAL'),
      restrictTeamVisibility: valueOf('RESTRICT_TEAM_VISIBILITY'),
      roleAliases: valueOf('ROLE_ALIASES', []),
      passwordMinLength: valueOf('PASSWORD_MIN_LENGTH'),
      maxFileMb: valueOf('MAX_FILE_MB'),
    },
  }
}

function problemOf({ path: [name], message }: { path: PropertyKey[]; message: string }, given: Given): string {
  const { isSecret }: Setting = settings[name as Name]
  return isSecret ? `${String(name)} ${message}.` : `${String(name)} ${message}, and it is "${given[name as Name]}".`
}

/** Letters need all three. */
function missing({ SMTP_URL, SMTP_FROM, PUBLIC_URL, ORGANISATIONS }: Given): string[] {
  if (!SMTP_URL && !SMTP_FROM) return []
  return [
    ...(SMTP_URL ? [] : ['SMTP_FROM needs SMTP_URL: the relay that takes the letters.']),
    ...(SMTP_FROM ? [] : ['SMTP_URL needs SMTP_FROM: whom letters come from, like Fieldpost <noreply@example.org>.']),
    ...(PUBLIC_URL || ORGANISATIONS ? [] : ['SMTP_URL needs PUBLIC_URL: the address that links in letters lead to.']),
  ]
}

/** Rows that are shared and files that are not, or the other way round, would be lost to all other processes. */
function halfShared({ DATABASE_URL, FILES_URL, REQUIRE_REPLICA, ORGANISATIONS }: Given): string[] {
  const alone = 'a database in a file has no replica'
  return [
    ...(DATABASE_URL && !FILES_URL
      ? ['DATABASE_URL needs FILES_URL: processes that share rows share files, too.']
      : []),
    ...(FILES_URL && !DATABASE_URL
      ? ['FILES_URL needs DATABASE_URL: processes that share files share rows, too.']
      : []),
    ...(/^(true|1|yes)$/i.test(REQUIRE_REPLICA ?? '') && !DATABASE_URL
      ? [`REQUIRE_REPLICA needs DATABASE_URL: ${alone}.`]
      : []),
    ...(ORGANISATIONS && !DATABASE_URL
      ? ['ORGANISATIONS needs DATABASE_URL: a database in a file is one organisation.']
      : []),
  ]
}

/** One for each megabyte: an idle one takes some kilobytes, and one that sends as much as it may takes a megabyte. */
export const connectionsFor = (bytes: number): number => Math.min(10_000, Math.max(500, Math.floor(bytes / 1_000_000)))

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function isSchemeAndHost(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return (
    url !== null && /^https?:$/.test(url.protocol) && [`${url.origin}/`, url.origin].includes(address.toLowerCase())
  )
}

function isRelay(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

function isDatabase(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length > 1
}

function isStorage(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol === 's3:') return isPlace(address)
  return url?.protocol === 'file:' && url.hostname === '' && url.pathname.length > 1
}

function isPlace(address: string): boolean {
  try {
    return parseFilesUrl(address).bucket !== ''
  } catch {
    return false
  }
}

const hostsIn = (pairs: string): Host[] =>
  pairs
    .split(';')
    .filter((pair) => pair.trim())
    .map((pair) => {
      const [, host = '', org = NaN] =
        /^([a-z0-9.-]+)=([1-9]\d{0,9})$/.exec(pair.replace(/\s/g, '').toLowerCase()) ?? []
      return { host, org: Number(org) }
    })
/** A name of a host, without a port. */
const isHosts = (hosts: readonly Host[]): boolean =>
  hosts.length > 0 &&
  new Set(hosts.map(({ host }) => host)).size === hosts.length &&
  hosts.every(({ host, org }) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host) && org <= 2_000_000_000)

/** An address, or a name with the address in `<…>`. */
function isSender(from: string): boolean {
  return isOneAddress(/^[^<>\r\n]*<([^<>]*)>$/.exec(from)?.[1] ?? from)
}

type Alias = Record<'name' | 'role', string | undefined>
const aliasesIn = (pairs: string): Alias[] =>
  pairs
    .split(';')
    .filter((pair) => pair.trim())
    .map((pair) => {
      const [from, to, ...more] = pair.split('=').map((side) => side.trim().toLowerCase())
      const role = lendable.find((known) => known.toLowerCase() === to)
      return { name: baseline.find((known) => known.toLowerCase() === from), role: more.length > 0 ? undefined : role }
    })
const isAlias = (alias: Alias): alias is { name: string; role: string } =>
  alias.name !== undefined && alias.role !== undefined
