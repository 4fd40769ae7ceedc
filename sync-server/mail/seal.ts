import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { add } from '#shared/kernel/change.ts'
import { one } from '#shared/kernel/reads.ts'
import type { Store } from '../store/store.ts'

export interface Seal {
  close(text: string): string
  /** Null when it was sealed with another key. */
  open(sealed: string): string | null
}

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM. What is sealed can be read by whoever has the key, and by nobody who has only the database or a backup of it. */
export function createSeal(key: Buffer): Seal {
  return {
    close(text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

/** The key in a file beside the database, made when there is none. It is in no backup: a lost one costs the letters that wait. */
export function keyIn(path: string): Buffer {
  const found = existsSync(path) ? readFileSync(path) : null
  if (found?.length === KEY_BYTES) return found
  const key = randomBytes(KEY_BYTES)
  writeFileSync(`${path}.new`, key, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  return key
}

/** Beside the keys of the courier, which are 1 and 2. */
const LETTERS_KEY = 3

/** The key of processes that share a database, and no folder: made by the first, and in the database's backups. */
export async function keyOfAll(store: Store): Promise<Buffer> {
  const fresh = randomBytes(KEY_BYTES).toString('base64')
  const key = await store.transact({ reads: { known: one('serverKeys', LETTERS_KEY) } }, ({ known }) => ({
    changes: known ? [] : [add('serverKeys', { id: LETTERS_KEY, publicKey: '', privateKey: fresh })],
    value: known?.privateKey ?? fresh,
  }))
  return Buffer.from(key, 'base64')
}
