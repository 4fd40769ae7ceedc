import { cancelProject } from '#shared/commands/cancel.ts'
import { amendProject, completeProject, denyProject, editRequestContent } from '#shared/commands/projects.ts'
import type { AnyCommand, Command } from '#shared/kernel/command.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import type { Reads } from '#shared/kernel/reads.ts'
import * as messages from '#shared/model/messages.ts'
import type { SyncedTable } from '#shared/model/tables.ts'
import type { projectDetail } from '#shared/queries/projects.ts'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { isInterim } from '#shared/rules/queues.ts'
import type { IconName } from '../theme/icon.tsx'

/** How a command looks to people, said once: Outbox, attention, buttons, menus, dialogs, toasts, palette and Activity read it here. */
export interface Face {
  icon: IconName
  /** What the Outbox says of a call: "Approve T-42-9". */
  waiting: (about: About) => string
  /** Where the tasking's id stands in the input: directly, or in a row that the input names. */
  project?: (input: Input) => number | { table: SyncedTable; id: number; column: string }
  /** On its button and in its menu. */
  label?: string
  danger?: true
  confirm?: Confirm
  /** Once it is done: "Denied"; in Activity "Ana denied …". */
  done?: string
}
interface Confirm {
  text: string
  verb: string
  back?: string
}

/** What of a call names its record. */
interface About {
  /** `T-42-9`, or empty when the row is not on this device. */
  ref: string
  /** "Language Support, Kenya". */
  request: string
}
type Input = Record<string, unknown>
type Detail = NonNullable<AnswerOf<typeof projectDetail>>

/** Something that can be done to a tasking with a button of its page. */
export interface TaskingFace extends Face {
  command: AnyCommand
  /** Whose button it is: the command's own ability. */
  may: keyof ProjectAbilities
  label: string
  /** Beside the heading (on the phone in its menu), or in the menu of what else can be done. */
  place: 'heading' | 'menu'
  /** The key that presses it while a decision is open. */
  key?: string
  /** What pressing it does, in its dialog: "Deny T-42-9". */
  verb: string | ((detail: Detail) => string)
  /** The words it asks for; without any it only asks whether. */
  asks?: Asks
  /** Why it cannot be done just now, where the person can change that. */
  hindrance?: (detail: Detail) => string | null
  input?: (acting: Acting) => object
  done: string
  /** It waits six seconds to be undone; of a decision it is said that only the server makes it count. */
  held?: 'undoable' | 'decision'
}
export interface Asks {
  content: { label: string; hint?: string }
  /** And who takes it from here: by itself whom the tasking names there. `may`: of whom it is asked, where not of all. */
  assigneeId?: { label: string; required?: boolean; usual: 'createdById' | 'assigneeId'; may?: keyof ProjectAbilities }
}
export interface Acting {
  /** As it was when its dialog opened. */
  detail: Detail
  /** What the decision is about (`fingerprint`). */
  seen: string
  newId: () => number
  typed: { content: string; assigneeId: number }
}

/** Nobody is asked for what would not be taken from them. */
export const assigneeAsked = ({ assigneeId }: Asks, abilities: ProjectAbilities): Asks['assigneeId'] =>
  assigneeId?.may && !abilities[assigneeId.may] ? undefined : assigneeId

/** Whom a call names: where a form says the assignee that it was drawn with, nobody, so that it undoes no hand-over made meanwhile. */
export const namedOver = (assigneeId: number, chosen: number): number => (chosen === assigneeId ? 0 : chosen)

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
const ofProject = (input: Input) => numberOf(input['projectId']) || numberOf(input['projectTaskId'])
const ofId = (input: Input) => numberOf(input['id'])
const behind =
  (table: SyncedTable, column: string, name = 'id') =>
  (input: Input) => ({ table, id: numberOf(input[name]), column })
const onTasking = (says: string) => ({ waiting: ({ ref }: About) => `${says} ${ref || 'a tasking'}` })
const ofRequest = (says: string) => ({ waiting: ({ request }: About) => says + (request && `: ${request}`) })

/** What is said when it is done, where that is not "Saved Successfully!", whatever the link was like the last time. */
export function saidOf(
  { done, held }: Pick<TaskingFace, 'done' | 'held'>,
  name: string,
): { undoable?: string; already?: string } {
  if (!held) return {}
  if (held === 'undoable') return { undoable: `${done} ${name}` }
  return { undoable: `${done} ${name}. It counts when it reaches the server.`, already: `${name} was already decided.` }
}

/** The decisions that have a form of their own. An approval by a COR authorizes, whatever the step (C-063). */
export const decisions = {
  approve: { kind: 'approve', verb: 'Approve', noun: 'approval', done: 'Approved', held: 'decision' },
  authorize: { kind: 'approve', verb: 'Authorize', noun: 'authorization', done: 'Authorized', held: 'decision' },
  accept: { kind: 'accept', verb: 'Accept', noun: 'acceptance', done: 'Accepted', held: 'decision' },
} as const
export type Decision = (typeof decisions)[keyof typeof decisions]

const button = <I extends object, R extends Reads, F extends Reads>(
  command: Command<I, R, F>,
  face: Omit<TaskingFace, 'command' | 'may'> & { input?: (acting: Acting) => I },
): TaskingFace => ({ ...face, command: command as AnyCommand, may: command.ability as keyof ProjectAbilities })

/** The buttons of a tasking, in the order in which they stand. */
export const taskingFaces = {
  complete: button(completeProject, {
    ...{
      ...onTasking('Complete'),
      project: ofId,
      icon: 'check',
      label: 'Complete',
      verb: 'Complete',
      place: 'heading',
    },
    confirm: {
      text: "It leaves everybody's queue, and its deliverables become read-only.",
      verb: 'Complete',
    },
    hindrance: ({ deliverables }) =>
      deliverables.some((deliverable) => !deliverable.complete) ? messages.openDeliverables : null,
    input: ({ detail }) => ({ id: detail.project.id }),
    ...{ done: 'Completed', held: 'undoable' },
  }),
  amend: button(amendProject, {
    ...{ ...onTasking('Amend'), project: ofProject, icon: 'pencil', label: 'Amend Request', place: 'menu' },
    verb: ({ project }) => (project.phase === 'denied' ? 'Amend and resubmit' : 'Amend'),
    done: 'Amended',
    asks: {
      content: {
        label: 'Amendment',
        hint: 'It is added below the request; nothing that was written before changes.',
      },
      assigneeId: { label: 'Assignee', usual: 'assigneeId', may: 'amendAssignee' },
    },
    // Whoever answers a denial names whom the answer goes to.
    input: ({ detail: { project }, newId, typed: { content, assigneeId } }) => ({
      ...{ projectId: project.id, amendmentId: newId(), content, denied: project.denied },
      assigneeId: project.phase === 'denied' ? assigneeId : namedOver(project.assigneeId, assigneeId),
    }),
  }),
  content: button(editRequestContent, {
    ...{ ...onTasking('Edit request of'), project: ofProject, icon: 'file', label: 'Edit Request', place: 'menu' },
    verb: 'Edit Request',
    done: 'Edited',
  }),
  // A reason, and who takes it from here: whoever asked, unless told otherwise (C-070).
  deny: button(denyProject, {
    ...{ ...onTasking('Deny'), project: ofId, icon: 'block', label: 'Deny…', verb: 'Deny', place: 'menu', key: 'D' },
    danger: true,
    asks: {
      content: { label: 'Reason' },
      assigneeId: { label: 'Send back to', required: true, usual: 'createdById' },
    },
    input: ({ detail: { project }, seen, newId, typed }) => ({
      ...{ id: project.id, commentId: newId(), ...typed },
      ...{ seen, interim: isInterim(project) },
    }),
    ...{ done: 'Denied', held: 'decision' },
  }),
  cancel: button(cancelProject, {
    ...{
      ...onTasking('Cancel'),
      project: ofId,
      icon: 'cancel',
      label: 'Cancel tasking…',
      verb: 'Cancel',
      place: 'heading',
    },
    danger: true,
    done: 'Canceled',
    confirm: { text: messages.cancelQuestion, verb: 'Cancel project', back: 'Keep it' },
  }),
} as const satisfies Record<string, TaskingFace>
export type TaskingAction = keyof typeof taskingFaces
export const taskingActions = Object.keys(taskingFaces) as TaskingAction[]

export const verbOf = (action: TaskingAction, detail: Detail): string => {
  const { verb }: TaskingFace = taskingFaces[action]
  return typeof verb === 'string' ? verb : verb(detail)
}

export const hidingComment = {
  ...{ ...onTasking('Delete comment on'), project: behind('comments', 'projectId') },
  ...{ icon: 'eye-off', label: 'Hide', danger: true },
  confirm: { text: 'Nobody will see it any more. Only the audit of an Admin keeps what it said.', verb: 'Hide' },
} as const satisfies Face
export const editingComment = {
  ...{ ...onTasking('Edit comment on'), project: behind('comments', 'projectId') },
  ...{ icon: 'pencil', label: 'Edit' },
} as const satisfies Face

const file = (says: string): Face => ({
  ...{ ...onTasking(says), icon: 'paperclip', project: behind('files', 'projectId') },
})
const deliverable = (says: string, project = behind('deliverables', 'projectTaskId')): Face => ({
  ...{ ...onTasking(`${says} deliverable,`), icon: 'flag', project },
})
export const deletingDeliverable = {
  ...{ ...deliverable('Delete'), icon: 'trash', label: 'Delete', danger: true },
  done: 'Removed',
  confirm: { text: messages.deleteQuestion, verb: 'Delete' },
} as const satisfies Face
const draft: Face = { ...ofRequest('Draft'), icon: 'drafts' }
const attaching: Face = { waiting: () => 'Attach a file', icon: 'paperclip' }
const saved = (noun: string): Face => ({ waiting: () => `Save ${noun}`, icon: 'pencil' })

/** What somebody did, after their name: "denied". */
export const didOf = (command: string): string => faces[command]?.done?.toLowerCase() ?? ''

/** Every command's face, by its name. */
export const faces: Readonly<Record<string, Face>> = {
  ...Object.fromEntries(Object.values<TaskingFace>(taskingFaces).map((face) => [face.command.name, face])),
  approveProject: { ...onTasking('Approve'), icon: 'check', project: ofId, done: decisions.approve.done },
  acceptProject: { ...onTasking('Accept'), icon: 'inbox', project: ofId, done: decisions.accept.done },
  addProject: { ...onTasking('Add a Project,'), icon: 'plus', project: ofId, label: 'Add a Project', done: 'Added' },
  editProject: { ...onTasking('Edit'), icon: 'pencil', project: ofId, done: 'Edited' },
  addFile: { ...file('Attach a file to'), project: ofProject, done: 'Attached' },
  announceFile: attaching,
  storeFile: attaching,
  removeFile: { ...file('Remove a file of'), done: 'Removed' },
  restoreFile: { ...file('Bring back a file of'), done: 'Brought back' },
  addComment: { ...onTasking('Comment on'), icon: 'comment', project: ofProject, done: 'Commented' },
  editComment: editingComment,
  hideComment: hidingComment,
  addDeliverable: { ...deliverable('Add'), project: ofProject, done: 'Added' },
  editDeliverable: { ...deliverable('Edit'), done: 'Changed' },
  startDeliverable: { ...deliverable('Start'), done: 'Started' },
  completeDeliverable: { ...deliverable('Complete'), project: ofProject, done: 'Completed' },
  removeDeliverable: deletingDeliverable,
  commentOnDeliverable: {
    ...{ ...onTasking('Comment on deliverable,'), icon: 'comment' },
    project: behind('deliverables', 'projectTaskId', 'deliverableId'),
    done: 'Commented',
  },
  startRequest: { ...ofRequest('Start a request'), icon: 'drafts', label: 'Start a Request' },
  editRequestStart: draft,
  chooseTasks: draft,
  describeRequest: draft,
  completeRequest: { ...ofRequest('Request'), icon: 'send' },
  cloneRequest: { ...ofRequest('Add to request'), icon: 'copy' },
  discardRequest: { ...ofRequest('Delete draft'), icon: 'trash' },
  readNotifications: { waiting: () => 'Mark notifications as read', icon: 'bell' },
  muteTasking: { ...onTasking('Mute or unmute'), icon: 'bell-off', project: ofProject },
  savePreferences: saved('preferences'),
  saveCountry: saved('country'),
  saveAdvisor: saved('advisor'),
  saveTeam: saved('team'),
  savePoolType: saved('pool type'),
  savePoolCode: saved('pool code'),
  saveService: saved('service'),
  saveSubservice: saved('sub-service'),
  moveDeliverableTemplate: saved('order of standard deliverables'),
  saveDeliverableTemplate: saved('deliverable template'),
  importCountry: saved('countries'),
  importAdvisor: saved('advisors'),
  importUser: saved('people'),
  importPoolCode: saved('pool codes'),
  saveUser: saved('user'),
  handOver: { waiting: () => 'Hand over taskings', icon: 'person' },
  nameSubstitute: { waiting: () => 'Name a substitute', icon: 'person' },
  endSubstitution: { waiting: () => 'End a substitution', icon: 'person' },
}
