import type { Standing } from '#shared/testing/samples.ts'
import { paper } from './section-7.ts'

/**
 * Who may do what, C.3 and C.4 by hand: one letter for each role, in the order Admin, Manager, Analyst, Finance, AD, COR, PO,
 * other. `y` done, `=` already so, `n` not their role's to do (403), `m` at another step than this (409), `v` a field they may
 * not set (422), `x` not there for them (404).
 *
 * Nobody's rights on a tasking come from having made it or from its team (C-017); being its assignee gives some (C-025).
 */
export interface Decided {
  command: string
  /** Where the tasking stands, when it is about one. */
  at?: Standing
  say: [method: string, path: string, body?: unknown]
  input: object
  who: string
  /** When it is assigned to who asks; else as `who`. */
  assigned?: string
}
const all = 'yyyyyyyy'
const none = 'nnnnnnnn'
const late = 'mmmmmmmm'
const notThere = 'xxxxxxxx'
const office = 'yynnnnnn'
const editors = 'yyynyynn'

const id = '{tasking}'
const tasking = (
  command: string,
  say: Decided['say'],
  input: object,
  table: Partial<Record<Standing, string | readonly [others: string, assigned: string]>>,
): Decided[] =>
  Object.entries(table).map(([at, told]) => {
    const [who = '', assigned] = [told].flat()
    return { command, at: at as Standing, say, input, who, ...(assigned ? { assigned } : {}) }
  })

const core = { description: 'Office move', bocId: 1, taskId: 101, teamId: 3, advisorId: 1, countryId: 1 }
const details = { assigneeId: 1, projectTypeId: 3, poolCode: 'BK-100', dueDate: '2026-04-20', blanketTasking: null }
const costs = { taskingCostEstimate: 0, initialCostEstimate: 0, actualCost: 0 }
const start = {
  ...{ countryId: 1, teamId: 3, advisorId: 1, projectTypeId: 3, poolCode: 'BK-100' },
  ...{ dueDate: '2026-04-20', blanketTasking: null },
}
const denial = { content: 'The dates clash.', assigneeId: 5 }
const deliverable = '{deliverable}'
const work = { interim: all, progress: [editors, all], denied: all, completed: late, canceled: late } as const
const agenda = { id: '{new}', name: 'agenda.txt', size: 27, hash: 'ab'.repeat(32) }
const chosen = [{ taskId: 102, name: 'Translation', description: '' }]
const texts = { contactDetails: 'Grace', taskDetails: 'Three days' }
const edited = (fields: object) => Object.fromEntries(Object.entries(fields).map(([name, to]) => [name, { to }]))

export const decisionTable: readonly Decided[] = [
  ...tasking(
    'approveProject',
    ['POST', 'projects/{tasking}/approve', true],
    { id, approvalId: '{new}' },
    {
      interim: 'nnnnyynn',
      documented: 'nnnnyynn',
      authorization: 'nnnn=ynn',
      acceptance: 'nnnn==nn',
      denied: 'nnnnmmnn',
      canceled: 'nnnnmmnn',
    },
  ),
  ...tasking(
    'denyProject',
    ['POST', 'projects/{tasking}/deny', denial],
    { id, commentId: '{new}', ...denial },
    {
      interim: 'nmnnyynn',
      documented: 'nmnnyynn',
      authorization: 'nynnyynn',
      acceptance: 'nynnmmnn',
      progress: 'nmnnmmnn',
      denied: 'n=nn==nn',
      completed: 'nmnnmmnn',
    },
  ),
  ...tasking(
    'acceptProject',
    ['POST', 'projects/{tasking}/accept', true],
    { id },
    {
      interim: 'nmnnnnnn',
      documented: 'nmnnnnnn',
      authorization: 'nynnnnnn',
      acceptance: 'nynnnnnn',
      progress: 'n=nnnnnn',
      denied: 'nmnnnnnn',
      canceled: 'nmnnnnnn',
    },
  ),
  ...tasking(
    'amendProject',
    ['POST', 'requests/amend', { projectId: id, ...denial }],
    { projectId: id, amendmentId: '{new}', ...denial },
    { interim: all, acceptance: all, progress: all, denied: all, internal: all, completed: late, canceled: late },
  ),
  ...tasking(
    'editRequestContent',
    ['POST', 'requests/content', { projectId: id, content: 'Two days: {new}' }],
    { projectId: id, revisionId: '{new}', content: 'Two days: {new}' },
    { interim: 'nnnnyynn', documented: 'nnnnyynn', authorization: 'nnnnmmnn', progress: 'nnnnmmnn' },
  ),
  ...tasking(
    'cancelProject',
    ['POST', 'projects/{tasking}/cancel', id],
    { id },
    {
      interim: office,
      progress: office,
      denied: office,
      canceled: '==nnnnnn',
      completed: 'mmnnnnnn',
    },
  ),
  ...tasking(
    'completeProject',
    ['POST', 'projects/{tasking}/complete'],
    { id },
    {
      progress: [office, all],
      internal: [office, all],
      acceptance: ['mmnnnnnn', late],
    },
  ),
  ...tasking(
    'handOver',
    ['POST', 'resources/users/{me}/handover', { assigneeId: 5, projectIds: [id] }],
    { userId: '{me}', assigneeId: 5, projectIds: [id] },
    { progress: ['==nnnnnn', office], completed: '==nnnnnn' },
  ),
  {
    command: 'addProject',
    say: ['POST', 'projects', { ...core, ...details }],
    input: { id: '{new}', ...core, ...details, ...costs },
    who: 'yyynnnnn',
  },
  ...tasking(
    'editProject',
    ['PATCH', 'projects/core', { id, description: 'Another one' }],
    { id, fields: { description: { to: 'Another one' } } },
    {
      interim: all,
      documented: all,
      denied: all,
      authorization: editors,
      acceptance: editors,
      progress: editors,
      internal: editors,
      completed: late,
      canceled: late,
    },
  ),
  ...tasking(
    'editProject',
    ['PATCH', 'projects/details', { id, dueDate: '2026-05-02' }],
    { id, fields: { dueDate: { to: '2026-05-02' } } },
    { interim: 'vvvvvyvv', acceptance: 'vvvnvynn', progress: 'vvvnvynn' },
  ),
  ...tasking(
    'addDeliverable',
    ['POST', 'projects/deliverables', { projectTaskId: id, name: 'Draft report' }],
    { id: '{new}', projectTaskId: id, name: 'Draft report' },
    work,
  ),
  ...tasking(
    'editDeliverable',
    ['PATCH', 'projects/deliverables', { id: deliverable, name: 'Final report' }],
    { id: deliverable, fields: { name: { to: 'Final report' } } },
    work,
  ),
  ...tasking(
    'startDeliverable',
    ['PATCH', 'projects/deliverables', { id: deliverable, startDate: '2026-03-10' }],
    { id: deliverable },
    work,
  ),
  ...tasking(
    'completeDeliverable',
    ['PATCH', 'projects/deliverables', { id: deliverable, complete: true }],
    { id: deliverable, projectTaskId: id },
    work,
  ),
  ...tasking(
    'removeDeliverable',
    ['PATCH', 'projects/deliverables', { id: deliverable, active: false }],
    { id: deliverable },
    work,
  ),
  ...tasking(
    'commentOnDeliverable',
    ['POST', 'projects/deliverables/{deliverable}/comments', { comment: 'With the printer.' }],
    { id: '{new}', deliverableId: deliverable, comment: 'With the printer.' },
    { interim: all, progress: all, completed: all, canceled: all },
  ),
  ...tasking(
    'addComment',
    ['POST', 'projects/{tasking}/comments', { comment: 'Agreed.' }],
    { id: '{new}', projectId: id, comment: 'Agreed.' },
    { interim: all, progress: all, denied: all, completed: all, canceled: all },
  ),
  ...(['own', 'their'] as const).flatMap((whose) => [
    ...tasking(
      'editComment',
      ['PATCH', 'projects/{tasking}/comments', { id: `{${whose}Comment}`, comment: 'Agreed now.' }],
      { id: `{${whose}Comment}`, comment: 'Agreed now.' },
      { progress: whose === 'own' ? all : none },
    ),
    ...tasking(
      'hideComment',
      ['PATCH', 'projects/{tasking}/comments', { id: `{${whose}Comment}`, active: false }],
      { id: `{${whose}Comment}` },
      { progress: whose === 'own' ? all : office },
    ),
  ]),

  ...tasking(
    'addFile',
    ['POST', 'projects/{tasking}/upload', paper],
    { ...agenda, projectId: id, requestId: 0 },
    { interim: all, progress: all, denied: all, completed: all, canceled: all },
  ),
  ...(
    [
      ['{draft}', all],
      ['{theirDraft}', notThere],
      ['{theirs}', all],
    ] as const
  ).map(([requestId, who]): Decided => ({
    command: 'addFile',
    say: ['POST', `requests/${requestId}/upload`, paper],
    input: { ...agenda, projectId: 0, requestId },
    who,
  })),
  ...(
    [
      ['removeFile', 'DELETE', '{ownFile}', '', all],
      ['removeFile', 'DELETE', '{theirFile}', '', office],
      ['restoreFile', 'POST', '{removedFile}', '/restore', all],
      ['restoreFile', 'POST', '{theirRemovedFile}', '/restore', office],
    ] as const
  ).map(([command, method, file, what, who]): Decided => ({
    command,
    say: [method, `projects/files/${file}${what}`],
    input: { id: file },
    who,
  })),

  { command: 'startRequest', say: ['POST', 'requests/details', start], input: { id: '{new}', ...start }, who: all },
  ...(
    [
      ['{draft}', all],
      ['{theirDraft}', notThere],
    ] as const
  ).flatMap(([requestId, who]): Decided[] => [
    {
      command: 'editRequestStart',
      say: ['PATCH', 'requests/details', { requestId, dueDate: '2026-05-01' }],
      input: { requestId, revisionId: '{new}', fields: edited({ dueDate: '2026-05-01' }) },
      who,
    },
    {
      command: 'chooseTasks',
      say: ['POST', 'requests/tasks', { requestId, category: 1, tasks: chosen }],
      input: { requestId, revisionId: '{new}', fields: edited({ category: 1, tasks: chosen }) },
      who,
    },
    {
      command: 'describeRequest',
      say: ['POST', 'requests/tasks/details', { requestId, ...texts, specialInstructions: 'By car.' }],
      input: { requestId, revisionId: '{new}', fields: edited({ ...texts, specialInstructions: 'By car.' }) },
      who,
    },
    {
      command: 'completeRequest',
      say: ['POST', 'requests/complete', { requestId, recipients: '', approval: '' }],
      input: { requestId, recipients: '', approval: '', taskings: [{ taskId: 101, id: '{new}' }] },
      who,
    },
    {
      command: 'cloneRequest',
      say: ['POST', 'requests/clone', { requestId }],
      input: { requestId, id: '{new}' },
      who,
    },
    { command: 'discardRequest', say: ['DELETE', `requests/${requestId}`], input: { requestId }, who },
  ]),
  {
    command: 'editRequestStart',
    say: ['PATCH', 'requests/details', { requestId: '{finished}', dueDate: '2026-05-01' }],
    input: { requestId: '{finished}', revisionId: '{new}', fields: edited({ dueDate: '2026-05-01' }) },
    who: late,
  },
  { command: 'discardRequest', say: ['DELETE', 'requests/{finished}'], input: { requestId: '{finished}' }, who: late },
  { command: 'discardRequest', say: ['DELETE', 'requests/{theirs}'], input: { requestId: '{theirs}' }, who: none },

  {
    command: 'readNotifications',
    say: ['POST', 'notifications/read', { ids: ['{notification}'] }],
    input: { ids: ['{notification}'] },
    who: all,
  },
  {
    command: 'muteTasking',
    say: ['POST', 'notifications/mute', { projectId: '{told}', muted: true }],
    input: { projectId: '{told}', muted: true },
    who: all,
  },
  {
    command: 'savePreferences',
    say: ['PATCH', 'notifications/preferences', { letters: 'none' }],
    input: { zone: 'Africa/Nairobi' },
    who: all,
  },

  ...(
    [
      // For oneself, with the same roles; who decides nothing has nobody to decide it.
      ['{me}', 31, 'vvvvyyvv'],
      ['9', 3, 'ynnnnnnn'],
    ] as const
  ).map(([user, substituteId, who]) => {
    const named = { substituteId, from: '2099-01-01', until: '2099-02-01' }
    const userId = user === '{me}' ? user : Number(user)
    return {
      command: 'nameSubstitute',
      say: ['POST', `resources/users/${user}/substitutes`, named] as Decided['say'],
      input: { userId, ...named, until: '2099-03-01' },
      who,
    }
  }),
  ...(
    [
      ['{me}', '{colleague}', '========'],
      // The substitute may lay it down.
      ['12', 3, '=nnn=nnn'],
    ] as const
  ).map(([user, substituteId, who]) => ({
    command: 'endSubstitution',
    say: ['DELETE', `resources/users/${user}/substitutes/${substituteId}`] as Decided['say'],
    input: { userId: user === '{me}' ? user : Number(user), substituteId },
    who,
  })),
  {
    command: 'moveDeliverableTemplate',
    say: ['POST', 'settings/deliverables/{standard}/move', { before: 1 }],
    input: { id: '{standard}', before: 1 },
    who: office,
  },
  ...(
    [
      ['importCountry', 'resources/countries/import', { title: '{code}' }, office],
      ['importAdvisor', 'resources/advisors/import', { name: '{code}', teamId: 3 }, office],
      [
        'importUser',
        'resources/users/import',
        { fullName: '{code}', email: '{mail}', roles: 'Analyst', teamId: 3 },
        office,
      ],
      [
        'importPoolCode',
        'resources/pools/codes/import',
        { projectTypeId: 3, poolCode: '{code}', shipNumber: 7, funds: 100 },
        'yynynnnn',
      ],
    ] as const
  ).map(([command, path, row, who]) => ({
    command,
    say: ['POST', path, { rows: [row] }] satisfies Decided['say'],
    input: { rows: [{ id: '{new}', ...row }] },
    who,
  })),
  ...(
    [
      ['saveCountry', 'resources/customers', { title: '{code}' }, office],
      ['saveCountry', 'resources/countries', { title: '{code}' }, office],
      ['saveAdvisor', 'resources/advisors', { name: 'Zora Able', teamId: 3 }, office],
      ['saveTeam', 'resources/teams', { name: 'Logistics' }, office],
      ['saveService', 'settings/services', { name: 'Catering' }, office],
      ['saveSubservice', 'settings/subservices', { name: 'Sign Language', bocId: 1 }, office],
      ['saveDeliverableTemplate', 'settings/deliverables', { name: 'Summary', taskId: 101 }, office],
      ['savePoolType', 'resources/pools/types', { name: 'Banking Grants', teamId: 3 }, 'yynynnnn'],
      [
        'savePoolCode',
        'resources/pools/codes',
        { projectTypeId: 3, poolCode: '{code}', shipNumber: 7, funds: 100 },
        'yynynnnn',
      ],
    ] as const
  ).map(([command, path, body, who]) => ({
    command,
    say: ['POST', path, body] satisfies Decided['say'],
    input: { id: '{new}', isNew: true, ...body },
    who,
  })),
  ...(
    [
      // A new account, somebody else's, an Admin's, one's own. Addresses and passwords open an account (C-021).
      [{ fullName: 'Nora Quill', email: '{mail}', roles: 'Analyst', teamId: 3 }, office],
      [{ id: '{colleague}', fullName: 'Ben {new}' }, office],
      [{ id: '{colleague}', roles: 'Admin;Analyst' }, 'ynnnnnnn'],
      [{ id: '{otherAdmin}', fullName: 'Another {new}' }, 'ynnnnnnn'],
      [{ id: '{colleague}', email: '{mail}' }, 'ynnnnnnn'],
      [{ id: '{colleague}', password: true }, 'ynnnnnnn'],
      [{ id: '{alike}', password: true }, 'ynnnnnnn'],
      [{ id: '{alike}', roles: 'COR' }, office],
      [{ id: '{me}', fullName: 'My Own {new}' }, all],
      [{ id: '{me}', email: '{mail}' }, 'vvvvvvvv'],
      [{ id: '{me}', password: true }, 'vvvvvvvv'],
    ] as const
  ).map(([body, who]): Decided => {
    const input = 'id' in body ? body : { id: '{new}', isNew: true, ...body, password: true }
    const said = 'password' in input ? { ...input, password: 'seven brown owls' } : input
    return {
      command: 'saveUser',
      say: ['POST', 'resources/users', 'id' in body ? said : { ...said, id: 0 }],
      input,
      who,
    }
  }),
]
