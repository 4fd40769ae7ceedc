import { put, type Change } from '#shared/kernel/change.ts'
import { must } from '#shared/lib/must.ts'
import { catalogue } from '#shared/model/catalogue.ts'
import type { ProjectFacts } from '#shared/model/project.ts'
import type { PoolCode } from '#shared/model/reference.ts'
import type { RequestTask } from '#shared/model/request.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import { poolAfter } from '#shared/rules/funding.ts'
import { createRandom } from '#server/demo/random.ts'
import { aBareProject, aComment, aDraft, aRequest } from '#shared/testing/samples.ts'
import { newDevice } from '#server/sync/device-numbers.ts'
import { prose, reference } from './organisation.ts'

/**
 * Eight years of an organisation with `count` taskings: nearly all closed, a few in a hundred open, each with what belongs
 * to it and with its calls in the diary. Told in the order of time as rows, each with the version in which it was written
 * last; the same `count` and `until` tell the same rows.
 */
type Tell = (change: Change, version: number) => void
export const PEOPLE = 120
const POOLS = 500
const YEARS = 8
/** Taskings that are still open, and where they stand. */
const OPEN_SHARE = 0.03
const openStages = ['interim', 'authorization', 'acceptance', 'progress', 'progress', 'progress', 'denied'] as const
type Stage = (typeof openStages)[number] | 'completed' | 'canceled'

const DAY_MS = 86_400_000
const FIRST_DEVICE = 100

/** Each type of project is a team's own (organisation.ts). */
export const teamOf = (projectTypeId: number): number => projectTypeId + 1

/** Tells everything and answers the version of the last commit. */
export function tellHistory(count: number, until: string, tell: Tell): number {
  const random = createRandom(count)
  const words = prose(7)
  const sentence = () => words.next().value
  const end = Date.parse(until)
  const begin = end - YEARS * 365 * DAY_MS
  const instant = (time: number) => new Date(Math.min(time, end - 1)).toISOString()
  /** A few seconds later, as over any link. */
  const heardOf = (date: string) => new Date(Date.parse(date) + random.int(300, 9_000)).toISOString()
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)

  let version = 1
  const pools = new Map<string, PoolCode>()
  const when = instant(begin)
  for (const change of reference({ people: PEOPLE, pools: POOLS, when, sessionMs: 20 * 365 * DAY_MS })) {
    if (change.kind === 'put' && change.table === 'poolCodes') {
      const pool = { ...(change.row as PoolCode), funds: 100_000_000_00 }
      pools.set(pool.poolCode, pool)
    } else tell(change, version)
  }
  const audit = { createDate: when, createdById: 0, modifiedDate: when, modifiedById: 0 }
  for (const { taskId } of catalogue.flatMap((category) => category.options))
    for (const n of [1, 2])
      tell(
        put('deliverableTemplates', {
          id: taskId * 10 + n,
          taskId,
          name: `Part ${n}`,
          position: n,
          active: true,
          ...audit,
        }),
        version,
      )
  const codes = [...pools.keys()]

  const seqs = Array.from({ length: PEOPLE + 1 }, () => 0)
  const ids = Array.from({ length: PEOPLE + 1 }, () => 0)
  const newId = (user: number) => (FIRST_DEVICE + user) * IDS_PER_DEVICE + (ids[user] = must(ids[user]) + 1)
  const anyone = () => random.int(1, PEOPLE)
  /** One of those whose role it is: roles go round in fives (organisation.ts). */
  const aPerson = (role: 'Manager' | 'AD' | 'COR') =>
    random.int(0, PEOPLE / 5 - 1) * 5 + { Manager: 1, AD: 3, COR: 4 }[role]

  function call(userId: number, time: number, name: string, input: object): string {
    const seq = (seqs[userId] = must(seqs[userId]) + 1)
    const device = FIRST_DEVICE + userId
    const at = instant(time)
    version += 1
    // Scattered like the random ids of devices, so that their index is as big as in life.
    const callId = `${((version * 2_654_435_761) % 4_294_967_296).toString(36).padStart(7, '0')}${String(version).padStart(9, '0')}`
    const entry = {
      id: version,
      callId,
      device,
      seq,
      userId,
      name,
      input,
      at,
      received: at,
      carriedById: 0,
      address: '',
    }
    tell(put('calls', { ...entry, verdict: 'applied', detail: { verdict: 'applied' } }), version)
    return at
  }

  /** A request that was finished, or an internal tasking; then the life of each tasking. Answers how many there were. */
  function tellRequest(time: number, most: number): number {
    const userId = anyone()
    const category = random.pick(catalogue)
    const isInternal = random.chance(0.15)
    const tasks = isInternal || most === 1 || category.id === 8 ? 1 : Math.min(most, random.pick([1, 1, 1, 2, 3]))
    const pool = must(pools.get(random.pick(codes)))
    const start = {
      countryId: random.int(1, 44),
      teamId: teamOf(pool.projectTypeId),
      advisorId: random.int(1, 60),
      projectTypeId: pool.projectTypeId,
      poolCode: pool.poolCode,
      shipNumber: pool.shipNumber,
      dueDate: day(time + random.int(10, 120) * DAY_MS),
      createdById: userId,
      createDate: instant(time),
    }
    const chosen: RequestTask[] = category.options
      .slice(0, tasks)
      .map(({ taskId, name }) => ({ taskId, name, description: sentence() }))
    const taskings = chosen.map(({ taskId }) => ({ taskId, id: newId(userId) }))
    const requestId = isInternal ? 0 : newId(userId)
    const finished = call(
      userId,
      time,
      isInternal ? 'addProject' : 'completeRequest',
      isInternal ? { ...start, id: must(taskings[0]).id } : { requestId, recipients: '', approval: '', taskings },
    )
    if (!isInternal) {
      const content = `${sentence()}\n${sentence()}`
      const row = aRequest({
        ...start,
        id: requestId,
        stage: 2,
        complete: true,
        category: category.id,
        type: category.name,
        tasks: chosen,
        contactDetails: sentence(),
        taskDetails: sentence(),
        content,
        modifiedDate: finished,
        completedDate: finished,
        receivedDate: finished,
      })
      tell(put('requests', row), version)
      if (random.chance(0.05)) tellRevision(requestId, 'content', userId, finished)
      if (random.chance(0.05)) tellFile(requestId, 0, userId, finished)
    }
    for (const [index, { taskId, id }] of taskings.entries())
      tellTasking(
        aBareProject({
          ...start,
          id,
          requestId,
          requested: !isInternal,
          description: must(chosen[index]).description,
          bocId: category.id,
          taskId,
          initialCostEstimate: random.int(1, 400) * 10_000,
          modifiedById: userId,
          modifiedDate: finished,
          receivedDate: finished,
        }),
        time,
      )
    return taskings.length
  }

  function tellTasking(born: ProjectFacts, time: number): void {
    let project = born
    let at = time
    const { id } = project
    const age = end - time
    const stage = stageAfter(age / DAY_MS)
    const next = (name: string, userId: number, input: object, change: (date: string) => Partial<ProjectFacts>) => {
      at += random.int(1, 60 * 24 * 4) * 60_000
      const date = call(userId, at, name, { id, ...input })
      project = { ...project, modifiedById: userId, modifiedDate: date, ...change(date) }
    }
    const approve = (kind: 'interim' | 'authorization', userId: number) => {
      const approvalId = newId(userId)
      const facts = { interim: true, approved: true, authorized: kind === 'authorization' || project.authorized }
      next('approveProject', userId, { approvalId }, (date) => ({ ...facts, approvedDate: date }))
      const row = { id: approvalId, projectId: id, kind, comment: '', selfApproved: false, voided: false, forId: 0 }
      const createDate = project.modifiedDate
      tell(put('approvals', { ...row, createdById: userId, createDate, receivedDate: heardOf(createDate) }), version)
    }

    const deeds: Record<Stage, number> = {
      interim: 0,
      authorization: 1,
      denied: 1,
      acceptance: 2,
      progress: 3,
      completed: 4,
      canceled: 1,
    }
    const steps = deeds[stage]
    if (project.requested && steps > 0) {
      if (steps === 1 || random.chance(0.5)) approve('interim', aPerson('AD'))
      if (steps > 1) approve('authorization', aPerson('COR'))
      if (steps > 2) {
        const userId = aPerson('Manager')
        const assigneeId = anyone()
        next('acceptProject', userId, { assigneeId }, (date) => ({
          accepted: true,
          acceptedById: userId,
          acceptedDate: date,
          acceptedReceivedDate: heardOf(date),
          assigneeId,
          taskingCostEstimate: random.int(1, 400) * 10_000,
        }))
      }
    }
    if (random.chance(0.8)) for (let n = random.int(1, 3); n > 0; n--) tellComment(id, at + n * 3_600_000)
    if (steps > 2 && random.chance(0.4)) for (let n = random.int(1, 3); n > 0; n--) tellDeliverable(id, at, n)
    if (random.chance(0.05)) {
      const row = { id: newId(project.createdById), projectId: id, amendment: sentence() }
      const createDate = project.modifiedDate
      tell(
        put('amendments', { ...row, createdById: project.createdById, createDate, receivedDate: createDate }),
        version,
      )
    }
    if (random.chance(0.1)) tellFile(0, id, project.createdById, project.modifiedDate)
    const manager = aPerson('Manager')
    if (stage === 'denied') {
      const commentId = newId(manager)
      const assigneeId = project.createdById
      next('denyProject', manager, { commentId, content: 'Not without a budget line.', assigneeId }, (date) => ({
        denied: true,
        deniedById: manager,
        deniedDate: date,
        deniedReceivedDate: heardOf(date),
        deniedStage: 1,
        assigneeId,
      }))
      const denial = { id: commentId, projectId: id, comment: 'Not without a budget line.', createdById: manager }
      tell(put('comments', aComment({ ...denial, kind: 'denial', createDate: project.modifiedDate })), version)
    }
    if (stage === 'canceled')
      next('cancelProject', manager, { reason: 'No longer needed' }, (date) => ({
        active: false,
        canceledById: manager,
        canceledDate: date,
        cancelReason: 'No longer needed',
      }))
    if (stage === 'completed') {
      at += random.int(1, 60) * DAY_MS
      next('completeProject', manager, {}, (date) => ({
        completed: true,
        completedById: manager,
        completedDate: date,
        completedReceivedDate: heardOf(date),
        actualCost: random.int(1, 400) * 9_000,
      }))
    }
    pools.set(project.poolCode, poolAfter(must(pools.get(project.poolCode)), null, project))
    tell(put('projects', project), version)
  }

  /** Most of what is open is young; what is older than a year is closed. */
  function stageAfter(days: number): Stage {
    const isOpen = days < 365 ? random.chance(OPEN_SHARE * YEARS) : false
    if (isOpen) return random.pick(openStages)
    return random.chance(0.04) ? 'canceled' : 'completed'
  }

  function tellComment(projectId: number, time: number): void {
    const userId = anyone()
    const id = newId(userId)
    const comment = sentence()
    const date = call(userId, time, 'addComment', { id, projectId, comment })
    tell(put('comments', aComment({ id, projectId, comment, createdById: userId, createDate: date })), version)
    const receiver = anyone()
    if (receiver === userId) return
    const told = { kind: 'commented' as const, why: 'assignee' as const, count: 1, readDate: date }
    tell(
      put('notifications', {
        ...told,
        muted: false,
        id,
        userId: receiver,
        projectId,
        actorId: userId,
        text: comment,
        date,
      }),
      version,
    )
  }

  function tellDeliverable(projectTaskId: number, time: number, segmentId: number): void {
    const userId = anyone()
    const id = newId(userId)
    const name = `Part ${segmentId}`
    const dueDate = day(time + segmentId * 10 * DAY_MS)
    const date = call(userId, time, 'addDeliverable', { id, projectTaskId, name, dueDate })
    const hasComment = random.chance(0.3)
    const made = { createdById: userId, createDate: date, modifiedById: userId, modifiedDate: date }
    const days = { startDate: null, dueDate, completedDate: null }
    tell(
      put('deliverables', {
        id,
        projectTaskId,
        name,
        active: true,
        complete: false,
        segmentId,
        ...days,
        comments: hasComment ? 1 : 0,
        ...made,
      }),
      version,
    )
    if (!hasComment) return
    const row = { id: newId(userId), deliverableId: id, projectId: projectTaskId, comment: sentence() }
    tell(put('deliverableComments', { ...row, createdById: userId, createdAt: date }), version)
  }

  function tellRevision(requestId: number, kind: 'draft' | 'content', createdById: number, createDate: string): void {
    const row = { id: newId(createdById), requestId, kind, replaced: { content: sentence() } }
    tell(put('revisions', { ...row, createdById, createDate }), version)
  }

  function tellFile(requestId: number, projectId: number, createdById: number, createDate: string): void {
    const file = { name: 'terms-of-reference.pdf', type: 'application/pdf', size: 48_213, hash: 'f'.repeat(64) }
    const flags = { active: true, removedDate: null, stored: false, published: true }
    const row = { id: newId(createdById), requestId, projectId, ...file, ...flags, createdById, createDate }
    tell(put('files', row), version)
  }

  function tellDrafts(userId: number): void {
    for (let n = 2; n >= 0; n--) {
      const id = newId(userId)
      const pool = must(pools.get(random.pick(codes)))
      const { projectTypeId, poolCode, shipNumber } = pool
      const input = {
        id,
        projectTypeId,
        poolCode,
        countryId: 1 + n,
        teamId: teamOf(projectTypeId),
        advisorId: 0,
        dueDate: day(end + 30 * DAY_MS),
      }
      const date = call(userId, end - n * DAY_MS, 'startRequest', { ...input, blanketTasking: null })
      const row = { ...input, shipNumber, category: 0, type: '', tasks: [], createdById: userId }
      tell(put('requests', aDraft({ ...row, createDate: date, modifiedDate: date })), version)
      tellRevision(id, 'draft', userId, date)
    }
  }

  for (let told = 0; told < count;) told += tellRequest(begin + ((end - begin) * told) / count, count - told)
  for (let userId = 1; userId <= PEOPLE; userId++) {
    tellDrafts(userId)
    const lastSeq = must(seqs[userId])
    tell(put('devices', { ...newDevice(FIRST_DEVICE + userId, { id: userId }, when), lastSeq }), version)
  }
  for (const pool of pools.values()) tell(put('poolCodes', pool), version)
  tell(put('counters', { id: 1, name: 'devices', value: FIRST_DEVICE + PEOPLE }), version)
  return version
}
