import { createStore, get, set } from 'idb-keyval'
import type { Session } from '#shared/protocol/session.ts'

/**
 * A hash of the newest token of each person on this device, by e-mail address. It opens nothing; it shows the server that its
 * owner was here before, so that somebody else's guesses elsewhere do not lock them out.
 */
const HASHES = 'hashes'
let opened: ReturnType<typeof createStore> | undefined
const store = () => (opened ??= createStore('fieldpost-known', 'known'))
const readHashes = async () => (await get<Record<string, string>>(HASHES, store())) ?? {}

export async function rememberDevice({ user, token }: Session): Promise<void> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  const text = btoa(String.fromCharCode(...hash))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
  await set(HASHES, { ...(await readHashes()), [user.email]: text }, store())
}

export const knownHashOf = async (email: string): Promise<string | undefined> =>
  (await readHashes())[email.toLowerCase()]

export async function forgetDevice(email: string): Promise<void> {
  const hashes = Object.entries(await readHashes()).filter(([address]) => address !== email)
  await set(HASHES, Object.fromEntries(hashes), store())
}
