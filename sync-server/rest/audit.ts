import contentDisposition from 'content-disposition'
import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { CSV_MARK, csvLine } from '#shared/lib/csv.ts'
import { errorsIn } from '#shared/kernel/input.ts'
import { many } from '#shared/kernel/reads.ts'
import { addDays, startOfDay, type Day, type Instant } from '#shared/lib/day.ts'
import { day, ref } from '#shared/model/fields.ts'
import type { CallRow, DeedRow } from '#shared/model/server-tables.ts'
import { can } from '#shared/rules/access.ts'
import { idsBetween } from '../execute/effects.ts'
import type { Server } from '../execute/execute.ts'
import { forbidden } from '../execute/errors.ts'
import type { Store } from '../store/store.ts'
import { asNumber } from './fields.ts'
import type { RestVariables } from './mount.ts'

/** The first and the last of the organisation's days, and whose calls. */
const span = z.object({ from: day, to: day, userId: z.optional(ref) })
const columns = [
  'Received',
  'Made',
  'Person',
  'Person Id',
  'Device',
  'Act',
  'Verdict',
  'Why',
  'Input',
  'Changed',
  'Carried By',
  'Address',
  'On Behalf Of',
] as const
const PORTION = 500
/** Commits that lie further apart are looked up apart: a clock that was put back leaves calls of long ago beside those of today. */
const NEAR = 1_000

/**
 * The diary as a table, for Admins (C-256): who brought what, when it was made and when it came, and what became of it. It is sent
 * as it is read, in portions: of a year it is long. Cells that a spreadsheet would run begin with an apostrophe.
 */
export function mountAudit<E extends RestVariables>(api: Hono<E>, server: Server): void {
  api.get('/audit', async (c: Context<E>) => {
    if (!can(c.var.actor, 'seeOrganisation')) throw forbidden()
    const search = c.req.query()
    const asked = { ...search, userId: asNumber(search['userId']) }
    const errors = errorsIn(span, asked)
    if (errors[0]) throw new HTTPException(422, { message: errors[0].message, cause: { errors } })
    const { from, to, userId = 0 } = z.parse(span, asked)
    const { users } = await server.store.read({ reads: { users: many('users', {}) } })
    const names = new Map(users.map((user) => [user.id, user.fullName]))
    const { timeZone } = server.organisation
    const calls = diary(server.store, {
      from: startOfDay(timeZone, within(from)),
      before: startOfDay(timeZone, addDays(within(to), 1)),
      userId,
    })
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', contentDisposition(`audit-${from}-${to}.csv`))
    return c.body(
      Readable.toWeb(Readable.from(asCsv(server.store, calls, names), { objectMode: false })) as ReadableStream,
    )
  })
}

/** "Since ever" and "for ever" are days too: clocks are not asked about years of another length. */
const within = (day: Day): Day => (day < '1970-01-01' ? '1970-01-01' : day > '9998-12-31' ? '9998-12-31' : day)

interface Span {
  from: Instant
  before: Instant
  /** 0: everybody. */
  userId: number
}

/** Portion after portion in the order in which calls came. Those of one instant are told once, wherever a portion ends. */
async function* diary(store: Store, { from, before, userId }: Span): AsyncGenerator<CallRow[]> {
  let since = from
  let told = new Set<number>()
  for (;;) {
    const limit = PORTION + told.size
    const { calls } = await store.read({
      reads: { calls: many('calls', { received: { from: since, to: before } }, { order: 'received', limit }) },
    })
    const news = calls.filter((call) => !told.has(call.id) && call.received < before)
    yield news.filter((call) => userId === 0 || call.userId === userId)
    const last = calls.at(-1)
    if (!last || calls.length < limit) return
    told = new Set(calls.filter((call) => call.received === last.received).map((call) => call.id))
    since = last.received
  }
}

/** What these calls changed on taskings, field by field, by the call: Activity tells it of one tasking. */
async function deedsOf(store: Store, calls: readonly CallRow[]): Promise<Map<number, DeedRow[]>> {
  const spans: [first: number, last: number][] = []
  for (const id of calls.map((call) => call.id).sort((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last && id - last[1] <= NEAR) last[1] = id
    else spans.push([id, id])
  }
  const reads = Object.fromEntries(spans.map((span, at) => [`deeds:${at}`, many('deeds', { id: idsBetween(...span) })]))
  const byCall = new Map<number, DeedRow[]>()
  const found: readonly DeedRow[][] = Object.values(await store.read({ reads }))
  for (const deed of found.flat()) byCall.set(deed.callId, [...(byCall.get(deed.callId) ?? []), deed])
  return byCall
}

async function* asCsv(
  store: Store,
  portions: AsyncIterable<CallRow[]>,
  names: ReadonlyMap<number, string>,
): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(columns)
  for await (const calls of portions) {
    const deeds = await deedsOf(store, calls)
    for (const { id, received, at, userId, device, name, verdict, detail, input, carriedById, address } of calls) {
      const { refusal, changed = [], forId = 0 } = (detail ?? {}) as Kept
      const onTaskings = (deeds.get(id) ?? []).flatMap(({ table, rowId, changed }) =>
        changed.map((one) => ({ table, id: rowId, ...one })),
      )
      const all = [...changed, ...onTaskings]
      const why = refusal?.refused ?? ''
      const who = [names.get(userId) ?? '', String(userId), String(device)]
      const carrier = names.get(carriedById) ?? ''
      yield csvLine([
        received,
        at,
        ...who,
        name,
        verdict,
        why,
        JSON.stringify(input),
        all.length > 0 ? JSON.stringify(all) : '',
        carrier,
        address,
        names.get(forId) ?? '',
      ])
    }
  }
}

interface Kept {
  refusal?: { refused?: string }
  changed?: unknown[]
  forId?: number
}
