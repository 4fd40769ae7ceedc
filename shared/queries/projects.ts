import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { many, one } from '../kernel/reads.ts'
import { id } from '../model/fields.ts'
import { statusCodes, statusOf } from '../model/status.ts'
import { textKeptFor } from '../rules/abilities.ts'
import { figuresOf, figuresWithout, shareOf } from '../rules/funding.ts'
import { timelineOf } from '../rules/timeline.ts'

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
  follow: ({ project, approvals, amendments, comments, deliverableComments }) => ({
    request: one('requests', project?.requestId ?? 0),
    requestFiles: many('files', { requestId: project?.requestId || -1 }),
    revisions: many('revisions', { requestId: project?.requestId || -1 }),
    siblings: many('projects', { requestId: project?.requestId || -1 }),
    country: one('countries', project?.countryId ?? 0),
    team: one('teams', project?.teamId ?? 0),
    advisor: one('advisors', project?.advisorId ?? 0),
    boc: one('services', project?.bocId ?? 0),
    subservice: one('subservices', project?.taskId ?? 0),
    projectType: one('projectTypes', project?.projectTypeId ?? 0),
    pools: many('poolCodes', { poolCode: project?.poolCode ?? '' }),
    people: many('users', {
      id: [
        ...new Set([
          project?.createdById ?? 0,
          project?.modifiedById ?? 0,
          project?.assigneeId ?? 0,
          project?.completedById ?? 0,
          project?.acceptedById ?? 0,
          project?.deniedById ?? 0,
          project?.canceledById ?? 0,
          ...[...approvals, ...amendments, ...comments, ...deliverableComments].map((row) => row.createdById),
        ]),
      ],
    }),
  }),
  answer(_, found, { today }) {
    const { project, request, people } = found
    if (!project) return null
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
        status: statusCodes[status].label,
        statusId: statusCodes[status].statusId,
        state: status,
      },
      request: request?.complete ? named(request) : null,
      approvals: found.approvals.map(named),
      amendments: found.amendments.map(named),
      comments: found.comments.filter((row) => row.active).map(named),
      deliverables: found.deliverables.filter((row) => row.active),
      deliverableComments: found.deliverableComments.map(named),
      files: [...found.ownFiles, ...found.requestFiles].filter((row) => row.active && row.published),
      revisions: found.revisions.filter((row) => row.kind === 'content'),
      /** The tasking of this request for which the text stays as it is. */
      textKeptFor: textKeptFor(found.siblings)?.name ?? null,
      siblings: found.siblings.filter((row) => row.id !== project.id).map((row) => ({ id: row.id, name: row.name })),
      funding: pool
        ? {
            pool,
            ...figuresOf(pool),
            share: shareOf(project),
            without: figuresWithout(pool, project),
            snapshot: pool.modifiedDate,
          }
        : null,
      timeline: timelineOf(project, found.approvals).map((step) => ({
        ...step,
        lines: step.lines.map((line) => ({ ...line, by: name(line.byId) })),
      })),
    }
  },
})
