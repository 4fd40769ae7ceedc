import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { many } from '../kernel/reads.ts'
import type { Instant } from '../lib/day.ts'
import type { Cents } from '../lib/money.ts'
import { keyOf } from '../lib/words.ts'
import { projectAbilities, type ProjectAbilities } from '../rules/abilities.ts'
import { fingerprint } from '../rules/fingerprint.ts'
import { belowWith, figuresOf, shareOf } from '../rules/funding.ts'
import { queues, waitingSince, type Queue } from '../rules/queues.ts'
import { inTabOrder, tabReads } from './dashboard.ts'
import { rowLookups, toTaskingRows, type TaskingRow } from './tasking-row.ts'

/** A tasking that waits for a decision, with what must be known to decide it from the list. */
export interface QueueRow extends TaskingRow {
  /** What it takes from its pool, spent or not. */
  cost: Cents
  /** By how much its pool is below zero with it; 0 where it takes nothing of it, or the pool is not for whoever asks. */
  below: Cents
  /** Since when the present step waits. */
  waiting: Instant
  /** What a decision from the list is about (`fingerprint`). */
  seen: string
  createdById: number
  /** What whoever asks may say to it. */
  may: Pick<ProjectAbilities, 'approve' | 'authorize' | 'accept' | 'deny'>
}

/** What waits in one queue, earliest due first, at most 200 (C-061). */
export const queue = defineQuery({
  name: 'queue',
  input: z.strictObject({ queue: z.enum(Object.keys(queues) as [Queue, ...Queue[]]) }),
  reads: (input, context) => tabReads({ tab: input.queue, teamId: 0, userId: context.actor.id }, context),
  follow(found) {
    const projects = inTabOrder(found)
    const projectId = projects.map(({ id }) => id)
    return {
      ...rowLookups(projects),
      approvals: many('approvals', { projectId }),
      amendments: many('amendments', { projectId }),
      requests: many('requests', { id: [...new Set(projects.map(({ requestId }) => requestId))] }),
      pools: many('poolCodes', { codeKey: [...new Set(projects.map(({ poolCode }) => keyOf(poolCode)))] }),
    }
  },
  answer(_, found, { actor, organisation, today }): QueueRow[] {
    const projects = inTabOrder(found)
    const contents = new Map(found.requests.map(({ id, content }) => [id, content]))
    const pools = new Map(found.pools.map((pool) => [keyOf(pool.poolCode), pool]))
    const rowsById = new Map(toTaskingRows(projects, found, today).map((row) => [row.id, row]))
    return projects.flatMap((project) => {
      const row = rowsById.get(project.id)
      if (!row) return []
      const ofIt = <R extends { projectId: number }>(rows: R[]) => rows.filter(({ projectId }) => projectId === row.id)
      const { approve, authorize, accept, deny } = projectAbilities(actor, project, organisation)
      const { actual, estimated } = shareOf(project)
      const cost = actual + estimated
      const pool = pools.get(keyOf(project.poolCode))
      return {
        ...row,
        cost,
        below: pool ? belowWith(cost, figuresOf(pool).balance) : 0,
        waiting: waitingSince({
          project,
          approvals: ofIt(found.approvals),
          amendments: ofIt(found.amendments),
        }),
        seen: fingerprint(project, contents.get(project.requestId) ?? '', ofIt(found.amendments)),
        createdById: project.createdById,
        may: { approve, authorize, accept, deny },
      }
    })
  },
})
