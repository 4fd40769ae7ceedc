import * as z from 'zod/mini'
import {
  chooseTasks,
  cloneRequest,
  completeRequest,
  describeRequest,
  discardRequest,
  editRequestStart,
  startRequest,
} from '#shared/commands/requests.ts'
import { detailFields, startFields, taskFields } from '#shared/commands/forms.ts'

import { id, ref, text } from '#shared/model/fields.ts'
import type { File } from '#shared/model/project.ts'
import { requestTaskSchema } from '#shared/model/request.ts'
import { earlierTexts, poolFunding, requestProjects, requestSummary } from '#shared/queries/requests.ts'
import { pathOfFile } from '#shared/rules/files.ts'
import { notFound } from '../execute/errors.ts'
import { bodyOf, namesIn, nothing } from './about.ts'
import { bareValue, idOf, pick, type Call, type PhraseBook, type Spoken, type Told } from './mount.ts'
import { inDollars } from './money.ts'
import { ship, shipErrors } from './ship-number.ts'
import {
  discarded,
  poolFigures,
  requestSummary as summary,
  requestTasking,
  requestTexts,
  saved,
  taskingRows,
} from './shapes.ts'

const startForm = z.partial(z.object(startFields))
const tasksForm = z.object({
  requestId: id,
  ...taskFields,
  tasks: z.array(z.extend(requestTaskSchema, { description: z.optional(text) })),
})
const detailsForm = z.partial(z.object({ ...detailFields, subTaskId: ref }))
const finishing = bodyOf(completeRequest, 'recipients', 'approval')
const newRequest = {
  ...{ countryId: 1, teamId: 3, advisorId: 1, projectTypeId: 1, poolCode: 'BK-100' },
  ...{ dueDate: '2026-06-30', blanketTasking: null },
}
const byId = ({ params }: Spoken) => ({ id: idOf(params.id) })
const poolMoney = ['funds', 'actual', 'estimated', 'pending'] as const
type Summary = { pool: Record<(typeof poolMoney)[number], number> | null; files: File[] }
const withDollars = <S extends Summary>(summary: S) => ({
  ...summary,
  files: summary.files.map((file) => ({ ...file, path: pathOfFile(file) })),
  pool: summary.pool && inDollars(summary.pool, poolMoney),
})

export function mountRequests({ read, write, writeOneOf }: PhraseBook): void {
  read(
    '/requests/:id{[0-9]+}/summary',
    { says: 'Everything known of a request; of a draft to its owner alone.', answer: summary },
    requestSummary,
    byId,
    withDollars,
  )
  read(
    '/requests/:id{[0-9]+}/tasking',
    { says: 'The category and the chosen tasks of a request.', answer: requestTasking },
    requestSummary,
    byId,
    ({ id, type, category, tasks }) => ({ requestId: id, type, category, tasks }),
  )
  read(
    '/requests/:id{[0-9]+}/projects',
    { says: 'The taskings a request became.', answer: taskingRows },
    requestProjects,
    byId,
    async (rows, { ask, params }) => {
      if (rows.length === 0 && (await ask(requestSummary, { id: idOf(params.id) })) === null) throw notFound()
      return rows
    },
  )
  read(
    '/requests/:id{[0-9]+}/texts',
    { says: 'Each edit of a finished request’s text, newest first.', answer: requestTexts },
    earlierTexts,
    byId,
  )
  read(
    '/requests/funding/:poolCode',
    { says: 'The figures of a pool by its code, whatever the case.', answer: poolFigures },
    poolFunding,
    ({ params }) => ({ poolCode: params.poolCode ?? '' }),
    (figures) => inDollars(figures, ['funding', 'actual', 'estimated', 'pending', 'projection', 'balance']),
  )

  writeOneOf(
    ['POST', 'PATCH', 'PUT'],
    '/requests/details',
    {
      says: 'Starts a request, or changes the start of the draft that `requestId` names.',
      body: z.extend(startForm, { requestId: z.optional(ref), id: z.optional(ref), ...ship }),
      answer: saved(summary),
      example: newRequest,
    },
    [startRequest, editRequestStart],
    saveStart,
    savedRequest,
  )
  write(
    ['POST', 'PATCH', 'PUT'],
    '/requests/tasks',
    {
      says: 'Chooses the category and the tasks of your draft.',
      body: tasksForm,
      answer: saved(summary),
      example: { requestId: 1000001, category: 2, tasks: [{ taskId: 201, name: 'Needs assessment', description: '' }] },
    },
    chooseTasks,
    async ({ fields, newId }) => ({
      requestId: fields.requestId,
      revisionId: await newId(),
      fields: editsIn({ category: fields.category, tasks: tasksIn(fields.tasks) }),
    }),
    savedRequest,
  )
  write(
    ['POST', 'PATCH', 'PUT'],
    '/requests/tasks/details',
    {
      says: 'Describes what is asked for in your draft.',
      body: z.extend(detailsForm, { requestId: id }),
      answer: saved(summary),
      example: { requestId: 1000001, contactDetails: 'Jane Roe, 555 0100', taskDetails: 'Two trainers for five days' },
    },
    describeRequest,
    async ({ fields, newId }) => ({
      requestId: fields.requestId,
      revisionId: await newId(),
      fields: editsIn(pick(fields, namesIn(detailsForm))),
    }),
    savedRequest,
  )
  write(
    ['POST', 'PATCH', 'PUT'],
    '/requests/complete',
    {
      says: 'Finishes your draft: each of its tasks becomes a tasking.',
      body: z.extend(z.partial(finishing), { requestId: id, recipient: z.optional(text) }),
      answer: saved(summary),
      example: { requestId: 1000001, recipients: 'jane@example.org', approval: '' },
    },
    completeRequest,
    finish,
    savedRequest,
  )
  write(
    'POST',
    '/requests/clone',
    {
      says: 'Makes a new draft from a request of yours and answers its id.',
      body: z.union([id, bodyOf(cloneRequest, 'requestId')]),
      answer: id,
      example: { requestId: 1000001 },
    },
    cloneRequest,
    async (spoken) => ({ requestId: bareValue(spoken, 'requestId'), id: await spoken.newId() }),
    ({ input }) => input.id,
  )
  write(
    'DELETE',
    '/requests/:id',
    { says: 'Discards your draft.', body: nothing, answer: saved(discarded) },
    discardRequest,
    ({ params }) => ({ requestId: idOf(params.id) }),
    ({ input }) => ({ id: input.requestId }),
  )
}

/** Every write on a request answers with its summary, as it is now. */
async function savedRequest({ ask, input }: Told): Promise<object> {
  const summary = await ask(requestSummary, { id: Number(input.requestId ?? input.id) })
  return summary ? withDollars(summary) : {}
}

/** The Start form: creates, or updates when it names a request, whatever the verb (C-120, C-121). */
async function saveStart(spoken: Spoken): Promise<Call> {
  const { fields, newId, ask } = spoken
  const requestId = fields.requestId || fields.id
  const start = { ...pick(fields, namesIn(startForm)) }
  if (!requestId)
    return [startRequest, { blanketTasking: null, ...start, id: await newId() }, { errors: await shipErrors(spoken) }]
  const isAsked = fields.shipNumber !== undefined && Number.isSafeInteger(requestId)
  const before = isAsked ? await ask(requestSummary, { id: Number(requestId) }) : null
  const input = { requestId, revisionId: await newId(), fields: editsIn(start) }
  return [editRequestStart, input, { errors: await shipErrors(spoken, before) }]
}

/** An id for each tasking that the request will become; for one that is finished already, none. */
async function finish({ fields, newId, ask }: Spoken): Promise<Record<string, unknown>> {
  const { requestId } = fields
  const summary = typeof requestId === 'number' ? await ask(requestSummary, { id: requestId }) : null
  if (!summary) throw notFound()
  const taskings = []
  for (const { taskId } of summary.complete ? [] : summary.tasks) taskings.push({ taskId, id: await newId() })
  return {
    requestId,
    recipients: fields.recipients ?? fields.recipient ?? summary.recipients,
    approval: fields.approval ?? summary.approval,
    taskings,
  }
}

const editsIn = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, to]) => to !== undefined)
      .map(([name, to]) => [name, { to }]),
  )

const tasksIn = (tasks: unknown): unknown =>
  Array.isArray(tasks)
    ? tasks.map((task: unknown) =>
        typeof task === 'object' && task !== null
          ? pick({ description: '', ...task }, ['taskId', 'name', 'description'])
          : task,
      )
    : tasks
