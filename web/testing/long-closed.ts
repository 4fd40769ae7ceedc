import { put, type Change } from '#shared/kernel/change.ts'
import {
  aComment,
  aDeliverable,
  aDeliverableComment,
  aFile,
  anAmendment,
  anApproval,
  aProjectIn,
  aRequest,
  aRevision,
  people,
} from '#shared/testing/samples.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import type { TestDevice, World } from './world.ts'

/** Ids that no device mints: a server that is restored grants numbers beyond a thousand. */
const FIRST = 900_000_000
export const isOfHistory = ({ id }: { id: number }): boolean =>
  Math.floor(id / IDS_PER_DEVICE) === FIRST / IDS_PER_DEVICE

/** Two taskings of one request closed long ago, one of each team; one of a request of its own that was closed last week. */
export const closed = { old: FIRST + 1, sibling: FIRST + 2, recent: FIRST + 3 }
const [ofTwo, ofOne] = [FIRST + 11, FIRST + 12]
const COMMENTS = FIRST + 100

/** What stands on a server with a history: of each tasking a row of each kind. Its pools have spent nothing. */
export const history: Change[] = [
  put('requests', aRequest({ id: ofTwo, createdById: people.ana.id })),
  put('requests', aRequest({ id: ofOne, createdById: people.pete.id })),
  ...[ofTwo, ofOne].map((requestId, n) => put('revisions', aRevision({ id: FIRST + 21 + n, requestId }))),
  put(
    'projects',
    aProjectIn('completed', { id: closed.old, requestId: ofTwo, completedDate: '2026-01-15T09:00:00.000Z' }),
  ),
  put(
    'projects',
    aProjectIn('canceled', {
      id: closed.sibling,
      requestId: ofTwo,
      teamId: 2,
      canceledDate: '2026-01-20T09:00:00.000Z',
    }),
  ),
  put('projects', aProjectIn('completed', { id: closed.recent, requestId: ofOne })),
  ...Object.values(closed).flatMap((projectId, n) => {
    const id = (kind: number) => COMMENTS + 10 * kind + n
    return [
      put('comments', aComment({ id: id(0), projectId })),
      put('approvals', anApproval({ id: id(1), projectId })),
      put('amendments', anAmendment({ id: id(2), projectId })),
      put('deliverables', aDeliverable({ id: id(3), projectTaskId: projectId, complete: true, comments: 1 })),
      put('deliverableComments', aDeliverableComment({ id: id(4), deliverableId: id(3), projectId })),
      put('files', aFile({ id: id(5), projectId, createdById: people.adam.id })),
    ]
  }),
]

export const openFates = ['through', 'lost', 'overtaken'] as const
export type OpenFate = (typeof openFates)[number]

/** Somebody opens one of them; its answer is lost, or a round with something newer overtakes it. */
export async function openClosed(world: World, device: TestDevice, pick: number, fate: OpenFate): Promise<void> {
  const id = Object.values(closed)[pick % 3] ?? 0
  device.wire = async (deliver) => {
    const answer = await deliver()
    if (fate === 'lost') throw new TypeError('the wire broke')
    device.wire = (next) => next()
    if (fate === 'overtaken') {
      const [comment] = (await world.rows('comments')).filter((row) => isOfHistory(row) && row.projectId === id)
      if (comment) await world.write(put('comments', { ...comment, comment: `Said better, ${pick}` }))
      await device.round()
    }
    return answer
  }
  await device.fetchTasking(id)
  device.wire = (deliver) => deliver()
}
