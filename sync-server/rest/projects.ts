import * as z from 'zod/mini'
import { cancelProject } from '#shared/commands/cancel.ts'
import {
  acceptProject,
  addProject,
  amendProject,
  approveProject,
  completeProject,
  denyProject,
  editProject,
  editRequestContent,
} from '#shared/commands/projects.ts'
import { coreFields, detailsFields } from '#shared/commands/forms.ts'
import { addComment, editComment, hideComment } from '#shared/commands/comments.ts'
import {
  addDeliverable,
  commentOnDeliverable,
  completeDeliverable,
  editDeliverable,
  removeDeliverable,
} from '#shared/commands/deliverables.ts'
import { HTTPException } from 'hono/http-exception'
import type { AnyCommand } from '#shared/kernel/command.ts'
import { day, flag, id, ref } from '#shared/model/fields.ts'
import { savedComment } from '#shared/queries/comments.ts'
import { deliverableComments, projectDeliverables, savedDeliverable } from '#shared/queries/deliverables.ts'
import { projectDetail, projectFunding } from '#shared/queries/projects.ts'
import { notFound } from '../execute/errors.ts'
import { bodyOf, namesIn, nothing } from './about.ts'
import { asDay, asFlag, asNumber } from './fields.ts'
import { bareValue, idOf, pick, refuseNo, sameId, type Call, type PhraseBook, type Spoken, type Told } from './mount.ts'
import { costs, inDollars, toCents } from './money.ts'
import { ship, shipErrors } from './ship-number.ts'
import {
  comment,
  deliverable,
  deliverableComment,
  dollars,
  fundingPanel,
  merged,
  project,
  requestOfProject,
  saved,
} from './shapes.ts'

const coreForm = z.partial(z.object(coreFields))
const detailsForm = z.partial(
  z.object({ ...detailsFields, taskingCostEstimate: dollars, initialCostEstimate: dollars, actualCost: dollars }),
)
const projectForm = z.extend(coreForm, { ...detailsForm.def.shape, id: z.optional(ref) })
/** Names the tasking, and may say what was seen: `{ fields: { name: { from, to } } }` (C-163). */
const editing = {
  id,
  fields: z.optional(z.record(z.string(), z.object({ from: z.optional(z.unknown()), to: z.unknown() }))),
}

/** `true`, alone or wrapped (C-220), or more of it. */
const yesWith = (more: z.ZodMiniObject) =>
  z.union([z.literal(true), z.extend(more, { value: z.optional(z.literal(true)) })])
const approval = bodyOf(approveProject, 'comment', 'seen')
const acceptance = bodyOf(acceptProject, 'assigneeId', 'seen')
const denial = bodyOf(denyProject, 'content', 'assigneeId', 'seen')
const cancellation = bodyOf(cancelProject, 'reason')
const amendment = bodyOf(amendProject, 'projectId', 'content', 'assigneeId')
const revision = bodyOf(editRequestContent, 'projectId', 'content', 'seen')
const remark = bodyOf(commentOnDeliverable, 'comment')
const newComment = bodyOf(addComment, 'comment', 'attachment')
const commentForm = z.partial(z.extend(newComment, { id: ref, projectId: id, active: flag }))
const newDeliverable = bodyOf(addDeliverable, 'name', 'dueDate', 'startDate')
const deliverableDays = { dueDate: z.nullable(day), startDate: z.nullable(day), completedDate: z.nullable(day) }
const deliverableForm = z.partial(
  z.extend(newDeliverable, {
    ...deliverableDays,
    id: ref,
    projectTaskId: id,
    complete: flag,
    keepOpen: flag,
    active: flag,
  }),
)
const newProject = {
  ...{ description: 'Prepare the spring review', bocId: 1, taskId: 101, teamId: 3, advisorId: 1, countryId: 1 },
  ...{ assigneeId: 7, projectTypeId: 1, poolCode: 'BK-100', blanketTasking: false, dueDate: '2026-06-30' },
  taskingCostEstimate: 1200.5,
}

const byId = ({ params }: Spoken) => ({ id: idOf(params.id) })

export function mountProjects({ read, write, writeOneOf }: PhraseBook): void {
  read('/projects/:id{[0-9]+}', { says: 'One tasking, whole.', answer: project }, projectDetail, byId, ({ project }) =>
    inDollars(project, costs),
  )
  read(
    '/projects/:id/request',
    {
      says: 'The request a tasking came from, with its approvals and amendments; no request for internal work.',
      answer: requestOfProject,
    },
    projectDetail,
    byId,
    ({ request, approvals, amendments }) => ({ request, approvals, amendments }),
  )
  read(
    '/projects/:id/comments',
    { says: 'The comments on a tasking.', answer: z.array(comment) },
    projectDetail,
    byId,
    ({ comments }) => comments,
  )
  read(
    '/projects/:id/deliverables',
    { says: 'The deliverables of a tasking.', answer: z.array(deliverable) },
    projectDeliverables,
    byId,
  )
  read(
    '/projects/:id/funding',
    { says: 'What a tasking takes from its pool, and what is left there.', answer: fundingPanel },
    projectFunding,
    byId,
    ({ share, ...panel }) => ({
      ...inDollars(panel, ['funding', 'actual', 'estimated', 'pending', 'projection', 'balance', 'cost', 'tasking']),
      share: inDollars(share, ['actual', 'estimated', 'pending']),
    }),
  )

  writeOneOf(
    'POST',
    '/projects',
    {
      says: 'Adds internal work, or updates the tasking that `id` names.',
      body: z.extend(projectForm, ship),
      answer: merged(project),
      example: newProject,
    },
    [addProject, editProject],
    saveProject,
    savedProject,
  )
  for (const [path, form, besides] of [
    ['/projects/core', coreForm, undefined],
    ['/projects/details', detailsForm, ship],
  ] as const)
    writeOneOf(
      ['POST', 'PATCH', 'PUT'],
      path,
      {
        says: 'Changes some fields of a tasking; each merges by itself, and one that somebody else changed first is handed back. The due date is a COR’s to change.',
        body: z.extend(form, { ...editing, ...besides }),
        answer: merged(project),
      },
      [editProject],
      async (spoken) => [editProject, editOf(spoken, namesIn(form)), besides && (await shipOfOld(spoken))],
      savedProject,
    )

  write(
    'POST',
    '/projects/:id/approve',
    {
      says: 'Approves a tasking: an AD in the interim, a COR for good.',
      body: yesWith(approval),
      answer: saved(project),
      example: true,
    },
    approveProject,
    async (spoken) => {
      refuseNo(spoken)
      const id = idOf(spoken.params.id)
      return { id, approvalId: await spoken.newId(), ...pick(spoken.fields, namesIn(approval)) }
    },
    savedProject,
  )
  write(
    'POST',
    '/projects/:id/accept',
    {
      says: 'Accepts an approved tasking, and may assign it.',
      body: yesWith(acceptance),
      answer: saved(project),
      example: true,
    },
    acceptProject,
    (spoken) => {
      refuseNo(spoken)
      return { id: idOf(spoken.params.id), ...pick(spoken.fields, namesIn(acceptance)) }
    },
    savedProject,
  )
  write(
    'POST',
    '/projects/:id/deny',
    {
      says: 'Denies a tasking with a reason, and hands it to somebody.',
      body: z.extend(denial, { projectId: z.optional(id) }),
      answer: saved(project),
      example: { content: 'The budget line is missing.', projectId: 1000001, assigneeId: 7 },
    },
    denyProject,
    async ({ params, fields, newId }) => ({
      id: sameId(idOf(params.id), fields.projectId),
      commentId: await newId(),
      ...pick(fields, namesIn(denial)),
    }),
    savedProject,
  )
  write(
    'POST',
    '/projects/:id/cancel',
    {
      says: 'Cancels a tasking; its money is released.',
      body: z.union([id, z.extend(cancellation, { id: z.optional(id) })]),
      answer: saved(project),
      example: 1000001,
    },
    cancelProject,
    (spoken) => ({
      id: sameId(idOf(spoken.params.id), bareValue(spoken)),
      ...pick(spoken.fields, namesIn(cancellation)),
    }),
    savedProject,
  )
  write(
    'POST',
    '/projects/:id/complete',
    { says: 'Completes a tasking that has no open deliverable.', body: nothing, answer: saved(project) },
    completeProject,
    ({ params }) => ({ id: idOf(params.id) }),
    savedProject,
  )

  write(
    'POST',
    '/requests/amend',
    {
      says: 'Adds an amendment to a tasking; a denied one goes back to the step that denied it. Another assignee is taken from whoever may edit the tasking, and with the answer to a denial.',
      body: amendment,
      answer: saved(project),
      example: { content: 'The dates moved by a week.', projectId: 1000001, assigneeId: 7 },
    },
    amendProject,
    async ({ fields, newId }) => ({ ...pick(fields, namesIn(amendment)), amendmentId: await newId() }),
    savedProject,
  )
  write(
    'POST',
    '/requests/content',
    {
      says: 'Rewrites the text of the request a tasking came from; the text it replaces is kept.',
      body: revision,
      answer: saved(project),
      example: { content: 'Two trainers for five days.', projectId: 1000001 },
    },
    editRequestContent,
    async ({ fields, newId }) => ({ ...pick(fields, namesIn(revision)), revisionId: await newId() }),
    savedProject,
  )

  writeOneOf(
    ['POST', 'PATCH', 'PUT'],
    '/projects/:id{[0-9]+}/comments',
    {
      says: 'Adds a comment; with `id` changes it, and with `active: false` hides it.',
      body: commentForm,
      answer: saved(comment),
      example: { comment: 'Waiting for the visa.' },
    },
    [addComment, editComment, hideComment],
    saveComment,
    ({ ask, input }) => ask(savedComment, { id: Number(input.id) }),
  )
  writeOneOf(
    ['POST', 'PATCH', 'PUT'],
    '/projects/deliverables',
    {
      says: 'Adds a deliverable, planned or begun, or changes, starts, completes or deletes (`active: false`) the one that `id` names.',
      body: deliverableForm,
      answer: merged(deliverable),
      example: { projectTaskId: 1000001, name: 'Trip report', dueDate: '2026-04-30' },
    },
    [addDeliverable, editDeliverable, completeDeliverable, removeDeliverable],
    saveDeliverable,
    ({ ask, input }) => ask(savedDeliverable, { id: Number(input.id) }),
  )
  read(
    '/projects/deliverables/:id/comments',
    { says: 'The comments on a deliverable.', answer: z.array(deliverableComment) },
    deliverableComments,
    byId,
  )
  write(
    'POST',
    '/projects/deliverables/:id/comments',
    {
      says: 'Adds a comment to a deliverable.',
      body: remark,
      answer: saved(deliverableComment),
      example: { comment: 'First draft is in the folder.' },
    },
    commentOnDeliverable,
    async ({ params, fields, newId }) => ({
      id: await newId(),
      deliverableId: idOf(params.id),
      ...pick(fields, namesIn(remark)),
    }),
    async ({ ask, input }) => {
      const comments = await ask(deliverableComments, { id: Number(input.deliverableId) })
      return comments?.find((row) => row.id === input.id) ?? {}
    },
  )
}

/** Every write on a tasking answers with the whole tasking, as it is now. */
async function savedProject({ ask, input, verdict }: Told): Promise<object> {
  const detail = await ask(projectDetail, { id: Number(input.id ?? input.projectId) })
  const conflicts = verdict.conflicts?.map((conflict) =>
    isCost(conflict.field) ? inDollars(conflict, ['before', 'theirs', 'yours']) : conflict,
  )
  return { ...(detail ? inDollars(detail.project, costs) : {}), ...(conflicts ? { conflicts } : {}) }
}

const isCost = (field: string): boolean => (costs as readonly string[]).includes(field)

/** One form that creates (`id` 0 or none) and updates (C-142). */
async function saveProject(spoken: Spoken): Promise<Call> {
  const { fields, newId } = spoken
  if (isOld(fields)) return [editProject, editOf(spoken, projectNames), await shipOfOld(spoken)]
  const withoutCosts = { taskingCostEstimate: 0, initialCostEstimate: 0, actualCost: 0, blanketTasking: null }
  return [
    addProject,
    { ...withoutCosts, ...toCents(pick(fields, projectNames), costs), id: await newId() },
    { errors: await shipErrors(spoken) },
  ]
}

const editOf = ({ fields }: Spoken, names: readonly string[]) => ({ id: fields.id, fields: editsIn(fields, names) })
async function shipOfOld(spoken: Spoken) {
  const { fields, ask } = spoken
  const id = asNumber(fields.id)
  const before = fields.shipNumber !== undefined && isId(id) ? await ask(projectDetail, { id }) : null
  return { errors: await shipErrors(spoken, before?.project) }
}
const isId = (id: unknown): id is number => Number.isSafeInteger(id)

async function saveComment({ params, fields, newId, ask }: Spoken): Promise<[AnyCommand, Record<string, unknown>]> {
  const projectId = sameId(idOf(params.id), fields.projectId)
  if (!isOld(fields)) return [addComment, { id: await newId(), projectId, ...pick(fields, namesIn(newComment)) }]
  const id = asNumber(fields.id)
  const known = isId(id) ? await ask(savedComment, { id }) : null
  // It is not on this tasking.
  if (known && known.projectId !== projectId) throw notFound()
  return asFlag(fields.active) === false ? [hideComment, { id }] : [editComment, { id, ...pick(fields, ['comment']) }]
}

/** One form that creates, updates, starts, completes and deactivates; what it does shows against the row as it is. */
async function saveDeliverable(spoken: Spoken): Promise<[AnyCommand, Record<string, unknown>]> {
  const { newId, ask } = spoken
  const fields = { ...spoken.fields, ...daysIn(spoken, Object.keys(deliverableDays)) }
  const id = asNumber(fields.id)
  if (!isOld(fields)) {
    const projectTaskId = asNumber(fields.projectTaskId)
    refuseEnded(fields)
    return [addDeliverable, { id: await newId(), projectTaskId, ...pick(fields, namesIn(newDeliverable)) }]
  }
  const known = Number.isSafeInteger(id) ? await ask(savedDeliverable, { id: Number(id) }) : null
  const told = asNumber(fields.projectTaskId)
  // It is not on this tasking.
  if (known && told && told !== known.projectTaskId) throw notFound()
  if (asFlag(fields.active) === false) return [removeDeliverable, { id }]
  if (asFlag(fields.complete) === true && known && !known.complete)
    return [
      completeDeliverable,
      {
        ...{ id, projectTaskId: known.projectTaskId, ...pick(fields, ['keepOpen']), ...someDay(fields.completedDate) },
        fields: editsIn(fields, ['name', 'dueDate', 'startDate']),
      },
    ]
  return [editDeliverable, { id, fields: editsIn(fields, ['name', ...Object.keys(deliverableDays)]) }]
}
/** One that is only now added is neither completed nor deleted: the call after it says so. */
function refuseEnded({ complete, completedDate, active }: Record<string, unknown>): void {
  const told = { complete: asFlag(complete) === true, completedDate, active: asFlag(active) === false }
  const errors = Object.entries(told).flatMap(([field, isTold]) => (isTold ? [{ field, message: firstAdd }] : []))
  if (errors.length > 0) throw new HTTPException(422, { message: firstAdd, cause: { errors } })
}
const firstAdd = 'Please add the deliverable first, then complete or delete it'

const someDay = (completedDate: unknown) => (completedDate ? { completedDate } : {})

const daysIn = (spoken: Spoken, names: string[]) =>
  Object.fromEntries(
    names.filter((name) => spoken.fields[name] !== undefined).map((name) => [name, asDay(spoken.fields[name], spoken)]),
  )

const projectNames = [...namesIn(coreForm), ...namesIn(detailsForm)]

const isOld = (fields: Record<string, unknown>): boolean => {
  const id = asNumber(fields.id)
  return id !== undefined && id !== null && id !== 0
}

/** `{field: value}` or, from clients that say what they saw, `{fields: {field: {from, to}}}` (C-163). */
function editsIn(fields: Record<string, unknown>, names: readonly string[]): unknown {
  if (fields.fields !== undefined) return editsInCents(fields.fields)
  const told = toCents(pick(fields, names), costs)
  return Object.fromEntries(Object.entries(told).map(([name, to]) => [name, { to }]))
}

function editsInCents(edits: unknown): unknown {
  if (typeof edits !== 'object' || edits === null) return edits
  const told = Object.entries(edits).map(([name, edit]: [string, unknown]) => [
    name,
    isCost(name) && typeof edit === 'object' && edit !== null ? toCents(edit, Object.keys(edit)) : edit,
  ])
  return Object.fromEntries(told)
}
