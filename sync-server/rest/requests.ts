import {
  chooseTasks,
  cloneRequest,
  completeRequest,
  describeRequest,
  discardRequest,
  editRequestStart,
  startFields,
  startRequest,
} from '#shared/commands/requests.ts'
import type { AnyCommand } from '#shared/kernel/command.ts'
import type { File } from '#shared/model/project.ts'
import { poolFunding, requestProjects, requestSummary } from '#shared/queries/requests.ts'
import { pathOfFile } from '#shared/rules/files.ts'
import { notFound } from './errors.ts'
import { bareValue, idOf, pick, type PhraseBook, type Spoken, type Told } from './mount.ts'
import { inDollars } from './money.ts'

const startNames = Object.keys(startFields)
const byId = ({ params }: Spoken) => ({ id: idOf(params.id) })
const poolMoney = ['funds', 'actual', 'estimated', 'pending'] as const
type Summary = { pool: Record<(typeof poolMoney)[number], number> | null; files: File[] }
const withDollars = <S extends Summary>(summary: S) => ({
  ...summary,
  files: summary.files.map((file) => ({ ...file, path: pathOfFile(file) })),
  pool: summary.pool && inDollars(summary.pool, poolMoney),
})

export function mountRequests({ read, write, writeOneOf }: PhraseBook): void {
  read('/requests/:id/summary', requestSummary, byId, withDollars)
  read('/requests/:id/tasking', requestSummary, byId, ({ id, type, category, tasks }) => ({
    requestId: id,
    type,
    category,
    tasks,
  }))
  read('/requests/:id{[0-9]+}/projects', requestProjects, byId, async (rows, { ask, params }) => {
    if (rows.length === 0 && (await ask(requestSummary, { id: idOf(params.id) })) === null) throw notFound()
    return rows
  })
  read(
    '/requests/funding/:poolCode',
    poolFunding,
    ({ params }) => ({ poolCode: params.poolCode ?? '' }),
    (figures) => inDollars(figures, ['funding', 'actual', 'estimated', 'pending', 'projection', 'balance']),
  )

  writeOneOf(['POST', 'PATCH', 'PUT'], '/requests/details', saveStart, savedRequest)
  write(
    ['POST', 'PATCH', 'PUT'],
    '/requests/tasks',
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
    describeRequest,
    async ({ fields, newId }) => ({
      requestId: fields.requestId,
      revisionId: await newId(),
      fields: editsIn(pick(fields, ['contactDetails', 'taskDetails', 'specialInstructions', 'subTaskId'])),
    }),
    savedRequest,
  )
  write(['POST', 'PATCH', 'PUT'], '/requests/complete', completeRequest, finish, savedRequest)
  write(
    'POST',
    '/requests/clone',
    cloneRequest,
    async (spoken) => ({
      requestId: bareValue(spoken, 'requestId'),
      id: await spoken.newId(),
    }),
    ({ input }) => input.id,
  )
  write(
    'DELETE',
    '/requests/:id',
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
async function saveStart({ fields, newId }: Spoken): Promise<[AnyCommand, Record<string, unknown>]> {
  const requestId = fields.requestId || fields.id
  const start = { ...pick(fields, startNames) }
  if (requestId) return [editRequestStart, { requestId, revisionId: await newId(), fields: editsIn(start) }]
  return [startRequest, { blanketTasking: null, ...start, id: await newId() }]
}

/** An id for each tasking that the request will become. */
async function finish({ fields, newId, ask }: Spoken): Promise<Record<string, unknown>> {
  const { requestId } = fields
  const summary = typeof requestId === 'number' ? await ask(requestSummary, { id: requestId }) : null
  if (!summary) throw notFound()
  const taskings = []
  for (const { taskId } of summary.tasks) taskings.push({ taskId, id: await newId() })
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
