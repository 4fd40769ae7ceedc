import { idOfReference } from '#shared/model/reference-ids.ts'
import { codesOf, openPhases } from '#shared/model/status.ts'
import { stepNames, type StepName } from '../sync/fold-requests.ts'

/** Every address of the app, built in one place. */
export const paths = {
  landing: '/',
  dashboard: (name: 'manager' | 'operations' | 'team') => `/dashboard/${name}`,
  find,
  /** Of what a filter finds all that is not closed: what is counted as open elsewhere. */
  findOpen: (filters: Filters) => find({ ...filters, status: codesOf(openPhases) }),
  project: (id: number) => `/projects/${id}`,
  /** With the dialog that answers its denial. */
  amend: (id: number) => `/projects/${id}#amend`,
  /** Without a tab the form opens where something is half-typed, else at Core. */
  editProject: (id: number, tab?: 'details') => `/projects/${id}/edit${tab ? `#${tab}` : ''}`,
  addProject: '/projects/add',
  /** A new tasking that was refused, with all that was typed. */
  addAgain: (id: number) => `/projects/add?again=${id}`,
  startRequest: '/requests',
  /** A new request that says what an earlier one said. */
  startAgain: (id: number) => `/requests?again=${id}`,
  editStart: (id: number) => `/requests?draft=${id}`,
  requestTasks: (id: number) => `/requests/${id}/tasks`,
  requestDetails: (id: number) => `/requests/${id}/details`,
  requestComplete: (id: number) => `/requests/${id}/complete`,
  requestProjects: (id: number) => `/requests/${id}/projects`,
  /** What waits for a decision; `tab` is the code of the dashboard's tab. */
  queue: (tab?: number) => (tab === undefined ? '/queue' : `/queue?tab=${tab}`),
  drafts: '/requests/drafts',
  myRequests: '/requests/mine',
  profile: (id: number) => `/profile/${id}`,
  funding: '/resources/funding',
  inbox: '/inbox',
  outbox: '/outbox',
  device: '/device',
  organisation: '/settings/organisation',
  devices: '/settings/devices',
} as const

type Filters = Record<string, string | number>

function find(filters: Filters = {}): string {
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)])).toString()
  return query ? `/find?${query}` : '/find'
}

/** Where a search leads: a reference to its tasking, words to what they find. */
export function searchPath(text: string): string {
  const id = idOfReference(text)
  return id === null ? paths.find({ type: 'search', term: text }) : paths.project(id)
}

/** Tables that rows of a file can be imported into, and who may; the screen is under the address of the table. */
export const importable = {
  '/resources/countries': 'writeResources',
  '/resources/advisors': 'writeResources',
  '/resources/users': 'writeResources',
  '/resources/pools/codes': 'writeFunding',
} as const
export type Importable = keyof typeof importable
export const isImportable = (path: string): path is Importable => Object.hasOwn(importable, path)
export const importInto = (path: Importable): string => `${path}/import`

export const stepPath = (requestId: number, step: StepName): string =>
  step === 'start' ? paths.editStart(requestId) : `/requests/${requestId}/${step}`

/** Where a draft goes on: tasks for stage 0, details for 1, complete for 2; before these, where something is open (`openSteps`). */
export const draftStep = ({ stage }: { stage: number }, open: readonly StepName[]): StepName =>
  stepNames.find((step, n) => open.includes(step) || n > stage) ?? 'complete'
export const draftPath = (draft: { id: number; stage: number }, open: readonly StepName[]): string =>
  stepPath(draft.id, draftStep(draft, open))

/** What a way home is called: not everybody has a dashboard. */
export const wayHome = (home: string): string => (home === paths.find() ? 'Go to Find' : 'Go to my dashboard')
