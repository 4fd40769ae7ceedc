import type { Upload } from '@tus/server'
import type { CallRow } from '#shared/model/server-tables.ts'
import { fileNameOf } from '#shared/rules/files.ts'

/**
 * What is written down of an upload when it begins; `fileId` is the id its row will have, or has already when it was `announced`, `userId` whose it
 * is, `sha256` what its sender says its bytes are, empty when nothing is said.
 */
export type Facts = Record<
  'filename' | 'projectId' | 'requestId' | 'fileId' | 'announced' | 'userId' | 'sha256',
  string
>
export const factsOf = (upload: Upload): Facts => upload.metadata as Facts

/** What the diary calls the making of a file of an upload. */
export const callIdOf = (key: string): string => `tus-${key}`

interface Begun {
  size: number
  facts: Facts
}

/** Whether an upload that is begun again is of the same file. An announced one is known by its row: its name may be another by now. */
export const isOneFile = (one: Begun, other: Begun): boolean =>
  one.size === other.size &&
  isOneHash(one.facts.sha256, other.facts.sha256) &&
  (['projectId', 'requestId', 'announced', one.facts.announced ? 'fileId' : 'filename'] as const).every(
    (fact) => one.facts[fact] === other.facts[fact],
  )

/** Whether the file that came of an upload is the one that is begun again. */
export function isMadeOf({ input }: Pick<CallRow, 'input'>, { size, facts }: Begun): boolean {
  const made = input as {
    id: number
    size: number
    hash: string
    name?: string
    projectId?: number
    requestId?: number
  }
  const isThere = facts.announced
    ? made.name === undefined && made.id === Number(facts.fileId)
    : made.name === fileNameOf(facts.filename) &&
      made.projectId === Number(facts.projectId) &&
      made.requestId === Number(facts.requestId)
  return isThere && made.size === size && isOneHash(facts.sha256, made.hash)
}

const isOneHash = (one: string, other: string): boolean => one === '' || other === '' || one === other
