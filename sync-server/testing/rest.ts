import type { Blobs } from '../store/blobs/blobs.ts'
import type { FolderBlobs } from '../store/blobs/folder.ts'
import { testServer, type TestServerOptions } from './server.ts'

type Json = Record<string, unknown>
interface RestAnswer {
  status: number
  body: Json & { id: number }
  list: (Json & { id: number })[]
  items: (Json & { id: number })[]
}

/** A server and people who speak REST to it; the body is sent as JSON, or as the form it is. */
export async function restServer<B extends Blobs = FolderBlobs>(options: TestServerOptions<B> = {}) {
  const server = await testServer(options)
  const tokens = new Map<string, string>()

  async function as(who: string, method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const token = tokens.get(who) ?? (await server.signIn(who))
    tokens.set(who, token)
    const isForm = body instanceof FormData
    const answer = await server.fetch(`/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }), ...more },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const json = (await answer.json()) as RestAnswer['body'] & RestAnswer['list'] & { items: RestAnswer['items'] }
    return { status: answer.status, body: json, list: json, items: json.items } satisfies RestAnswer
  }

  return {
    ...server,
    as,
    /** The next call of theirs signs in anew. */
    forget: (who: string) => void tokens.delete(who),
    get: (who: string, path: string) => as(who, 'GET', path),
    post: (who: string, path: string, body: unknown) => as(who, 'POST', path, body),
    patch: (who: string, path: string, body: unknown) => as(who, 'PATCH', path, body),
  }
}
export type RestServer = Awaited<ReturnType<typeof restServer<FolderBlobs>>>

/** A tasking of nobody's request, as somebody of Banking makes it. */
export const internal = {
  description: 'Figures for the review',
  bocId: 1,
  taskId: 101,
  teamId: 3,
  advisorId: 2,
  countryId: 1,
  assigneeId: 1,
  projectTypeId: 3,
  poolCode: 'BK-100',
  dueDate: '2026-04-01',
}

/** One person of each role of the decision table (C.4), in its order; `ruth` is the others. */
export const everyRole = {
  Admin: 'ada',
  Manager: 'mia',
  Analyst: 'ana',
  Finance: 'fin',
  AD: 'adam',
  COR: 'cora',
  PO: 'pete',
  other: 'ruth',
} as const
export type RoleName = keyof typeof everyRole
export const roleNames = Object.keys(everyRole) as RoleName[]
