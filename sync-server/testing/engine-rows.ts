import { put, type Change } from '#shared/kernel/change.ts'
import { blankPreferences } from '#shared/model/reference.ts'
import type { Facts } from '#shared/model/tables.ts'

/** Honest small rows for tests of engines; each takes what the test is about. */
const at = '2026-03-01T12:00:00.000Z'
const audit = { createDate: at, createdById: 0, modifiedDate: at, modifiedById: 0 }

export const aTeam = (row: Partial<Facts<'teams'>> = {}): Facts<'teams'> => ({
  id: 3,
  name: 'Banking',
  active: true,
  ...audit,
  ...row,
})

export const aUser = (row: Partial<Facts<'users'>> = {}): Facts<'users'> => ({
  id: 1,
  fullName: 'Ana Whitfield',
  email: `user${row.id ?? 1}@fieldpost.example`,
  roles: 'Analyst',
  teamId: 0,
  dashboard: '',
  active: true,
  ...blankPreferences,
  ...audit,
  ...row,
})

export const aCountry = (row: Partial<Facts<'countries'>> = {}): Facts<'countries'> => ({
  id: 1,
  title: 'Kenya',
  active: true,
  ...audit,
  ...row,
})

export const aProjectType = (row: Partial<Facts<'projectTypes'>> = {}): Facts<'projectTypes'> => ({
  id: 1,
  name: 'Banking TA',
  teamId: 3,
  active: true,
  ...audit,
  ...row,
})

export const aPoolCode = (row: Partial<Facts<'poolCodes'>> = {}): Facts<'poolCodes'> => ({
  id: 1,
  projectTypeId: 1,
  poolCode: 'BK-100',
  shipNumber: 12,
  funds: 10_000_000,
  active: true,
  actual: 0,
  estimated: 0,
  pending: 0,
  ...audit,
  ...row,
})

export const aRequest = (row: Partial<Facts<'requests'>> = {}): Facts<'requests'> => ({
  id: 40_000_001,
  stage: 0,
  complete: false,
  category: 1,
  type: 'Language Support',
  countryId: 1,
  teamId: 3,
  advisorId: 0,
  projectTypeId: 1,
  poolCode: 'BK-100',
  shipNumber: 12,
  dueDate: '2026-04-01',
  blanketTasking: null,
  tasks: [{ taskId: 101, name: 'Interpretation', description: 'An interpreter.' }],
  subTaskId: 0,
  contactDetails: '',
  taskDetails: '',
  specialInstructions: '',
  recipients: '',
  approval: '',
  content: '',
  parentRequestId: 0,
  createdById: 1,
  createDate: at,
  modifiedDate: at,
  completedDate: null,
  receivedDate: null,
  ...row,
})

export const aProject = (row: Partial<Facts<'projects'>> = {}): Facts<'projects'> => ({
  id: 40_000_001,
  requestId: 0,
  requested: true,
  description: 'Interpretation for a workshop',
  countryId: 1,
  teamId: 3,
  advisorId: 0,
  bocId: 0,
  taskId: 0,
  assigneeId: 0,
  projectTypeId: 1,
  poolCode: 'BK-100',
  shipNumber: 12,
  blanketTasking: null,
  dueDate: '2026-04-01',
  taskingCostEstimate: 0,
  initialCostEstimate: 0,
  actualCost: 0,
  active: true,
  completed: false,
  completedById: 0,
  completedDate: null,
  completedReceivedDate: null,
  interim: false,
  authorized: false,
  approved: false,
  approvedDate: null,
  accepted: false,
  acceptedById: 0,
  acceptedDate: null,
  acceptedReceivedDate: null,
  denied: false,
  deniedById: 0,
  deniedDate: null,
  deniedReceivedDate: null,
  deniedStage: 0,
  canceledById: 0,
  canceledDate: null,
  cancelReason: '',
  changedAfterApproval: false,
  createdById: 1,
  createDate: at,
  modifiedById: 1,
  modifiedDate: at,
  receivedDate: null,
  ...row,
})

export const aComment = (row: Partial<Facts<'comments'>> = {}): Facts<'comments'> => ({
  id: 40_000_001,
  projectId: 40_000_001,
  kind: 'comment',
  comment: 'Agreed with the ministry.',
  active: true,
  attachment: null,
  editedDate: null,
  history: [],
  createdById: 1,
  createDate: at,
  receivedDate: null,
  ...row,
})

/** What the rows above point at. */
export const references: Change[] = [
  put('teams', aTeam()),
  put('teams', aTeam({ id: 2, name: 'Revenue' })),
  put('users', aUser()),
  put('users', aUser({ id: 2, fullName: 'Pete Okafor', teamId: 3 })),
  put('countries', aCountry()),
  put('countries', aCountry({ id: 2, title: 'Peru', active: false })),
  put('projectTypes', aProjectType()),
  put('poolCodes', aPoolCode()),
  put('poolCodes', aPoolCode({ id: 2, poolCode: 'bk-200', shipNumber: 14 })),
]
