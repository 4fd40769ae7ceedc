import type { Organisation } from '#shared/model/limits.ts'

interface Setting {
  says: string
  /** As it is in force, in words. */
  inForce: (organisation: Organisation) => string
  acts: string
  /** Where the server is told (docs/operations.md). */
  variable: string
}

const days = (n: number): string => (n === 1 ? '1 day' : `${n} days`)
const month = (n: number): string =>
  new Date(Date.UTC(2026, n - 1)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })

/** What the server's environment decides for everybody, in the order people look for it. */
export const settings: readonly [group: string, settings: readonly Setting[]][] = [
  [
    'Calendar',
    [
      {
        says: 'Time zone',
        inForce: (it) => it.timeZone,
        acts: '“Today”, due and overdue, letters at 07:00',
        variable: 'ORG_TZ',
      },
      {
        says: 'Year begins in',
        inForce: (it) => month(it.fiscalYearStartMonth),
        acts: 'Completed this year, the year on Funding',
        variable: 'FISCAL_YEAR_START_MONTH',
      },
      {
        says: 'Due Soon',
        inForce: (it) => days(it.dueSoonDays),
        acts: 'The tab Due Soon',
        variable: 'DUE_SOON_DAYS',
      },
      {
        says: 'Recent',
        inForce: (it) => days(it.recentDays),
        acts: 'Recently Accepted, Denied and Completed',
        variable: 'RECENT_DAYS',
      },
    ],
  ],
  [
    'Decisions',
    [
      {
        says: 'Approve one’s own request',
        inForce: (it) => (it.allowSelfApproval ? 'Allowed' : 'Not allowed'),
        acts: 'Approve and Authorize',
        variable: 'ALLOW_SELF_APPROVAL',
      },
      {
        says: 'COR before acceptance',
        inForce: (it) => (it.requireCorAuthorization ? 'Required' : 'Not required'),
        acts: 'Accept after an interim approval',
        variable: 'REQUIRE_COR_AUTHORIZATION',
      },
      {
        says: 'Roles that count as another',
        inForce: ({ roleAliases = [] }) =>
          roleAliases.map(({ name, role }) => `${name} as ${role}`).join(', ') || 'None',
        acts: 'What Client, Operations, Team-lead and Director may do',
        variable: 'ROLE_ALIASES',
      },
    ],
  ],
  [
    'Who sees what',
    [
      {
        says: 'Taskings of other teams',
        inForce: (it) => (it.restrictTeamVisibility ? 'Hidden from people of a team' : 'Everybody sees all'),
        acts: 'Find, dashboards, what a device receives',
        variable: 'RESTRICT_TEAM_VISIBILITY',
      },
      {
        says: 'Closed taskings on a device',
        inForce: (it) => days(it.syncWindowDays),
        acts: 'What can be read without a connection',
        variable: 'SYNC_WINDOW_DAYS',
      },
    ],
  ],
  [
    'Accounts and files',
    [
      {
        says: 'Shortest new password',
        inForce: (it) => `${it.passwordMinLength} characters`,
        acts: 'Users, Profile, invitations and resets',
        variable: 'PASSWORD_MIN_LENGTH',
      },
      {
        says: 'Projects are edited at',
        inForce: (it) => it.externalProjectUrl ?? 'Nowhere else',
        acts: 'Edit project in the funding panel',
        variable: 'EXTERNAL_PROJECT_URL',
      },
      { says: 'Largest file', inForce: (it) => `${it.maxFileMb} MB`, acts: 'Attaching files', variable: 'MAX_FILE_MB' },
    ],
  ],
]

/** All of it as text, for a message to whoever runs the server. */
export const settingsText = (organisation: Organisation): string =>
  settings
    .flatMap(([, group]) => group)
    .map(({ variable, inForce }) => `${variable}: ${inForce(organisation)}`)
    .join('\n')
