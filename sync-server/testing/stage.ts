import { put, type Change } from '#shared/kernel/change.ts'
import { many } from '#shared/kernel/reads.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import type { ProjectFacts } from '#shared/model/project.ts'
import { syncedTableNames, type SyncedTable } from '#shared/model/tables.ts'
import {
  aComment,
  aDeliverable,
  aDeliverableTemplate,
  aDeliverableComment,
  aDraft,
  aFile,
  aNotification,
  aProjectIn,
  aRequest,
  anAmendment,
  anApproval,
  aRevision,
  aUser,
  standings,
  type Standing,
} from '#shared/testing/samples.ts'
import { people } from '../demo/people.ts'
import { restServer } from './rest.ts'
import type { TestServerOptions } from './server.ts'

/** Somebody whom no test calls as: what is theirs is nobody's who calls. */
export const THEIRS = people.find((person) => person.mail === 'marcus')?.id ?? 0
/** What words have come to mean in one call. */
type Told = Map<string, number | string>
const onBanking = { projectTypeId: 3, shipNumber: 12 }
const task = { taskId: 101, name: 'Interpretation', description: 'An interpreter for meetings.' }

/**
 * A server with one row of each kind in it, and a word for whatever a call is about. A word in braces makes its row anew, so
 * that no call stands in the way of the next: `{interim}` a tasking that waits for an AD, of nobody who calls; `{me}` who
 * calls; `{draft}` a finished-but-for-the-button draft of theirs.
 */
export async function stage(options: TestServerOptions = {}) {
  const server = await restServer(options)
  let last = 42_100_000
  const write = (...changes: Change[]) => server.store.transact({ reads: {} }, () => ({ changes, value: null }))
  await write(
    put('requests', aRequest(onBanking)),
    put('revisions', aRevision({ createdById: 4 })),
    put('projects', aProjectIn('progress', onBanking)),
    put('approvals', anApproval()),
    put('amendments', anAmendment()),
    put('comments', aComment()),
    put('deliverables', aDeliverable({ comments: 1 })),
    put('deliverableComments', aDeliverableComment()),
    put('files', aFile()),
  )

  async function tasking(standing: Standing, row: Partial<ProjectFacts> = {}): Promise<number> {
    const id = ++last
    // Of a request of its own: what happens to one tasking of a request can bind the others.
    const request = aRequest({ ...onBanking, id: ++last, createdById: THEIRS })
    const requestId = standing === 'internal' ? 0 : request.id
    const project = aProjectIn(standing, { ...onBanking, createdById: THEIRS, requestId, ...row, id })
    const approval = anApproval({ id: ++last, projectId: id, kind: project.authorized ? 'authorization' : 'interim' })
    await write(
      put('requests', request),
      put('projects', project),
      ...(project.approved ? [put('approvals', approval)] : []),
    )
    return id
  }

  async function meant(word: string, me: number, told: Told): Promise<number | string> {
    const [name = '', more] = word.split(':')
    const known = told.get(name)
    if (known !== undefined) return known
    const make = async (): Promise<number | string> => {
      if (name === 'tasking') return tasking(more === 'closed' ? 'completed' : (more as Standing))
      if (name in standings) return tasking(name as Standing)
      const id = ++last
      switch (name) {
        case 'new':
          // In the server's own range, far from what it has minted itself.
          return IDS_PER_DEVICE + (id % IDS_PER_DEVICE)
        case 'otherAdmin':
        case 'colleague':
        case 'alike': {
          // An Admin, an analyst, and somebody with the roles of who calls.
          const own = people.find((person) => person.id === me)?.roles ?? ''
          const roles = name === 'alike' && own !== 'Admin' ? own : name === 'otherAdmin' ? 'Admin' : 'Analyst'
          await write(put('users', aUser({ id, roles })))
          return id
        }
        case 'me':
          return me
        case 'myMail':
          return `${people.find((person) => person.id === me)?.mail ?? ''}@fieldpost.example`
        case 'mail':
          return `nora${id}@fieldpost.example`
        case 'code':
          return `Word ${id}`
        case 'request':
          return aRequest().id
        case 'finished':
        case 'theirs':
          await write(put('requests', aRequest({ ...onBanking, id, createdById: name === 'theirs' ? THEIRS : me })))
          return id
        case 'mine':
          return tasking('progress', { assigneeId: me })
        case 'draft':
        case 'theirDraft': {
          const createdById = name === 'draft' ? me : THEIRS
          const texts = { contactDetails: 'Grace', taskDetails: 'Three days', category: 1, type: 'Language Support' }
          await write(put('requests', aDraft({ ...onBanking, ...texts, tasks: [task], id, createdById })))
          return id
        }
        case 'commented':
          return tasking('progress')
        case 'ownComment':
        case 'theirComment': {
          const projectId = Number(told.get('commented') ?? told.get('tasking'))
          await write(put('comments', aComment({ id, projectId, createdById: name === 'ownComment' ? me : THEIRS })))
          return id
        }
        case 'notification': {
          await write(put('notifications', aNotification({ id, userId: me, projectId: await tasking('progress') })))
          return id
        }
        case 'told': {
          const projectId = await tasking('progress')
          await write(put('notifications', aNotification({ id, userId: me, projectId })))
          return projectId
        }
        case 'standard':
          await write(put('deliverableTemplates', aDeliverableTemplate({ id, name: `Word ${id}` })))
          return id
        case 'deliverable': {
          const projectTaskId = Number(told.get('tasking') ?? (await tasking('progress')))
          await write(put('deliverables', aDeliverable({ id, projectTaskId, createdById: THEIRS })))
          return id
        }
        case 'ownFile':
        case 'theirFile':
        case 'removedFile':
        case 'theirRemovedFile': {
          const projectId = await tasking('progress')
          const removed = /removed/i.test(name) && { active: false, removedDate: server.clock.now() }
          await write(
            put('files', aFile({ id, projectId, createdById: name.startsWith('their') ? THEIRS : me, ...removed })),
          )
          return id
        }
        default:
          throw new Error(`Nobody knows what {${word}} is`)
      }
    }
    const value = await make()
    told.set(name, value)
    return value
  }

  /** The words of a path or a body, in their order, replaced by what they stand for. */
  async function filled<T>(value: T, me: number, told: Told): Promise<T> {
    if (typeof value === 'string') {
      const whole = /^\{([\w:]+)\}$/.exec(value)
      if (whole?.[1]) return (await meant(whole[1], me, told)) as T
      let text: string = value
      for (const [braced, word = ''] of value.matchAll(/\{([\w:]+)\}/g))
        text = text.replace(braced, String(await meant(word, me, told)))
      return text as T
    }
    if (typeof value !== 'object' || value === null) return value
    const entries: [string, unknown][] = []
    for (const [key, inner] of Object.entries(value)) entries.push([key, await filled<unknown>(inner, me, told)])
    return (Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)) as T
  }

  /** Says a call as a persona, with its words filled in. */
  async function say(
    who: string,
    { method, path, body }: { method: string; path: string; body?: unknown },
    told: Told = new Map(),
  ) {
    const me = people.find((person) => person.mail === who)?.id ?? 0
    const address = await filled(path, me, told)
    const sent = path.endsWith('/upload') ? formWith(body) : await filled(body, me, told)
    return { address, sent, answer: await server.as(who, method, address, sent) }
  }

  /** Every synced row there is. */
  async function rows(): Promise<Record<SyncedTable, { id: number }[]>> {
    const reads = Object.fromEntries(syncedTableNames.map((table) => [table, many(table, {})]))
    return (await server.store.read({ reads })) as unknown as Record<SyncedTable, { id: number }[]>
  }

  return { ...server, write, tasking, say, filled, rows }
}
export type Stage = Awaited<ReturnType<typeof stage>>

function formWith(text: unknown): FormData {
  const form = new FormData()
  form.append('file', new File([String(text)], 'agenda.txt', { type: 'text/plain' }))
  return form
}
