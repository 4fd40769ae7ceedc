import { createHash } from 'node:crypto'
import type { RestServer } from './rest.ts'

export const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`)
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Whatever server keeps its files wherever. */
type Asked = Pick<RestServer, 'fetch' | 'signIn'>

/** What an upload is answered with. */
interface Uploaded {
  status: number
  body: Record<string, unknown> & { id: number; name: string; path: string; message: string }
}

/** Sends a form with one file in the field `file`, as a browser does. */
export async function upload(
  server: Asked,
  who: string,
  path: string,
  name: string,
  bytes: Uint8Array | string,
  headers: Record<string, string> = {},
): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  return sendForm(server, who, path, form, headers)
}

export async function sendForm(
  server: Asked,
  who: string,
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
): Promise<Uploaded> {
  const authorization = `Bearer ${await server.signIn(who)}`
  const init = { method: 'POST', body, headers: { authorization, ...headers }, duplex: 'half' } as RequestInit
  const answer = await server.fetch(`/api/${path}`, init)
  return { status: answer.status, body: (await answer.json()) as Uploaded['body'] }
}

/** Asks for the bytes at a path of the API. */
export async function bytesAt(
  server: Asked,
  who: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const authorization = `Bearer ${await server.signIn(who)}`
  const answer = await server.fetch(path, { headers: { authorization, ...headers } })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
