import type { AnswerOf } from '#shared/kernel/query.ts'
import type { savedFile } from '#shared/queries/files.ts'
import { pathOfFile } from '#shared/rules/files.ts'

/** What an upload is answered with. */
export const fileAnswer = (file: NonNullable<AnswerOf<typeof savedFile>>) => ({
  id: file.id,
  name: file.name,
  path: pathOfFile(file),
  size: file.size,
  type: file.type,
  createdBy: file.createdBy,
  createDate: file.createDate,
})
