import * as z from 'zod/mini'
import { defineQuery, fullNameOf } from '../kernel/query.ts'
import { many, one } from '../kernel/reads.ts'
import { id, ref } from '../model/fields.ts'
import type { Comment, Project } from '../model/project.ts'
import type { Request } from '../model/request.ts'
import { closedPhases, openPhases, type Phase } from '../model/status.ts'
import { poolReads } from '../reference/choices.ts'
import { ownsDraft } from '../rules/abilities.ts'
import { figuresOf } from '../rules/funding.ts'
import { rowLookups, toTaskingRows } from './tasking-row.ts'

/** A person's unfinished requests, newest first. Only its owner may ask (C-018). */
export const drafts = defineQuery({
  name: 'drafts',
  input: z.strictObject({}),
  reads: (_, { actor }) => ({ requests: many('requests', { draftOf: actor.id }) }),
  follow: ({ requests }) => ({
    countries: many('countries', { id: requests.map((row) => row.countryId) }),
    teams: many('teams', { id: requests.map((row) => row.teamId) }),
    advisors: many('advisors', { id: requests.map((row) => row.advisorId) }),
  }),
  answer: (_, { requests, countries, teams, advisors }) =>
    [...requests].sort(latestFirst).map((request) => ({
      id: request.id,
      requestId: request.id,
      stage: request.stage,
      type: request.type,
      country: countries.find((row) => row.id === request.countryId)?.title ?? '',
      team: teams.find((row) => row.id === request.teamId)?.name ?? '',
      advisor: advisors.find((row) => row.id === request.advisorId)?.name ?? '',
      createDate: request.createDate,
      modifiedDate: request.modifiedDate,
    })),
})

/** By when each was made: ids of several devices say nothing of time. */
const latestFirst = (a: Made, b: Made): number => b.createDate.localeCompare(a.createDate) || b.id - a.id

type Made = Pick<Request, 'id' | 'createDate'>

/** Everything known of a request: the specification's summary, and what a draft needs to go on (C-122). Null when not there. */
export const requestSummary = defineQuery({
  name: 'requestSummary',
  input: z.strictObject({ id }),
  reads: (input) => ({
    request: one('requests', input.id),
    projects: many('projects', { requestId: input.id }),
    files: many('files', { requestId: input.id }),
    revisions: many('revisions', { requestId: input.id }),
  }),
  follow: ({ request }) => ({
    country: one('countries', request?.countryId ?? 0),
    team: one('teams', request?.teamId ?? 0),
    advisor: one('advisors', request?.advisorId ?? 0),
    projectType: one('projectTypes', request?.projectTypeId ?? 0),
    author: one('users', request?.createdById ?? 0),
    pools: poolReads(request?.poolCode),
  }),
  answer(_, { request, projects, files, revisions, country, team, advisor, projectType, author, pools }, { actor }) {
    if (!request || (!request.complete && !ownsDraft(actor, request))) return null
    return {
      ...request,
      requestId: request.id,
      country: country?.title ?? '',
      team: team?.name ?? '',
      advisor: advisor?.name ?? '',
      projectType: projectType?.name ?? '',
      createdBy: author?.fullName ?? '',
      pool: pools[0] ?? null,
      files: files.filter((file) => file.active),
      replaced: revisions.filter((revision) => revision.kind === 'draft').sort(latestFirst),
      taskings: projects.map((project) => ({
        id: project.id,
        name: project.name,
        taskId: project.taskId,
        phase: project.phase,
      })),
    }
  },
})

/** Each edit of a finished request's text, newest first: who, when, before → after (C-246). Null when there is no such request. */
export const earlierTexts = defineQuery({
  name: 'earlierTexts',
  input: z.strictObject({ id }),
  reads: (input) => ({
    request: one('requests', input.id),
    revisions: many('revisions', { requestId: input.id, kind: 'content' }),
  }),
  follow: ({ revisions }) => ({
    authors: many('users', { id: [...new Set(revisions.map((row) => row.createdById))] }),
  }),
  answer(_, { request, revisions, authors }) {
    if (!request?.complete) return null
    const newestFirst = [...revisions].sort(latestFirst)
    const texts = [request.content, ...newestFirst.map((row) => row.replaced['content'] ?? '')]
    return newestFirst.map((row, index) => ({
      id: row.id,
      createdBy: fullNameOf(authors, row.createdById),
      createDate: row.createDate,
      before: texts[index + 1] ?? '',
      after: texts[index] ?? '',
    }))
  },
})

/** The taskings that a request became. */
export const requestProjects = defineQuery({
  name: 'requestProjects',
  input: z.strictObject({ id }),
  reads: (input) => ({ projects: many('projects', { requestId: input.id }) }),
  follow: ({ projects }) => rowLookups(projects),
  answer: (_, found, { today }) => toTaskingRows(found.projects, found, today),
})

/** What has become of a finished request: a tasking of it was denied, one is on its way, or all is done. */
export type RequestStanding = 'needsYou' | 'open' | 'done'

const MY_REQUESTS = 200
const MOST_OPEN = 1_000

/**
 * "My requests": a person's last 200, and older ones while a tasking of theirs is open; the finished ones with their taskings and files, newest first,
 * and why a tasking was denied.
 */
export const myRequests = defineQuery({
  name: 'myRequests',
  input: z.strictObject({}),
  reads: (_, { actor }) => ({
    latest: many('requests', { createdById: actor.id }, { order: 'createDate', descending: true, limit: MY_REQUESTS }),
    open: many('projects', { createdById: actor.id, phase: [...openPhases] }, { order: 'dueDate', limit: MOST_OPEN }),
  }),
  follow: ({ latest, open }) => {
    const denied = open.filter((row) => row.phase === 'denied')
    const complete = latest.filter((row) => row.complete).map((row) => row.id)
    const older = open.map((row) => row.requestId).filter((id) => id > 0 && !latest.some((row) => row.id === id))
    const requestId = [...new Set([...complete, ...older])]
    return {
      older: many('requests', { id: older }),
      projects: many('projects', { requestId }),
      countries: many('countries', { id: [...latest, ...open].map((row) => row.countryId) }),
      comments: many('comments', { projectId: denied.map((row) => row.id) }),
      deniers: many('users', { id: denied.map((row) => row.deniedById) }),
      files: many('files', { requestId }),
    }
  },
  answer: (_, { latest, older, projects, countries, comments, deniers, files }, { actor }) =>
    [...latest, ...older.filter((row) => row.createdById === actor.id)]
      .filter((request) => request.complete)
      .sort(latestFirst)
      .map((request) => {
        const taskings = projects
          .filter((project) => project.requestId === request.id)
          .map((project) => ({
            ...project,
            reason: reasonOf(project, comments),
            deniedBy: deniers.find((user) => user.id === project.deniedById)?.fullName ?? '',
          }))
        return {
          ...request,
          country: countries.find((row) => row.id === request.countryId)?.title ?? '',
          standing: standingOf(taskings),
          files: files.filter((file) => file.requestId === request.id && file.active),
          taskings,
        }
      }),
})

function standingOf(taskings: readonly { phase: Phase }[]): RequestStanding {
  if (taskings.some(({ phase }) => phase === 'denied')) return 'needsYou'
  return taskings.length > 0 && taskings.every(({ phase }) => closedPhases.some((closed) => closed === phase))
    ? 'done'
    : 'open'
}

/** In the words of whoever denied it last; empty while it is not denied, and where they were hidden. */
function reasonOf(project: Project, comments: readonly Comment[]): string {
  if (project.phase !== 'denied') return ''
  const denials = comments.filter((row) => row.projectId === project.id && row.kind === 'denial')
  const [last] = denials.sort(latestFirst)
  return last?.active ? last.comment : ''
}

/**
 * What the Start screen offers: active choices only, a person's own team when there is one (C-023), and the last request to
 * start from.
 */
export const startChoices = defineQuery({
  name: 'startChoices',
  input: z.strictObject({}),
  reads: (_, { actor }) => ({
    countries: many('countries', {}),
    teams: many('teams', {}),
    advisors: many('advisors', {}),
    projectTypes: many('projectTypes', {}),
    poolCodes: many('poolCodes', {}),
    requests: many('requests', { createdById: actor.id }, { order: 'createDate', descending: true, limit: 10 }),
  }),
  answer(_, { countries, teams, advisors, projectTypes, poolCodes, requests }, { actor }) {
    const active = <T extends { active: boolean }>(rows: T[]) => rows.filter((row) => row.active)
    const byName = <T>(rows: T[], name: (row: T) => string) => [...rows].sort((a, b) => name(a).localeCompare(name(b)))
    return {
      countries: byName(active(countries), (row) => row.title),
      teams: byName(
        active(teams).filter((team) => actor.teamId === 0 || team.id === actor.teamId),
        (row) => row.name,
      ),
      advisors: byName(active(advisors), (row) => row.name),
      projectTypes: byName(active(projectTypes), (row) => row.name),
      poolCodes: byName(active(poolCodes), (row) => row.poolCode),
      last: requests[0] ?? null,
      recentPoolCodes: [...new Set(requests.map((request) => request.poolCode))],
    }
  },
})

/** Funding of one pool by its text, whatever the case (C-175). Null when there is no such pool. */
export const poolFunding = defineQuery({
  name: 'poolFunding',
  input: z.strictObject({ poolCode: z.string() }),
  reads: ({ poolCode }) => ({ pools: poolReads(poolCode) }),
  answer: (_, { pools }) => (pools[0] ? figuresOf(pools[0]) : null),
})

/** Active people, for assigning and for suggesting recipients: oneself first, then by name (C-244). Who is chosen already is there all the same (C-146). */
export const people = defineQuery({
  name: 'people',
  input: z.strictObject({ teamId: z.optional(ref), chosen: z.optional(ref) }),
  reads: () => ({ users: many('users', {}) }),
  answer: ({ teamId, chosen }, { users }, { actor }) =>
    users
      .filter((user) => (user.active && (!teamId || user.teamId === teamId)) || user.id === chosen)
      .sort((a, b) => Number(b.id === actor.id) - Number(a.id === actor.id) || a.fullName.localeCompare(b.fullName)),
})
