import { HTTPException } from 'hono/http-exception'
import type { Organisation } from '#shared/model/limits.ts'
import { tooLargeFile } from '#shared/model/messages.ts'
import { emptyFile, fileNameOf, refusedKind, typeOfFile } from '#shared/rules/files.ts'
import type { Blobs, Received } from '../store/blobs/blobs.ts'
import { problemOfContent } from './content.ts'

export const tooLarge = (organisation: Organisation) => new HTTPException(413, { message: tooLargeFile(organisation) })

/** Asked as soon as a name is told, before its bytes come. @throws HTTPException 415 */
export function checkKind(told: string): void {
  if (!typeOfFile(fileNameOf(told))) throw new HTTPException(415, { message: refusedKind })
}

/** What `addFile` is told of bytes that the server now has. */
export interface KeptFile {
  name: string
  size: number
  hash: string
}

/** The one way from received bytes to a blob, however they came. @throws HTTPException 415, 422 */
export async function keepFile(blobs: Blobs, received: Received, told: string): Promise<KeptFile> {
  const name = fileNameOf(told)
  const { size, hash } = received
  if (size === 0)
    throw new HTTPException(422, { message: emptyFile, cause: { errors: [{ field: 'file', message: emptyFile }] } })
  const problem = await problemOfContent(received.path, name)
  if (problem) throw new HTTPException(415, { message: problem })
  await blobs.keep(received)
  return { name, size, hash }
}
