import { fileTypeFromFile } from 'file-type'
import { open } from 'node:fs/promises'
import { contentProblem, HEAD_BYTES } from '#shared/rules/files.ts'

/** Why bytes on the disk may not be attached under a name; null when they may. */
export async function problemOfContent(path: string, name: string): Promise<string | null> {
  // What its parser cannot read to the end has no signature that counts.
  const detected = await fileTypeFromFile(path).catch(() => undefined)
  return contentProblem(name, detected?.mime ?? null, await headOf(path))
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
