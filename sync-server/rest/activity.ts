import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { many, one, seenBy } from '#shared/kernel/reads.ts'
import { id, instant, line, ref } from '#shared/model/fields.ts'
import { deedSchema } from '#shared/model/server-tables.ts'
import { sightOf } from '#shared/rules/visibility.ts'
import { notFound } from '../execute/errors.ts'
import type { Server } from '../execute/execute.ts'
import { idOf, type RestVariables } from './mount.ts'

/** The newest so many are told. */
const MOST = 300

export const activityAnswer = z.array(
  z.object({
    id,
    /** When it was done, and when it came. */
    ...{ at: instant, received: instant },
    ...{ byId: ref, by: line, device: z.int() },
    /** Who brought it in their place; empty when it came from their own device. */
    carriedBy: line,
    /** The row that it changed, and what that is called: "Glossary". */
    ...{ table: deedSchema.shape.table, rowId: ref, what: line },
    fields: deedSchema.shape.changed,
  }),
)

/** What was changed on a tasking, field by field, the newest first: what its rows do not tell, out of the diary (C-256). */
export function mountActivity<E extends RestVariables>(api: Hono<E>, server: Server): void {
  api.get('/projects/:id{[0-9]+}/activity', async (c: Context<E>) => {
    const projectId = idOf(c.req.param('id') ?? '')
    const seen = seenBy({ reads: { project: one('projects', projectId) } }, sightOf(c.var.actor, server.organisation))
    const { project } = (await server.store.read(seen)) as { project: object | null | undefined }
    if (!project) throw notFound()
    const { deeds, calls, users, deliverables, files } = await server.store.read({
      reads: { deeds: many('deeds', { projectId }, { order: 'id', limit: MOST, descending: true }) },
      follow: ({ deeds }) => ({
        calls: many('calls', { id: [...new Set(deeds.map(({ callId }) => callId))] }),
        deliverables: many('deliverables', { projectTaskId: projectId }),
        files: many('files', { projectId }),
        users: many('users', {}, { only: ['id', 'fullName'] }),
      }),
    })
    const byId = new Map(calls.map((call) => [call.id, call]))
    const names = new Map(users.map((user) => [user.id, user.fullName]))
    const things = new Map([...deliverables, ...files].map((row) => [row.id, row.name]))
    return c.json(
      deeds.flatMap((deed) => {
        const call = byId.get(deed.callId)
        if (!call) return []
        const { at, received, userId, device, carriedById } = call
        const { table, rowId, changed } = deed
        const who = { at, received, byId: userId, by: names.get(userId) ?? '', device }
        const carriedBy = names.get(carriedById) ?? ''
        return [{ id: deed.id, ...who, carriedBy, table, rowId, what: things.get(rowId) ?? '', fields: changed }]
      }),
    )
  })
}
