import type { TabCode } from '#shared/model/status.ts'
import type { StepName } from './request-steps.ts'

/** Every address of the app, built in one place. */
export const paths = {
  landing: '/',
  dashboard: (name: 'manager' | 'operations' | 'team', tab?: TabCode) =>
    `/dashboard/${name}${tab === undefined ? '' : `?tab=${tab}`}`,
  find: (filters: Record<string, string | number> = {}) => {
    const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)])).toString()
    return query ? `/find?${query}` : '/find'
  },
  project: (id: number) => `/projects/${id}`,
  startRequest: '/requests',
  editStart: (id: number) => `/requests?draft=${id}`,
  requestTasks: (id: number) => `/requests/${id}/tasks`,
  requestDetails: (id: number) => `/requests/${id}/details`,
  requestComplete: (id: number) => `/requests/${id}/complete`,
  requestProjects: (id: number) => `/requests/${id}/projects`,
  drafts: '/requests/drafts',
  myRequests: '/requests/mine',
  inbox: '/inbox',
  outbox: '/outbox',
  device: '/device',
} as const

export const stepPath = (requestId: number, step: StepName): string =>
  step === 'start' ? paths.editStart(requestId) : `/requests/${requestId}/${step}`

/** Where a draft goes on: tasks for stage 0, details for 1, complete for 2. */
export const draftPath = (draft: { id: number; stage: number }): string =>
  draft.stage === 0
    ? paths.requestTasks(draft.id)
    : draft.stage === 1
      ? paths.requestDetails(draft.id)
      : paths.requestComplete(draft.id)
