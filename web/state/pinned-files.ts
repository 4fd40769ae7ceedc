import { create } from 'zustand'
import type { File } from '#shared/model/project.ts'
import { pathOfFile } from '#shared/rules/files.ts'
import type { Device } from '../data/device.ts'
import { isWhole } from '../data/is-whole.ts'
import { fetchFile } from '../net/fetch-file.ts'
import { readSession } from '../session/kept-session.ts'
import { ofOnePerson } from '../session/of-one-person.ts'
import { pinnedOf } from '../sync/forget.ts'
import { alone } from '../sync/lock.ts'

/** The files that lie here for reading without a connection, by id; null until the browser has said. */
export const usePinned = create<{ ids: ReadonlySet<number> | null }>()(() => ({ ids: null }))
ofOnePerson(() => usePinned.setState({ ids: null }))

const noRoom = 'This device has no room for it. Free some room, and keep it again.'
const tooLate = 'It came when this session had ended, and is not kept.'

const open = (device: Device) => caches.open(pinnedOf(device.name))
const addressOf = (id: number): string => `/pinned/${id}`

/** Looks up what lies here, and lets go of what its person sees no more. */
export async function lookAtPinned(device: Device): Promise<void> {
  if (typeof caches === 'undefined') return
  const cache = await open(device)
  const ids = (await cache.keys()).map(({ url }) => Number(url.split('/').at(-1)))
  if (ids.length === 0) return usePinned.setState({ ids: new Set() })
  const [rows, { ready }] = await Promise.all([device.rows('files').bulkGet(ids), device.get('position')])
  const gone: number[] = []
  for (const [n, id] of ids.entries()) {
    const row = rows[n]
    if (row?.active) await notePlace(cache, row)
    // While a first sync runs a row may be still to come.
    else if (ready && (row || !(await mayBeSeen(device, await cache.match(addressOf(id)))))) gone.push(id)
  }
  for (const id of gone) await cache.delete(addressOf(id))
  usePinned.setState({ ids: new Set(ids.filter((id) => !gone.includes(id))) })
}

/** Where it belongs, for when its row is not here. One that was kept by an earlier version does not say it yet. */
const PLACE = 'x-place'
const keptAs = (bytes: Blob, { projectId, requestId }: File) =>
  new Response(bytes, { headers: { [PLACE]: `${projectId} ${requestId}` } })

async function notePlace(cache: Cache, row: File): Promise<void> {
  const kept = await cache.match(addressOf(row.id))
  // Without room for a second copy it stays as it is.
  if (kept && !kept.headers.has(PLACE))
    await cache.put(addressOf(row.id), keptAs(await kept.blob(), row)).catch(() => undefined)
}

/** A reset takes the rows that belong to taskings closed long ago (decision 071); whoever sees such a tasking sees its files. */
async function mayBeSeen(device: Device, kept: Response | undefined): Promise<boolean> {
  const [projectId = 0, requestId = 0] = (kept?.headers.get(PLACE) ?? '').split(' ').map(Number)
  const closed = await device.get('closed')
  const projects = projectId
    ? [await device.rows('projects').get(projectId)]
    : await device
        .rows('projects')
        .where('requestId')
        .equals(requestId || -1)
        .toArray()
  const seen = projects.filter((project) => project !== undefined)
  return seen.length > 0 && seen.every((project) => !isWhole(project, closed))
}

/** Fetches a file and keeps it here, whole or not at all. @returns why not, in a sentence; else nothing */
export async function pin(device: Device, file: File, token: string): Promise<string> {
  const bytes = await fetchFile(pathOfFile(file), token)
  if (typeof bytes === 'string') return bytes
  // A slow link brings it after its person has logged out, and then nobody would take it away again.
  const problem = await alone(pinnedOf(device.name), async () =>
    (await readSession())?.token === token ? keep(device, file, bytes) : tooLate,
  )
  if (problem !== tooLate) await lookAtPinned(device)
  return problem
}

async function keep(device: Device, file: File, bytes: Blob): Promise<string> {
  const cache = await open(device)
  const isKept = await cache.put(addressOf(file.id), keptAs(bytes, file)).then(
    () => true,
    () => false,
  )
  if (!isKept) await cache.delete(addressOf(file.id)).catch(() => false)
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
