import { roleNames, type RoleName } from '../testing/rest.ts'

/**
 * Section 7 of the specification by hand, with the decisions on it (C-049 … C-227): what is called, by whom, with what, and
 * the shape of the answer. Nothing here is taken from the code. `{words}` stand for ids, made anew for each call: see
 * `stage.ts`.
 */
export interface Called {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** The roles that get it; the others get `else`. */
  may: readonly RoleName[]
  else: 403 | 404
  /** Roles that may do this at another step of the tasking: they are told that it moved on, 409. */
  late?: readonly RoleName[]
  shape: string
}

const everybody = roleNames
const office = ['Admin', 'Manager'] as const
const seesResources = ['Admin', 'Manager', 'Finance'] as const
const editsAlways = ['Admin', 'Manager', 'Analyst', 'AD', 'COR'] as const

const get = (path: string, shape: string, may: readonly RoleName[] = everybody): Called => ({
  ...{ method: 'GET', path, shape, may, else: 403 },
})
const post = (path: string, body: unknown, shape: string, may: readonly RoleName[] = everybody): Called => ({
  ...{ method: 'POST', path, body, shape, may, else: 403 },
})
const patch = (path: string, body: unknown, shape: string, may: readonly RoleName[] = everybody): Called => ({
  ...post(path, body, shape, may),
  method: 'PATCH',
})

const start = { countryId: 1, teamId: 3, advisorId: 1, projectTypeId: 3, poolCode: 'BK-100', dueDate: '2026-04-20' }
const core = { description: 'Office move', bocId: 1, taskId: 101, teamId: 3, advisorId: 1, countryId: 1 }
const details = { assigneeId: 1, projectTypeId: 3, poolCode: 'BK-100', shipNumber: 12, dueDate: '2026-04-20' }
const account = { id: 0, fullName: 'Nora Quill', email: '{mail}', roles: 'Analyst', teamId: 3, password: 'seven owls' }
const denial = { content: 'The dates clash.', projectId: '{tasking}', assigneeId: 5 }

/** Sent as a form with this text in the field `file`. */
export const paper = 'The agenda of the workshop.'

export const section7: readonly Called[] = [
  // What one is told (C.14)
  get('notifications', 'Page<Notification>'),
  post('notifications/read', { ids: ['{notification}', 1] }, 'Inbox'),
  post('notifications/mute', { projectId: '{told}', muted: true }, 'Inbox'),
  patch('notifications/preferences', { letters: 'actions', zone: 'Africa/Nairobi' }, 'Inbox'),
  // Dashboard
  get('dashboard/overview', 'Overview'),
  get('dashboard/months', 'Month[]'),
  get('dashboard/users', 'Assignee[]'),
  get('dashboard/teams', 'Group[]'),
  get('dashboard/teams/3', 'Assignee[]'),
  ...[0, 1, 2, 3, 4, 5].map((tab) => get(`dashboard/status/${tab}`, 'TaskingRow[]')),
  get('dashboard/user/1', 'TaskingRow[]'),
  get('dashboard/user/1/stats', 'Statistics'),
  get('dashboard/team/3', 'TaskingRow[]'),
  get('dashboard/team/3/stats', 'Statistics'),
  get('dashboard/team/3/status/2', 'TaskingRow[]'),
  get('dashboard/completed', 'TaskingRow[]'),
  get('dashboard/team/3/completed', 'TaskingRow[]'),
  get('dashboard/requests/{me}/drafts', 'Draft[]'),
  get('dashboard/requests/8/drafts', 'Draft[]', []),

  // Projects
  get('projects/{progress}', 'Project'),
  get('projects/{progress}/request', 'ProjectRequest'),
  get('projects/{internal}/request', 'ProjectRequest'),
  get('projects/{progress}/files', 'File[]'),
  post('projects/{interim}/approve', true, 'Project', ['AD', 'COR']),
  post('projects/{acceptance}/accept', true, 'Project', ['Manager']),
  { ...post('projects/{tasking:interim}/deny', denial, 'Project', ['AD', 'COR']), late: ['Manager'] },
  { ...post('projects/{tasking:acceptance}/deny', denial, 'Project', ['Manager']), late: ['AD', 'COR'] },
  post('projects/{tasking:progress}/cancel', '{tasking}', 'Project', office),
  post('projects/{mine}/complete', undefined, 'Project'),
  post('projects/{progress}/complete', undefined, 'Project', office),
  post('requests/amend', { content: 'Two days are enough.', projectId: '{denied}', assigneeId: 5 }, 'Project'),
  post('requests/content', { content: 'Two days in {progress}', projectId: '{interim}' }, 'Project', ['AD', 'COR']),
  get('projects/{progress}/funding', 'FundingPanel'),
  get('projects/{progress}/deliverables', 'Deliverable[]'),
  get('projects/deliverables/{deliverable}/comments', 'DeliverableComment[]'),
  post('projects/deliverables/{deliverable}/comments', { comment: 'With the printer.' }, 'DeliverableComment'),
  ...(
    [
      { id: 0, projectTaskId: '{internal}', name: 'Draft report', segmentId: 1, active: true, complete: false },
      { id: '{deliverable}', name: 'Final report', dueDate: '2026-05-01' },
      { id: '{deliverable}', startDate: '2026-03-10' },
      { id: '{deliverable}', complete: true, completedDate: '2026-03-10' },
      { id: '{deliverable}', active: false },
    ] as const
  ).map((body) => post('projects/deliverables', body, 'Deliverable', editsAlways)),
  get('projects/{progress}/comments', 'Comment[]'),
  post(
    'projects/{tasking:closed}/comments',
    { id: 0, comment: 'Why?', projectId: '{tasking}', active: true },
    'Comment',
  ),
  post('projects/{commented}/comments', { id: '{ownComment}', comment: 'Agreed now.' }, 'Comment'),
  post('projects/{commented}/comments', { id: '{theirComment}', comment: 'Agreed now.' }, 'Comment', []),
  post('projects/{commented}/comments', { id: '{theirComment}', active: false }, 'Comment', office),
  post('projects', { id: 0, ...core, ...details, taskingCostEstimate: 12.5 }, 'Project', [
    'Admin',
    'Manager',
    'Analyst',
  ]),
  patch('projects/core', { id: '{acceptance}', description: 'Another one' }, 'Project', editsAlways),
  patch('projects/core', { id: '{interim}', description: 'Another one' }, 'Project'),
  patch('projects/details', { id: '{acceptance}', assigneeId: 5, actualCost: 20.25 }, 'Project', editsAlways),
  // Somebody else was first: their words stand, and the answer says whose they are.
  patch(
    'projects/details',
    {
      id: '{acceptance}',
      fields: { description: { from: 'What nobody wrote', to: 'Mine' }, actualCost: { from: 0, to: 3 } },
    },
    'Project',
    editsAlways,
  ),

  // Requests
  post('requests/details', start, 'RequestSummary'),
  patch('requests/details', { requestId: '{draft}', dueDate: '2026-05-01' }, 'RequestSummary'),
  post(
    'requests/tasks',
    { requestId: '{draft}', type: 'x', category: 1, tasks: [{ taskId: 102, description: '', name: 'Translation' }] },
    'RequestSummary',
  ),
  post(
    'requests/tasks/details',
    { requestId: '{draft}', contactDetails: 'Grace', taskDetails: 'Three days', specialInstructions: '' },
    'RequestSummary',
  ),
  post('requests/complete', { requestId: '{draft}', recipient: 'a@b.example', approval: '' }, 'RequestSummary'),
  get('requests/{draft}/summary', 'RequestSummary'),
  get('requests/{draft}/tasking', 'RequestTasking'),
  ...(['summary', 'tasking', 'projects'] as const).map((what): Called => ({
    ...get(`requests/{theirDraft}/${what}`, '', []),
    else: 404,
  })),
  get('requests/{request}/summary', 'RequestSummary'),
  get('requests/{request}/tasking', 'RequestTasking'),
  get('requests/{request}/projects', 'TaskingRow[]'),
  get('requests/{request}/texts', 'RequestText[]'),
  get('requests/funding/bk-100', 'PoolFigures'),
  post('requests/clone', { requestId: '{draft}' }, 'id'),
  post('requests/clone', '{draft}', 'id'),
  { ...post('requests/clone', { requestId: '{theirDraft}' }, 'id', []), else: 404 },
  { method: 'DELETE', path: 'requests/{draft}', may: everybody, else: 403, shape: 'Discarded' },
  { method: 'DELETE', path: 'requests/{theirDraft}', may: [], else: 404, shape: '' },

  // Resources and settings
  get('resources/active', 'ActiveLists'),
  get('resources/all', 'AllLists'),
  get('resources/active/users', 'Person[]'),
  get('resources/active/clients', 'Client[]'),
  get('settings/services/1/subservices/active', 'Choice[]'),
  get('settings/services?page=', 'Page<Service>', seesResources),
  get('settings/services/1', 'ServiceDetail', seesResources),
  get('settings/subservices?page=1', 'Page<Subservice>', seesResources),
  get('settings/subservices?page=1&boc=1', 'Page<Subservice>', seesResources),
  get('settings/subservices/101', 'SubserviceDetail', seesResources),
  get('settings/deliverables?page=1&task=101', 'Page<DeliverableTemplate>', seesResources),
  post('settings/services', { name: 'Catering' }, 'ServiceDetail', office),
  post('settings/subservices', { name: 'Sign Language', bocId: 1 }, 'SubserviceDetail', office),
  post('settings/deliverables/1/move', { before: 0 }, 'DeliverableTemplate', office),
  post('settings/deliverables', { name: 'Summary', taskId: 101 }, 'DeliverableTemplate', office),
  get('resources/pools/types/3/codes?active=1', 'PoolCode[]'),
  get('resources/pools/codes/1', 'PoolCodeDetail', seesResources),
  get('resources/funding?page=1&active=1&team=-1', 'Page<FundingType>', seesResources),
  get('resources/funding/year?active=1&team=3', 'FundingYear', seesResources),
  post(
    'resources/pools/codes',
    { projectTypeId: 3, poolCode: '{code}', shipNumber: 7, funds: 250.5 },
    'PoolCodeDetail',
    seesResources,
  ),
  post('resources/pools/types', { name: 'Banking Grants', teamId: 3, active: true }, 'PoolTypeDetail', seesResources),
  get('resources/countries?page=', 'Page<Country>', seesResources),
  get('resources/countries/1', 'CountryDetail', seesResources),
  post(
    'resources/users/import',
    { rows: [{ fullName: '{code}', email: '{mail}', roles: 'Analyst' }] },
    'AccountsImported',
    office,
  ),
  post('resources/countries/import', { rows: [{ title: '{code}' }] }, 'Imported', office),
  post('resources/advisors/import', { rows: [{ name: '{code}', teamId: 3 }] }, 'Imported', office),
  post(
    'resources/pools/codes/import',
    { rows: [{ projectTypeId: 3, poolCode: '{code}', shipNumber: 7, funds: 100.5 }] },
    'Imported',
    ['Admin', 'Manager', 'Finance'],
  ),
  post('resources/customers', { id: 0, title: '{code}', active: true }, 'CountryDetail', office),
  post('resources/countries', { id: 0, title: '{code}', active: true }, 'CountryDetail', office),
  get('resources/advisors?page=&active=1', 'Page<Advisor>', seesResources),
  get('resources/advisors/1', 'AdvisorDetail', seesResources),
  post('resources/advisors', { fullName: 'Zora Able', active: true }, 'AdvisorDetail', office),
  get('resources/teams?page=', 'Page<Team>', seesResources),
  get('resources/teams/3', 'TeamDetail', seesResources),
  post('resources/teams', { name: 'Logistics' }, 'TeamDetail', office),
  get('resources/users?page=', 'Page<User>', seesResources),
  get('resources/users/8', 'UserDetail', seesResources),
  get('resources/users/{me}', 'UserDetail'),
  post('resources/users', account, 'UserDetail', office),
  post('resources/users?invite=true', { ...account, password: '' }, 'UserDetail', office),
  post('resources/users', { id: '{me}', fullName: 'Another Name' }, 'UserDetail'),
  post('resources/users', { id: 17, fullName: 'Another Name' }, 'UserDetail', office),
  post('resources/users', { id: '{colleague}', password: 'seven brown owls' }, 'UserDetail', ['Admin']),
  post('resources/users', { id: '{colleague}', email: '{mail}' }, 'UserDetail', ['Admin']),
  post('resources/users/{me}/handover', { assigneeId: 5, projectIds: ['{mine}'] }, 'UserDetail', office),
  get('resources/users/{me}/substitutes', 'Substitutes'),
  get('resources/users/9/substitutes', 'Substitutes', ['Admin']),
  post('resources/users/9/substitutes', { substituteId: 3, from: '2099-01-01', until: '2099-02-01' }, 'Substitutes', [
    'Admin',
  ]),
  { method: 'DELETE', path: 'resources/users/9/substitutes/31', may: ['Admin'], else: 403, shape: 'Substitutes' },
  post('resources/users/17/reset', undefined, 'Message', office),

  // Find
  get('find?page=1&countries=1&statuses=3', 'Page<TaskingRow>'),
  get('find?page=&status=0,1,2&status=7&teams=3', 'Page<TaskingRow>'),
  get('find/search?term=nairobi&page=1', 'Page<TaskingRow>'),

  // Files
  post('projects/{progress}/upload', paper, 'UploadedFile'),
  post('requests/{draft}/upload', paper, 'UploadedFile'),
  { ...post('requests/{theirDraft}/upload', paper, 'UploadedFile', []), else: 404 },
  { method: 'DELETE', path: 'projects/files/{ownFile}', may: everybody, else: 403, shape: 'Discarded' },
  { method: 'DELETE', path: 'projects/files/{theirFile}', may: office, else: 403, shape: 'Discarded' },
  post('projects/files/{removedFile}/restore', true, 'UploadedFile'),

  // Session
  post('login', { email: '{myMail}', password: 'fieldpost-demo' }, 'Session'),
  post('login/reset', { email: 'nobody@fieldpost.example' }, 'Message'),
]

const audited = ['createDate', 'createdBy', 'modifiedDate', 'modifiedBy']
/** The fields that section 3 and C.13 ask for; more may be answered, fewer may not. */
export const fieldsOfSection3: Readonly<Record<string, readonly string[]>> = {
  TaskingRow: [
    ...['id', 'name', 'task', 'poolCode', 'country', 'team', 'advisor', 'assignee', 'status', 'statusId', 'dueDate'],
    ...['blanketTasking', 'createdBy', 'completedDate'],
  ],
  Project: [
    ...['id', 'name', 'task', 'status', 'statusId', 'active', 'completed', 'completedDate', 'requested', 'accepted'],
    ...['acceptedBy', 'acceptedDate', 'approved', 'createdBy', 'createDate', 'modifiedBy', 'modifiedDate'],
    ...['description', 'countryId', 'teamId', 'advisorId', 'bocId', 'taskId', 'assigneeId', 'projectTypeId'],
    ...['poolCode', 'shipNumber', 'blanketTasking', 'dueDate', 'taskingCostEstimate', 'initialCostEstimate'],
    ...['actualCost', 'country', 'team', 'advisor', 'boc', 'assignee'],
  ],
  ProjectRequest: ['request', 'approvals', 'amendments'],
  Approval: ['id', 'createdBy', 'createDate'],
  Amendment: ['id', 'amendment', 'createdBy', 'createDate'],
  RequestSummary: [
    ...['id', 'requestId', 'type', 'country', 'team', 'advisor', 'createdBy', 'createDate', 'poolCode', 'dueDate'],
    ...['blanketTasking', 'stage', 'contactDetails', 'taskDetails', 'specialInstructions', 'recipients', 'tasks'],
  ],
  RequestTasking: ['requestId', 'type', 'category', 'tasks'],
  Draft: ['id', 'requestId', 'stage', 'type', 'country', 'team', 'advisor', 'createDate'],
  File: ['id', 'name', 'path'],
  PoolFigures: ['funding', 'projection', 'balance', 'utilization'],
  FundingPanel: [
    ...['funding', 'name', 'snapshot', 'cost', 'type', 'ship', 'pool', 'actual', 'estimated', 'blanket', 'restricted'],
    ...['balance', 'projection', 'tasking', 'utilization', 'pools'],
  ],
  FundingType: ['id', 'name', 'active', 'teamId', 'codes'],
  FundingYear: ['since', 'months', 'funding', 'actual', 'estimated', 'projection', 'balance', 'utilization'],
  PoolTypeDetail: ['id', 'name', 'active'],
  PoolCode: ['id', 'projectTypeId', 'poolCode', 'shipNumber', 'funds', 'active'],
  Service: ['id', 'name', 'defaultAssigneeId', 'defaultAssignee', 'createDate', 'modifiedDate', 'active'],
  Subservice: ['id', 'name', 'service', 'createDate', 'modifiedDate', 'active'],
  DeliverableTemplate: ['id', 'name', 'subservice', 'position', 'createDate', 'modifiedDate', 'active'],
  Country: ['id', 'title', 'active', ...audited],
  Advisor: ['id', 'name', 'fullName', 'team', 'active', ...audited],
  Team: ['id', 'name', 'active', ...audited],
  Deliverable: [
    ...['id', 'name', 'projectTaskId', 'active', 'startDate', 'dueDate', 'completedDate', 'segmentId', 'complete'],
    ...['comments', 'modifiedBy', 'modifiedDate'],
  ],
  DeliverableComment: ['id', 'comment', 'createdAt'],
  Comment: ['id', 'comment', 'projectId', 'active', 'attachment', 'createdBy', 'createDate'],
  Overview: ['inProgress', 'overdue', 'completed', 'requests'],
  Statistics: ['count', 'teams', 'users', 'advisors', 'countries'],
  Group: ['id', 'name', 'count'],
  Assignee: ['id', 'name', 'teamId'],
  ActiveLists: ['countries', 'advisors', 'teams', 'bocs', 'projectTypes', 'users'],
  AllLists: ['countries', 'advisors', 'teams', 'bocs', 'projectTypes', 'users'],
  Person: ['id', 'fullName', 'teamId'],
  Client: ['id', 'fullName', 'email', 'roles'],
  Choice: ['id', 'name'],
  Session: ['token', 'user'],
  SignedInUser: [
    ...['id', 'fullName', 'email', 'active', 'teamId', 'dashboard', 'roles', 'createDate', 'modifiedDate'],
  ],
}
