import {
  acceptProject,
  addProject,
  amendProject,
  approveProject,
  cancelProject,
  completeProject,
  coreFields,
  denyProject,
  detailsFields,
  editProject,
  editRequestContent,
} from '#shared/commands/projects.ts'
import { addComment, editComment, hideComment } from '#shared/commands/comments.ts'
import {
  addDeliverable,
  commentOnDeliverable,
  completeDeliverable,
  editDeliverable,
  removeDeliverable,
} from '#shared/commands/deliverables.ts'
import type { AnyCommand } from '#shared/kernel/command.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import { asDay, asFlag, asNumber } from './fields.ts'
import { bareValue, idOf, pick, sameId, type PhraseBook, type Spoken, type Told } from './mount.ts'
import { costs, costsToCents, inDollars } from './money.ts'
import {
  deliverableComments,
  projectDeliverables,
  projectFunding,
  savedComment,
  savedDeliverable,
} from './questions.ts'

const coreNames = Object.keys(coreFields)
const detailsNames = Object.keys(detailsFields)
const allNames = [...coreNames, ...detailsNames]
const byId = ({ params }: Spoken) => ({ id: idOf(params.id) })

export function mountProjects({ read, write, writeOneOf }: PhraseBook): void {
  read('/projects/:id{[0-9]+}', projectDetail, byId, ({ project }) => inDollars(project, costs))
  read('/projects/:id/request', projectDetail, byId, ({ request, approvals, amendments }) => ({
    request,
    approvals,
    amendments,
  }))
  read('/projects/:id/comments', projectDetail, byId, ({ comments }) => comments)
  read('/projects/:id/deliverables', projectDeliverables, byId)
  read('/projects/:id/funding', projectFunding, byId, ({ share, ...panel }) => ({
    ...inDollars(panel, ['funding', 'actual', 'estimated', 'pending', 'projection', 'balance', 'cost', 'tasking']),
    share: inDollars(share, ['actual', 'estimated', 'pending']),
  }))

  writeOneOf('POST', '/projects', saveProject, savedProject)
  for (const [path, names] of [
    ['/projects/core', coreNames],
    ['/projects/details', detailsNames],
  ] as const)
    write(
      ['POST', 'PATCH', 'PUT'],
      path,
      editProject,
      ({ fields }) => ({ id: fields.id, fields: editsIn(fields, names) }),
      savedProject,
    )

  write(
    'POST',
    '/projects/:id/approve',
    approveProject,
    async (spoken) => ({
      id: idOf(spoken.params.id),
      approvalId: await spoken.newId(),
      ...pick(spoken.fields, ['comment', 'seen']),
    }),
    savedProject,
  )
  write(
    'POST',
    '/projects/:id/accept',
    acceptProject,
    ({ params, fields }) => ({
      id: idOf(params.id),
      ...pick(fields, ['assigneeId', 'seen']),
    }),
    savedProject,
  )
  write(
    'POST',
    '/projects/:id/deny',
    denyProject,
    async ({ params, fields, newId }) => ({
      id: sameId(idOf(params.id), fields.projectId),
      commentId: await newId(),
      ...pick(fields, ['content', 'assigneeId', 'seen']),
    }),
    savedProject,
  )
  write(
    'POST',
    '/projects/:id/cancel',
    cancelProject,
    (spoken) => ({
      id: sameId(idOf(spoken.params.id), bareValue(spoken)),
      ...pick(spoken.fields, ['reason']),
    }),
    savedProject,
  )
  write('POST', '/projects/:id/complete', completeProject, ({ params }) => ({ id: idOf(params.id) }), savedProject)

  write(
    'POST',
    '/requests/amend',
    amendProject,
    async ({ fields, newId }) => ({
      ...pick(fields, ['projectId', 'content', 'assigneeId']),
      amendmentId: await newId(),
    }),
    savedProject,
  )
  write(
    'POST',
    '/requests/content',
    editRequestContent,
    async ({ fields, newId }) => ({
      ...pick(fields, ['projectId', 'content', 'seen']),
      revisionId: await newId(),
    }),
    savedProject,
  )

  writeOneOf(['POST', 'PATCH', 'PUT'], '/projects/:id{[0-9]+}/comments', saveComment, ({ ask, input }) =>
    ask(savedComment, { id: Number(input.id) }),
  )
  writeOneOf(['POST', 'PATCH', 'PUT'], '/projects/deliverables', saveDeliverable, ({ ask, input }) =>
    ask(savedDeliverable, { id: Number(input.id) }),
  )
  read('/projects/deliverables/:id/comments', deliverableComments, byId)
  write(
    'POST',
    '/projects/deliverables/:id/comments',
    commentOnDeliverable,
    async ({ params, fields, newId }) => ({
      id: await newId(),
      deliverableId: idOf(params.id),
      ...pick(fields, ['comment']),
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
async function saveProject({ fields, newId }: Spoken): Promise<[AnyCommand, Record<string, unknown>]> {
  if (isOld(fields)) return [editProject, { id: fields.id, fields: editsIn(fields, allNames) }]
  const withoutCosts = { taskingCostEstimate: 0, initialCostEstimate: 0, actualCost: 0, blanketTasking: null }
  return [addProject, { ...withoutCosts, ...costsToCents(pick(fields, allNames)), id: await newId() }]
}

async function saveComment({ params, fields, newId }: Spoken): Promise<[AnyCommand, Record<string, unknown>]> {
  const projectId = sameId(idOf(params.id), fields.projectId)
  if (!isOld(fields)) return [addComment, { id: await newId(), projectId, ...pick(fields, ['comment', 'attachment']) }]
  const id = asNumber(fields.id)
  return asFlag(fields.active) === false ? [hideComment, { id }] : [editComment, { id, ...pick(fields, ['comment']) }]
}

/** One form that creates, updates, starts, completes and deactivates; what it does shows against the row as it is. */
async function saveDeliverable({ fields: told, newId, ask }: Spoken): Promise<[AnyCommand, Record<string, unknown>]> {
  const fields = { ...told, ...daysIn(told, ['dueDate', 'startDate', 'completedDate']) }
  const id = asNumber(fields.id)
  if (!isOld(fields)) {
    const projectTaskId = asNumber(fields.projectTaskId)
    return [addDeliverable, { id: await newId(), projectTaskId, ...pick(fields, ['name', 'dueDate']) }]
  }
  const known = Number.isSafeInteger(id) ? await ask(savedDeliverable, { id: Number(id) }) : null
  if (asFlag(fields.active) === false) return [removeDeliverable, { id }]
  if (asFlag(fields.complete) === true && known && !known.complete)
    return [
      completeDeliverable,
      { id, projectTaskId: known.projectTaskId, ...pick(fields, ['keepOpen']), ...someDay(fields.completedDate) },
    ]
  return [editDeliverable, { id, fields: editsIn(fields, ['name', 'dueDate', 'startDate', 'completedDate']) }]
}
const someDay = (completedDate: unknown) => (completedDate ? { completedDate } : {})

const daysIn = (fields: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, asDay(fields[name])]))

const isOld = (fields: Record<string, unknown>): boolean => {
  const id = asNumber(fields.id)
  return id !== undefined && id !== null && id !== 0
}

/** `{field: value}` or, from clients that say what they saw, `{fields: {field: {from, to}}}` (C-163). */
function editsIn(fields: Record<string, unknown>, names: readonly string[]): unknown {
  if (fields.fields !== undefined) return inCents(fields.fields)
  const told = costsToCents(pick(fields, names))
  return Object.fromEntries(Object.entries(told).map(([name, to]) => [name, { to }]))
}

function inCents(edits: unknown): unknown {
  if (typeof edits !== 'object' || edits === null) return edits
  return Object.fromEntries(
    Object.entries(edits).map(([name, edit]: [string, unknown]) => {
      if (!isCost(name) || typeof edit !== 'object' || edit === null) return [name, edit]
      return [
        name,
        Object.fromEntries(
          Object.entries(edit).map(([end, value]: [string, unknown]) => [
            end,
            typeof value === 'number' ? Math.round(value * 100) : value,
          ]),
        ),
      ]
    }),
  )
}
