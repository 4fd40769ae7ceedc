import { many, type Found } from '#shared/kernel/reads.ts'
import { addDays, dayIn, instantAt, type Day } from '#shared/lib/day.ts'
import { actorOn } from '#shared/model/limits.ts'
import type { NotificationKind } from '#shared/model/notification.ts'
import type { Project } from '#shared/model/project.ts'
import type { Person, Telling } from '#shared/reactions/reaction.ts'
import { hasRole, withRolesLent } from '#shared/rules/access.ts'
import { idsUnder, peopleRead, tell, zoneOf } from '../execute/effects.ts'
import type { Server } from '../execute/execute.ts'
import type { Log } from '../http/log.ts'
import { underLease } from '../store/lease.ts'

/** A little before the digests go out, so that they have it. */
const SWEEP_AT = '06:50'
const EVERY_MS = 5 * 60_000
/** Of what became overdue while the server was down, this much is told. */
const OVERDUE_DAYS = 3
const SOON_DAYS = 3
/** Taskings in one commit, so that work goes on in between; fewer where each is told to so many that a commit has no ids for all. */
const AT_ONCE = 50
const MOST_ENTRIES = 9_000

/**
 * Tells what is due soon, due today and overdue (C.14), in each time zone in its morning. What was told is in the inboxes, and so it is told
 * once, whatever restarts. Answers in how many zones it looked.
 */
export async function tellDue(server: Server, done: Map<string, Day> = new Map()): Promise<number> {
  const { people } = await server.store.read({ reads: { people: peopleRead } })
  const now = server.now()
  const zones = [...new Set(people.map((person) => zoneOf(person, server.organisation)))].filter((zone) => {
    const today = dayIn(zone, now)
    return done.get(zone) !== today && instantAt(zone, today, SWEEP_AT) <= now
  })
  for (const zone of zones) {
    const today = dayIn(zone, now)
    const here = people.filter((person) => zoneOf(person, server.organisation) === zone).length
    await tellZone(server, zone, today, Math.max(1, Math.min(AT_ONCE, Math.floor(MOST_ENTRIES / here))))
    done.set(zone, today)
  }
  return zones.length
}

async function tellZone(server: Server, zone: string, today: Day, atOnce: number): Promise<void> {
  const days = { from: addDays(today, -OVERDUE_DAYS), to: addDays(today, SOON_DAYS) }
  const due = many('projects', { phase: 'progress', dueDate: days }, { only: ['id'] })
  const { projects } = await server.store.read({ reads: { projects: due } })
  for (let at = 0; at < projects.length; at += atOnce)
    await tellSome(
      server,
      zone,
      today,
      projects.slice(at, at + atOnce).map(({ id }) => id),
    )
}

/** As they are in the transaction that tells it. */
const someReads = (ids: number[]) => ({
  projects: many('projects', { id: ids }),
  told: many('notifications', { projectId: ids }),
  people: peopleRead,
})

function tellSome(server: Server, zone: string, today: Day, ids: number[]): Promise<null> {
  const { organisation, store, post = null } = server
  return store.transact({ reads: someReads(ids) }, ({ projects, told, people }, freshId) => {
    const here = people.filter((person) => zoneOf(person, organisation) === zone)
    const digestAfter = instantAt(zone, today, SWEEP_AT)
    const day = dayIn(organisation.timeZone, server.now())
    const house = {
      organisation,
      now: server.now(),
      digestAfter,
      post,
      newId: idsUnder(freshId),
      actorId: 0,
      recent: [],
    }
    const changes = projects.flatMap((project) =>
      tell(
        tellingsOf(
          project,
          today,
          here.map((person) => actorOn(person, organisation, day)),
        ).map(({ to, ...telling }) => ({
          ...telling,
          to: to.filter((person) => typeof person === 'string' || !isTold(told, person.id, project, telling)),
        })),
        { ...house, project, muted: told.filter((row) => row.projectId === project.id && row.muted) },
      ),
    )
    return { changes, value: null }
  })
}

function tellingsOf(project: Project, today: Day, people: readonly Person[]): Telling[] {
  const kind = kindOf(project, today)
  if (!kind) return []
  const letter = 'digest' as const
  const text = project.dueDate
  const assignee = people.filter(({ id }) => id === project.assigneeId)
  const managers = kind === 'overdue' ? people.filter((person) => hasRole(withRolesLent(person), 'Manager')) : []
  return [
    { kind, why: 'assignee', to: assignee, letter, text },
    { kind, why: 'manager', to: managers, letter, text },
  ]
}

function kindOf({ phase, dueDate }: Project, today: Day): NotificationKind | null {
  if (phase !== 'progress' || dueDate > addDays(today, SOON_DAYS) || dueDate < addDays(today, -OVERDUE_DAYS))
    return null
  return dueDate === today ? 'dueToday' : dueDate > today ? 'dueSoon' : 'overdue'
}

/** Once for each day that it is due: another day is told anew. */
const isTold = (
  told: Found<ReturnType<typeof someReads>>['told'],
  userId: number,
  project: Project,
  { kind }: Pick<Telling, 'kind'>,
): boolean =>
  told.some(
    (row) => row.userId === userId && row.projectId === project.id && row.kind === kind && row.text === project.dueDate,
  )

/** Looks now and every five minutes; a failure is told and tried again. Answers a function that stops it. */
export function tellDueDaily(server: Server, log: Log): () => void {
  const done = new Map<string, Day>()
  const once = () => underLease(server.store, 'due', () => tellDue(server, done))
  const run = () =>
    void once().catch((error: unknown) => log({ level: 'error', event: 'due-failed', message: String(error) }))
  run()
  const timer = setInterval(run, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
