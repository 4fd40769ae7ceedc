import {
  aComment,
  aDeliverable,
  aDeliverableTemplate,
  aDraft,
  aFile,
  aNotification,
  aProject,
  aProjectIn,
  aRequest,
  people,
  withReferences,
  type Rows,
} from './samples.ts'

const id = 42_000_017
const requestId = 42_000_020
const [a, b, c] = [42_000_901, 42_000_902, 42_000_903]
const start = {
  countryId: 1,
  teamId: 3,
  advisorId: 1,
  projectTypeId: 1,
  poolCode: 'BK-100',
  dueDate: '2026-03-20',
  blanketTasking: null,
}
const task = { taskId: 101, name: 'Interpretation', description: 'An interpreter.' }
const ready = aDraft({
  category: 1,
  tasks: [task, { ...task, taskId: 102 }],
  contactDetails: 'Grace',
  taskDetails: 'Three days',
})
export const base = withReferences({
  projects: [aProject()],
  requests: [aRequest(), aDraft()],
  deliverables: [aDeliverable()],
  comments: [aComment()],
  notifications: [aNotification()],
  files: [
    aFile(),
    aFile({ id: 42_000_061, active: false, removedDate: '2026-03-01T15:00:00.000Z' }),
    aFile({ id: 42_000_062, name: 'floor plan.pdf', type: '', stored: false }),
  ],
})
const inProgress = { ...base, projects: [aProjectIn('progress')] }

/** For every verb: an input that succeeds, by whom, and the ids it makes. A new verb is added here. */
export const verbs: Record<string, { input: object; by: keyof typeof people; mints?: number[]; rows?: Rows }> = {
  startRequest: { input: { id: a, ...start }, by: 'ana', mints: [a] },
  editRequestStart: { input: { requestId, revisionId: a, fields: { countryId: { to: 2 } } }, by: 'ana', mints: [a] },
  chooseTasks: {
    input: { requestId, revisionId: a, fields: { category: { to: 1 }, tasks: { to: [task] } } },
    by: 'ana',
    mints: [a],
  },
  describeRequest: {
    input: { requestId, revisionId: a, fields: { contactDetails: { to: 'Grace' }, taskDetails: { to: 'Details' } } },
    by: 'ana',
    mints: [a],
  },
  completeRequest: {
    input: {
      requestId,
      recipients: '',
      approval: '',
      taskings: [
        { taskId: 101, id: b },
        { taskId: 102, id: c },
      ],
    },
    by: 'ana',
    mints: [b, c],
    rows: { ...base, requests: [ready] },
  },
  cloneRequest: { input: { requestId, id: a }, by: 'ana', mints: [a] },
  discardRequest: { input: { requestId }, by: 'ana' },
  approveProject: { input: { id, approvalId: a }, by: 'adam', mints: [a] },
  denyProject: {
    input: { id, commentId: a, content: 'The dates clash.', assigneeId: people.pete.id },
    by: 'cora',
    mints: [a],
  },
  acceptProject: { input: { id }, by: 'mia', rows: { ...base, projects: [aProjectIn('acceptance')] } },
  amendProject: { input: { projectId: id, amendmentId: a, content: 'Two days.' }, by: 'pete', mints: [a] },
  editRequestContent: { input: { projectId: id, revisionId: a, content: 'Two days.' }, by: 'adam', mints: [a] },
  cancelProject: { input: { id }, by: 'ada' },
  completeProject: { input: { id }, by: 'mia', rows: { ...inProgress, deliverables: [] } },
  addProject: {
    input: {
      id: a,
      ...start,
      description: 'Office move',
      bocId: 1,
      taskId: 101,
      assigneeId: people.ana.id,
      taskingCostEstimate: 0,
      initialCostEstimate: 0,
      actualCost: 0,
    },
    by: 'ana',
    mints: [a],
  },
  editProject: { input: { id, fields: { description: { to: 'Five days' } } }, by: 'ana' },
  addDeliverable: { input: { id: a, projectTaskId: id, name: 'Draft report' }, by: 'ana', mints: [a] },
  editDeliverable: { input: { id: 42_000_050, fields: { name: { to: 'Final report' } } }, by: 'ana' },
  startDeliverable: { input: { id: 42_000_050 }, by: 'ana' },
  completeDeliverable: { input: { id: 42_000_050, projectTaskId: id }, by: 'ana', rows: inProgress },
  removeDeliverable: { input: { id: 42_000_050 }, by: 'ana' },
  commentOnDeliverable: {
    input: { id: a, deliverableId: 42_000_050, comment: 'With the printer' },
    by: 'fin',
    mints: [a],
  },
  addComment: { input: { id: a, projectId: id, comment: 'Agreed.' }, by: 'fin', mints: [a] },
  editComment: { input: { id: 42_000_040, comment: 'Agreed.' }, by: 'pete' },
  hideComment: { input: { id: 42_000_040 }, by: 'mia' },
  addFile: {
    input: { id: a, projectId: id, requestId: 0, name: 'agenda.pdf', size: 12_000, hash: 'cd'.repeat(32) },
    by: 'fin',
    mints: [a],
  },
  announceFile: {
    input: { id: a, projectId: id, requestId: 0, name: 'agenda.pdf', size: 12_000, hash: 'cd'.repeat(32) },
    by: 'fin',
    mints: [a],
  },
  storeFile: { input: { id: 42_000_062, size: 12_000, hash: 'ab'.repeat(32) }, by: 'ana' },
  removeFile: { input: { id: 42_000_060 }, by: 'ana' },
  restoreFile: { input: { id: 42_000_061 }, by: 'ana' },
  saveCountry: { input: { id: a, isNew: true, title: 'Chad' }, by: 'mia', mints: [a] },
  saveAdvisor: { input: { id: a, isNew: true, name: 'Joyce Voss', teamId: 3 }, by: 'mia', mints: [a] },
  savePoolType: { input: { id: a, isNew: true, name: 'Banking Grants', teamId: 3 }, by: 'fin', mints: [a] },
  savePoolCode: {
    input: { id: a, isNew: true, projectTypeId: 1, poolCode: 'BK-900', shipNumber: 14, funds: 5_000_000 },
    by: 'fin',
    mints: [a],
  },
  saveService: { input: { id: a, isNew: true, name: 'Catering' }, by: 'mia', mints: [a] },
  saveSubservice: { input: { id: a, isNew: true, bocId: 1, name: 'Sign Language' }, by: 'mia', mints: [a] },
  saveDeliverableTemplate: { input: { id: a, isNew: true, taskId: 101, name: 'Summary' }, by: 'mia', mints: [a] },
  moveDeliverableTemplate: {
    input: { id: 2, before: 1 },
    by: 'mia',
    rows: {
      ...base,
      deliverableTemplates: [aDeliverableTemplate(), aDeliverableTemplate({ id: 2, name: 'Transcript' })],
    },
  },
  handOver: {
    input: { userId: people.ana.id, assigneeId: people.pete.id, projectIds: [id] },
    by: 'mia',
    rows: { ...base, projects: [aProject({ assigneeId: people.ana.id })] },
  },
  nameSubstitute: {
    input: { userId: people.adam.id, substituteId: people.pete.id, from: '2026-03-10', until: '2026-03-14' },
    by: 'ada',
  },
  endSubstitution: {
    input: { userId: people.adam.id, substituteId: people.cora.id },
    by: 'adam',
    rows: {
      ...base,
      users: base.users?.map((user) =>
        user.id === people.cora.id
          ? {
              ...user,
              standsInFor: [{ id: people.adam.id, roles: 'AD', from: '2026-03-01', until: '2026-03-14' }],
            }
          : user,
      ),
    },
  },
  importCountry: { input: { rows: [{ id: a, title: 'Chad' }] }, by: 'mia', mints: [a] },
  importAdvisor: { input: { rows: [{ id: a, name: 'Olu Bright', teamId: 3 }] }, by: 'mia', mints: [a] },
  importUser: {
    input: { rows: [{ id: a, fullName: 'Nora Quill', email: 'nora@fieldpost.example', roles: 'Analyst' }] },
    by: 'mia',
    mints: [a],
  },
  importPoolCode: {
    input: { rows: [{ id: a, projectTypeId: 1, poolCode: 'ZZ-1', shipNumber: 7, funds: 100 }] },
    by: 'fin',
    mints: [a],
  },
  saveUser: {
    input: {
      id: a,
      isNew: true,
      fullName: 'Nora Quill',
      email: 'nora@fieldpost.example',
      roles: 'Analyst',
      password: true,
    },
    by: 'mia',
    mints: [a],
  },
  savePreferences: { input: { letters: 'none', zone: 'Africa/Nairobi', theme: 'dark' }, by: 'ana' },
  muteTasking: { input: { projectId: id, muted: true }, by: 'ana' },
  readNotifications: { input: { ids: [aNotification().id] }, by: 'ana' },
  saveTeam: { input: { id: 3, active: false }, by: 'ada' },
}
