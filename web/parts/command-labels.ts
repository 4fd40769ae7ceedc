import { categoryOf } from '#shared/model/catalogue.ts'
import { referenceOf } from '#shared/model/project.ts'
import type { SyncedTable } from '#shared/model/tables.ts'
import type { Device } from '../data/device.ts'
import type { IconName } from '../ui/icon.tsx'
import { requestIdOf } from './request-steps.ts'

/** A queued call as a person would say it: "Approve T-42-9", "Request: Language Support, Kenya". */
export interface CallLabel {
  text: string
  icon: IconName
  /** The tasking or the request it is about; 0 = none. */
  projectId: number
  requestId: number
}

/** What of a call names its record: its own input, or the row behind an id in it. */
interface About {
  projectId: number
  requestId: number
  /** `T-42-9`, or empty when the row is not on this device. */
  ref: string
  /** "Language Support, Kenya". */
  request: string
}

type Input = Record<string, unknown>
interface Saying {
  say: (about: About) => string
  icon: IconName
  /** Where the tasking's id stands in the input: directly, or in a row that the input names. */
  project?: (input: Input) => number | { table: SyncedTable; id: number; column: string }
}

const ofProject = (input: Input) => numberOf(input['projectId']) || numberOf(input['projectTaskId'])
const ofId = (input: Input) => numberOf(input['id'])
const behind =
  (table: SyncedTable, column: string, name = 'id') =>
  (input: Input) => ({ table, id: numberOf(input[name]), column })
const saved = (noun: string): Saying => ({ say: () => `Save ${noun}`, icon: 'pencil' })
const onTasking = (ref: string) => ref || 'a tasking'

const sayings: Record<string, Saying> = {
  addFile: { say: ({ ref }) => `Attach a file to ${onTasking(ref)}`, icon: 'paperclip', project: ofProject },
  removeFile: {
    say: ({ ref }) => `Remove a file of ${onTasking(ref)}`,
    icon: 'paperclip',
    project: behind('files', 'projectId'),
  },
  restoreFile: {
    say: ({ ref }) => `Bring back a file of ${onTasking(ref)}`,
    icon: 'paperclip',
    project: behind('files', 'projectId'),
  },
  addComment: { say: ({ ref }) => `Comment on ${onTasking(ref)}`, icon: 'comment', project: ofProject },
  editComment: {
    say: ({ ref }) => `Edit comment on ${onTasking(ref)}`,
    icon: 'comment',
    project: behind('comments', 'projectId'),
  },
  hideComment: {
    say: ({ ref }) => `Delete comment on ${onTasking(ref)}`,
    icon: 'comment',
    project: behind('comments', 'projectId'),
  },
  addDeliverable: { say: ({ ref }) => `Add deliverable, ${onTasking(ref)}`, icon: 'flag', project: ofProject },
  editDeliverable: {
    say: ({ ref }) => `Edit deliverable, ${onTasking(ref)}`,
    icon: 'flag',
    project: behind('deliverables', 'projectTaskId'),
  },
  startDeliverable: {
    say: ({ ref }) => `Start deliverable, ${onTasking(ref)}`,
    icon: 'flag',
    project: behind('deliverables', 'projectTaskId'),
  },
  completeDeliverable: {
    say: ({ ref }) => `Complete deliverable, ${onTasking(ref)}`,
    icon: 'flag',
    project: ofProject,
  },
  removeDeliverable: {
    say: ({ ref }) => `Delete deliverable, ${onTasking(ref)}`,
    icon: 'flag',
    project: behind('deliverables', 'projectTaskId'),
  },
  commentOnDeliverable: {
    say: ({ ref }) => `Comment on deliverable, ${onTasking(ref)}`,
    icon: 'comment',
    project: behind('deliverables', 'projectTaskId', 'deliverableId'),
  },
  approveProject: { say: ({ ref }) => `Approve ${onTasking(ref)}`, icon: 'check', project: ofId },
  denyProject: { say: ({ ref }) => `Deny ${onTasking(ref)}`, icon: 'block', project: ofId },
  acceptProject: { say: ({ ref }) => `Accept ${onTasking(ref)}`, icon: 'inbox', project: ofId },
  amendProject: { say: ({ ref }) => `Amend ${onTasking(ref)}`, icon: 'pencil', project: ofProject },
  editRequestContent: { say: ({ ref }) => `Edit request of ${onTasking(ref)}`, icon: 'pencil', project: ofProject },
  cancelProject: { say: ({ ref }) => `Cancel ${onTasking(ref)}`, icon: 'cancel', project: ofId },
  completeProject: { say: ({ ref }) => `Complete ${onTasking(ref)}`, icon: 'check', project: ofId },
  addProject: { say: ({ ref }) => `Add a Project, ${onTasking(ref)}`, icon: 'plus', project: ofId },
  editProject: { say: ({ ref }) => `Edit ${onTasking(ref)}`, icon: 'pencil', project: ofId },
  startRequest: { say: ({ request }) => `Start a request${request && `: ${request}`}`, icon: 'drafts' },
  editRequestStart: { say: ({ request }) => `Draft${request && `: ${request}`}`, icon: 'drafts' },
  chooseTasks: { say: ({ request }) => `Draft${request && `: ${request}`}`, icon: 'drafts' },
  describeRequest: { say: ({ request }) => `Draft${request && `: ${request}`}`, icon: 'drafts' },
  completeRequest: { say: ({ request }) => `Request${request && `: ${request}`}`, icon: 'send' },
  cloneRequest: { say: ({ request }) => `Add to request${request && `: ${request}`}`, icon: 'copy' },
  discardRequest: { say: ({ request }) => `Delete draft${request && `: ${request}`}`, icon: 'trash' },
  readNotifications: { say: () => 'Mark notifications as read', icon: 'bell' },
  savePreferences: saved('preferences'),
  saveCountry: saved('country'),
  saveAdvisor: saved('advisor'),
  saveTeam: saved('team'),
  savePoolType: saved('pool type'),
  savePoolCode: saved('pool code'),
  saveService: saved('service'),
  saveSubservice: saved('sub-service'),
  saveDeliverableTemplate: saved('deliverable template'),
  saveUser: saved('user'),
}

/** `typed`: what other calls about the same request say of it, where the device has no row to ask. */
export async function labelOfCall(device: Device, name: string, input: unknown, typed: Input = {}): Promise<CallLabel> {
  const saying = sayings[name]
  const about = await aboutOf(device, saying, name, { ...typed, ...(input ?? {}) })
  const text = saying ? saying.say(about) : name
  return { text, icon: saying?.icon ?? 'file', projectId: about.projectId, requestId: about.requestId }
}

async function aboutOf(device: Device, saying: Saying | undefined, name: string, input: Input): Promise<About> {
  const where = saying?.project?.(input) ?? 0
  const projectId =
    typeof where === 'number' ? where : numberOf((await rowOf(device, where.table, where.id))?.[where.column])
  const requestId = saying?.project ? 0 : requestIdOf(name, input)
  const ref = projectId > 0 ? referenceOf(projectId) : ''
  return { projectId, requestId, ref, request: await nameOfRequest(device, requestId, input) }
}

async function nameOfRequest(device: Device, requestId: number, input: Input): Promise<string> {
  const request = requestId > 0 ? await device.rows('requests').get(requestId) : undefined
  const country = await device.rows('countries').get(request?.countryId ?? numberOf(input['countryId']))
  const type = request?.type ?? categoryOf(numberOf(input['category']))?.name
  return [type, country?.title].filter(Boolean).join(', ')
}

const rowOf = (device: Device, table: SyncedTable, id: number): Promise<Record<string, unknown> | undefined> =>
  device.table<Record<string, unknown>, number>(table).get(id)

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The words the person has typed, with what each was called on the form: readable and copyable whatever becomes of them. */
export function wordsOf(input: unknown): { label: string; text: string }[] {
  const { fields, ...rest } = (input ?? {}) as Input
  const edited = Object.entries((fields ?? {}) as Record<string, { to?: unknown } | undefined>)
  return [...Object.entries(rest), ...edited.map(([name, edit]) => [name, edit?.to] as const)].flatMap(
    ([name, value]) => {
      const label = typedFields[name]
      return label && typeof value === 'string' && value.trim() ? [{ label, text: value.trim() }] : []
    },
  )
}

const typedFields: Record<string, string> = {
  comment: 'Your comment',
  content: 'Your text',
  reason: 'Your reason',
  description: 'Description',
  contactDetails: 'Contact details',
  taskDetails: 'Request details',
  specialInstructions: 'Special instructions',
  recipients: 'Recipients',
  approval: 'Approval',
  name: 'Name',
}

/** A field of an edit as the form calls it: `taskingCostEstimate` → `Tasking cost estimate`. */
export function fieldLabel(field: string): string {
  const known: Record<string, string> = { bocId: 'Service', taskId: 'Sub service', projectTypeId: 'Project' }
  const words = field
    .replace(/Ids?$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
  return known[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
