import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { many, one } from '../kernel/reads.ts'
import { addDays } from '../lib/day.ts'
import { byFor } from '../lib/shown-as.ts'
import { id } from '../model/fields.ts'
import type { Deliverable } from '../model/project.ts'
import { byPlace } from '../model/reference.ts'
import { openPhases, statusCodes, statusOf } from '../model/status.ts'
import { poolReads } from '../reference/choices.ts'
import { textKeptFor } from '../rules/abilities.ts'
import { RECOVERABLE_DAYS } from '../rules/files.ts'
import { estimateOf, figuresOf, figuresWithout, shareOf } from '../rules/funding.ts'
import { timelineOf } from '../rules/timeline.ts'
import { inactiveIn, rowLookups, toTaskingRows } from './tasking-row.ts'

/** What is open and assigned to somebody, by its due date: to be handed over. */
export const openWork = defineQuery({
  name: 'openWork',
  input: z.strictObject({ userId: id }),
  reads: ({ userId }) => ({ projects: many('projects', { assigneeId: userId, phase: openPhases }) }),
  follow: ({ projects }) => rowLookups(projects),
  answer: (_, { projects, ...found }, { today }) =>
    toTaskingRows(projects, found, today).sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id),
})

/** Everything the project page shows of one tasking. Null when it is not there. */
export const projectDetail = defineQuery({
  name: 'projectDetail',
  input: z.strictObject({ id }),
  reads: (input) => ({
    project: one('projects', input.id),
    approvals: many('approvals', { projectId: input.id }),
    amendments: many('amendments', { projectId: input.id }),
    comments: many('comments', { projectId: input.id }),
    deliverables: many('deliverables', { projectTaskId: input.id }),
    deliverableComments: many('deliverableComments', { projectId: input.id }),
    ownFiles: many('files', { projectId: input.id }),
  }),
  follow: ({ project, approvals, amendments, comments, deliverables, deliverableComments, ownFiles }) => ({
    request: one('requests', project?.requestId ?? 0),
    requestFiles: many('files', { requestId: project?.requestId || -1 }),
    revisions: many('revisions', { requestId: project?.requestId || -1 }),
    siblings: many('projects', { requestId: project?.requestId || -1 }),
    country: one('countries', project?.countryId ?? 0),
    team: one('teams', project?.teamId ?? 0),
    advisor: one('advisors', project?.advisorId ?? 0),
    boc: one('services', project?.bocId ?? 0),
    subservice: one('subservices', project?.taskId ?? 0),
    templates: many('deliverableTemplates', { taskId: project?.taskId || -1 }),
    projectType: one('projectTypes', project?.projectTypeId ?? 0),
    pools: poolReads(project?.poolCode),
    people: many('users', {
      id: [
        ...new Set([
          project?.createdById ?? 0,
          project?.modifiedById ?? 0,
          project?.assigneeId ?? 0,
          project?.completedById ?? 0,
          project?.acceptedById ?? 0,
          project?.deniedById ?? 0,
          project?.decidedForId ?? 0,
          project?.canceledById ?? 0,
          ...[...approvals, ...amendments, ...comments, ...deliverables, ...deliverableComments, ...ownFiles].map(
            (row) => row.createdById,
          ),
          ...approvals.map((row) => row.forId),
          ...deliverables.map((row) => row.modifiedById),
        ]),
      ],
    }),
  }),
  answer(_, found, { today }) {
    const { project, request, people } = found
    if (!project) return null
    const files = [...found.ownFiles, ...found.requestFiles].filter((row) => row.published)
    const name = (userId: number) => people.find((user) => user.id === userId)?.fullName ?? ''
    const named = <T extends { createdById: number }>(row: T) => ({ ...row, createdBy: name(row.createdById) })
    const status = statusOf(project, today)
    const pool = found.pools[0]
    return {
      project: {
        ...project,
        task: found.subservice?.name ?? '',
        country: found.country?.title ?? '',
        team: found.team?.name ?? '',
        advisor: found.advisor?.name ?? '',
        boc: found.boc?.name ?? '',
        projectType: found.projectType?.name ?? '',
        assignee: name(project.assigneeId),
        createdBy: name(project.createdById),
        createdByRoles: people.find((user) => user.id === project.createdById)?.roles ?? '',
        canceledBy: name(project.canceledById),
        modifiedBy: name(project.modifiedById),
        completedBy: name(project.completedById),
        acceptedBy: name(project.acceptedById),
        deniedBy: name(project.deniedById),
        decidedFor: name(project.decidedForId),
        status: statusCodes[status].label,
        statusId: statusCodes[status].statusId,
        state: status,
      },
      /** Which of its names are not offered any longer (C-146). */
      inactive: inactiveIn({
        country: found.country,
        team: found.team,
        advisor: found.advisor,
        boc: found.boc,
        task: found.subservice,
        projectType: found.projectType,
        assignee: people.find((user) => user.id === project.assigneeId),
        poolCode: pool,
      }),
      request: request?.complete ? named(request) : null,
      approvals: found.approvals.map((row) => ({ ...named(row), for: name(row.forId) })),
      amendments: found.amendments.map(named),
      comments: found.comments.filter((row) => row.active).map(named),
      deliverables: found.deliverables
        .filter((row) => row.active)
        .map((row) => ({ ...named(row), modifiedBy: name(row.modifiedById) })),
      deliverableComments: found.deliverableComments.map(named),
      standardDeliverables: missingOf(byPlace(found.templates), found.deliverables),
      files: files.filter((row) => row.active).map(named),
      /** Those that can be brought back (C-026). */
      removedFiles: files.filter((row) => (row.removedDate ?? '') >= addDays(today, -RECOVERABLE_DAYS)),
      revisions: found.revisions.filter((row) => row.kind === 'content').map(named),
      /** The tasking of this request for which the text stays as it is. */
      textKeptFor: textKeptFor(found.siblings)?.name ?? null,
      siblings: found.siblings.filter((row) => row.id !== project.id).map((row) => ({ id: row.id, name: row.name })),
      funding: pool
        ? {
            pool,
            ...figuresOf(pool),
            share: shareOf(project),
            without: figuresWithout(pool, project),
          }
        : null,
      timeline: timelineOf(project, found.approvals).map((step) => ({
        ...step,
        lines: step.lines.map((line) => ({ ...line, by: byFor(name(line.byId), name(line.forId)) })),
      })),
    }
  },
})

/** The funding panel of one tasking (C-174); null without a pool, and then the panel is hidden. */
export const projectFunding = defineQuery({
  name: 'projectFunding',
  input: z.strictObject({ id }),
  reads: (input) => ({ project: one('projects', input.id) }),
  follow: ({ project }) => ({
    type: one('projectTypes', project?.projectTypeId ?? 0),
    pools: many('poolCodes', { projectTypeId: project?.projectTypeId || -1 }),
    own: poolReads(project?.poolCode),
  }),
  answer(_, { project, type, pools, own }, { now }) {
    const [pool] = own
    if (!project || !pool) return null
    const figures = figuresOf(pool)
    return {
      ...figures,
      name: type?.name ?? '',
      type: type?.name ?? '',
      pool: pool.poolCode,
      ship: pool.shipNumber,
      snapshot: now,
      cost: project.completed ? project.actualCost : estimateOf(project),
      tasking: project.taskingCostEstimate,
      share: shareOf(project),
      blanket: project.blanketTasking,
      restricted: !pool.active || figures.balance < 0,
      pools: pools
        .filter((row) => row.active)
        .map((row) => ({ id: row.id, name: type?.name ?? '', code: row.poolCode })),
    }
  },
})

/** Names of a sub-service's standard deliverables that a tasking does not have yet: offered, and never made by themselves (C-152). */
function missingOf(standard: readonly Named[], there: readonly Named[]): string[] {
  const key = ({ name }: Named) => name.toLowerCase()
  const taken = new Set(there.filter((row) => row.active).map(key))
  const missing = standard.filter((row) => row.active && !taken.has(key(row)))
  return [...new Map(missing.map((row) => [key(row), row.name])).values()]
}
type Named = Pick<Deliverable, 'name' | 'active'>
