import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Blobs } from '../store/blobs/blobs.ts'
import { fileOf, moveRows, type Home } from '../store/open.ts'
import type { DatabaseMode } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'

/** One end of a move: rows, and the bytes that they name. */
interface End {
  home: Home
  blobs: Pick<Blobs, 'read' | 'receive' | 'keep' | 'discard'>
}

/** Carries an organisation from a file to PostgreSQL or back, its files with it, and answers what was carried. */
export async function moveOrganisation(from: End, to: End, mode: DatabaseMode, keyFile: string): Promise<string> {
  const isFromFile = fileOf(from.home) !== null
  const missing: string[] = []
  let kept = 0
  const { rows, standing, lettersKey } = await moveRows(from.home, to.home, {
    mode,
    lettersKey: isFromFile && existsSync(keyFile) ? readFileSync(keyFile).toString('base64') : null,
    async carryBytes(named) {
      for (const [hash, isNeeded] of named)
        if (await carry(from.blobs, to.blobs, hash)) kept += 1
        else if (isNeeded) missing.push(hash)
    },
  })
  if (!isFromFile && lettersKey !== null)
    writeFileSync(keyFile, Buffer.from(lettersKey, 'base64'), { mode: 0o600, flush: true })
  const tables = Object.entries(rows).filter(([, count]) => count > 0)
  return [
    ...tables.map(([name, count]) => `  ${name.padEnd(24)}${String(count).padStart(10)}`),
    `Moved, and read again at the other end: epoch ${standing.epoch}, version ${standing.version}, and the bytes of ${kept} files.`,
    ...missing.map((hash) => `The bytes ${hash} are named by a file, and were not there.`),
    'Devices go on where they were. Do not start the old one again: it would be a second life under the same name.',
  ].join('\n')
}

/** False when they are not there. @throws when what arrived is something else */
async function carry(from: End['blobs'], to: End['blobs'], hash: string): Promise<boolean> {
  let bytes: Awaited<ReturnType<Blobs['read']>>
  try {
    bytes = await from.read(hash)
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
  const received = await to.receive(bytes, Infinity)
  try {
    if (received.hash !== hash)
      throw new Error(`The bytes ${hash} have changed where they were: they are ${received.hash}. Nothing was moved.`)
    await to.keep(received)
  } finally {
    to.discard(received)
  }
  return true
}
