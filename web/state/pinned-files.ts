import { create } from 'zustand'
import type { File } from '#shared/model/project.ts'
import { pathOfFile } from '#shared/rules/files.ts'
import type { Device } from '../data/device.ts'
import { fetchFile } from '../net/fetch-file.ts'
import { pinnedOf } from '../session/beside.ts'

/** The files that lie here for reading without a connection, by id; null until the browser has said. */
export const usePinned = create<{ ids: ReadonlySet<number> | null }>()(() => ({ ids: null }))

const noRoom = 'This device has no room for it. Free some room, and keep it again.'

const open = (device: Device) => caches.open(pinnedOf(device.name))
const addressOf = (id: number): string => `/pinned/${id}`

/** Looks up what lies here, and lets go of what its person sees no more. */
export async function lookAtPinned(device: Device): Promise<void> {
  if (typeof caches === 'undefined') return
  const cache = await open(device)
  const ids = (await cache.keys()).map(({ url }) => Number(url.split('/').at(-1)))
  const [rows, { ready }] = await Promise.all([device.rows('files').bulkGet(ids), device.get('position')])
  // While a first sync runs a row may be still to come.
  const gone = ready ? ids.filter((_, n) => !rows[n]?.active) : []
  for (const id of gone) await cache.delete(addressOf(id))
  usePinned.setState({ ids: new Set(ids.filter((id) => !gone.includes(id))) })
}

/** Fetches a file and keeps it here, whole or not at all. @returns why not, in a sentence; else nothing */
export async function pin(device: Device, file: File, token: string): Promise<string> {
  const bytes = await fetchFile(pathOfFile(file), token)
  if (typeof bytes === 'string') return bytes
  const cache = await open(device)
  const isKept = await cache.put(addressOf(file.id), new Response(bytes)).then(
    () => true,
    () => false,
  )
  if (!isKept) await cache.delete(addressOf(file.id)).catch(() => false)
  await lookAtPinned(device)
  return isKept ? '' : noRoom
}

export async function unpin(device: Device, ids: Iterable<number>): Promise<void> {
  const cache = await open(device)
  for (const id of ids) await cache.delete(addressOf(id))
  await lookAtPinned(device)
}

/** Null when it does not lie here. */
export async function pinnedBytes(device: Device, id: number): Promise<Blob | null> {
  if (typeof caches === 'undefined') return null
  return (await (await open(device)).match(addressOf(id)))?.blob() ?? null
}
