import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { must } from '#shared/lib/must.ts'
import type { KeptFile } from '../data/device.ts'
import { NotAnnounced } from '../state/announce-file.ts'
import { bytesOf, tidyFiles, waitingFiles } from '../state/kept-files.ts'
import { stopInTheMiddle, type Late } from './stop-in-the-middle.ts'
import type { TestDevice, Wire, World } from './world.ts'

/**
 * What becomes of the bytes of files on their way: requests and answers are lost, a piece is damaged, the page dies with the answer on the
 * way, or is frozen before or after its bytes have gone and goes on when another page has sent; or the server forgets what it has of uploads.
 */
export const fileFates = [
  ...(['through', 'request-lost', 'answer-lost', 'damaged', 'forgotten'] as const),
  ...(['dies', 'freezes', 'freezes-before'] as const),
]
export type FileFate = (typeof fileFates)[number]

/** A file that somebody has chosen, and may have given up since. */
export interface Chosen {
  sha256: string
  size: number
  userId: number
  /** Put to a draft, with which it goes when its person discards that. */
  isOfDraft: boolean
  isGivenUp: boolean
  /** A restored server does not know any more that it has these bytes, and its device has heard that it had them. */
  isForgotten: boolean
}

let made = 0
const SIZES = [300, 70_000, 150_000]

/** Puts a file to a tasking, or to a draft of their own. */
export async function choose(device: TestDevice, pick: number, chosen: Chosen[]): Promise<void> {
  const [projects, requests] = [await device.rows('projects'), await device.rows('requests')]
  const places = [
    ...requests.filter((row) => !row.complete).map(({ id }) => ({ requestId: id })),
    ...projects.map(({ id }) => ({ projectId: id })),
  ]
  const place = places[pick % Math.max(1, places.length)]
  if (!place) return
  // Equal names on purpose, and never equal bytes.
  const head = `%PDF-1.4\n% ${++made}\n`
  const bytes = Buffer.from(head.padEnd(must(SIZES[pick % SIZES.length]), String(made)))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  try {
    await device.keepFile(place, new Blob([bytes]), 'Booth.pdf')
  } catch (error) {
    // It was said at the file why it is not kept, and nothing of it is.
    if (error instanceof NotAnnounced) return
    throw error
  }
  chosen.push({
    sha256,
    size: bytes.length,
    userId: device.user.id,
    isOfDraft: 'requestId' in place,
    isGivenUp: false,
    isForgotten: false,
  })
}

export async function giveUp(device: TestDevice, pick: number, chosen: Chosen[]): Promise<void> {
  const waiting = await waitingFiles(device.db)
  const file = waiting[pick % Math.max(1, waiting.length)]
  if (!file) return
  must(chosen.find(({ sha256 }) => sha256 === file.sha256)).isGivenUp = true
  await device.giveUpFile(file)
}

/** Sends what waits; the fate meets the request `at`. */
export async function sendWithFate(
  world: World,
  device: TestDevice,
  { fate, at }: { fate: FileFate; at: number },
  later: (goOn: Late) => void,
): Promise<void> {
  if (fate === 'dies') {
    await stopInTheMiddle(device, device.sendFiles, { at })
    return device.restart()
  }
  if (fate === 'freezes' || fate === 'freezes-before') {
    await stopInTheMiddle(device, device.sendFiles, { at, later, before: fate === 'freezes-before' })
    return device.openPage()
  }
  const lost = () => Promise.reject(new TypeError('the wire broke'))
  const fates: Record<typeof fate, Wire> = {
    through: (deliver) => deliver(),
    'request-lost': lost,
    'answer-lost': async (deliver) => {
      await deliver()
      return lost()
    },
    damaged: async (deliver, _, bytes) => deliver(bytes && (await damaged(bytes))),
    forgotten: (deliver) => {
      rmSync(world.blobs.scratch, { recursive: true, force: true })
      return deliver()
    },
  }
  let asked = 0
  device.wire = (deliver, ...about) => (asked++ === at ? fates[fate](deliver, ...about) : deliver())
  await device.sendFiles()
}

async function damaged(bytes: Blob): Promise<Blob> {
  const changed = new Uint8Array(await bytes.arrayBuffer())
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  return new Blob([changed])
}

/** Plays the restore of a server, and notes which files it has forgotten that their devices know to be there. */
export async function restoring(world: World, chosen: Chosen[]): Promise<void> {
  const hashes = async () => new Set((await arrivedAt(world)).map(({ hash }) => hash))
  const before = await hashes()
  await world.restore()
  const after = await hashes()
  for (const one of chosen) if (before.has(one.sha256) && !after.has(one.sha256)) one.isForgotten = true
}

/** Everything that may still go goes; what arrived damaged too often the person tries again. */
export async function sendAll(device: TestDevice): Promise<void> {
  device.wire = (deliver) => deliver()
  for (const file of await waitingFiles(device.db)) if (file.damaged > 0) await device.sendAnew(file)
  await device.sendFiles()
  await tidyFiles(device.db)
}

/** What is announced alone is not there yet. */
const arrivedAt = async (world: World) => (await world.rows('files')).filter(({ stored }) => stored)

/** What was chosen is on the server once, byte for byte; or it lies whole where it was chosen, and somebody was told why. */
export async function brokenFiles(world: World, devices: TestDevice[], chosen: Chosen[]): Promise<string[]> {
  const broken: string[] = []
  const rows = await arrivedAt(world)
  const discards = (await world.diary()).filter(
    ({ name, verdict }) => name === 'discardRequest' && verdict === 'applied',
  )
  const discarding = new Set(discards.map(({ userId }) => userId))
  const left = (await Promise.all(devices.map(leftOn))).flat()
  for (const { sha256, size, userId, isOfDraft, isGivenUp, isForgotten } of chosen) {
    const arrived = rows.filter(({ hash }) => hash === sha256)
    const lying = left.filter(({ file }) => file.sha256 === sha256)
    for (const row of arrived) {
      if (row.createdById !== userId) broken.push(`file ${row.id} is not its author's`)
      if (row.size !== size || statSync(world.blobs.pathOf(sha256)).size !== size)
        broken.push(`file ${row.id} is not as it was chosen`)
    }
    const places = arrived.map(({ projectId, requestId }) => `${projectId} ${requestId}`)
    if (new Set(places).size < places.length) broken.push(`file ${sha256.slice(0, 8)} is there twice`)
    for (const { isWhole, why } of lying) {
      if (!isWhole) broken.push(`file ${sha256.slice(0, 8)} is no longer whole on its device`)
      if (why === '') broken.push(`file ${sha256.slice(0, 8)} waits, and nobody knows for what`)
    }
    const isDiscarded = isOfDraft && discarding.has(userId)
    if (arrived.length + lying.length === 0 && !isGivenUp && !isForgotten && !isDiscarded)
      broken.push(`file ${sha256.slice(0, 8)} is lost`)
  }
  return broken
}

async function leftOn(device: TestDevice): Promise<{ file: KeptFile; isWhole: boolean; why: string }[]> {
  const waiting = await waitingFiles(device.db)
  return Promise.all(
    waiting.map(async (file) => {
      const bytes = await bytesOf(device.db, file)
      const isWhole =
        bytes !== null &&
        createHash('sha256')
          .update(Buffer.from(await bytes.arrayBuffer()))
          .digest('hex') === file.sha256
      return { file, isWhole, why: file.needsYou ? file.problem : await placeGone(device, file) }
    }),
  )
}

/** What it was put to is no longer this person's to see; it waits for the day it is again. */
async function placeGone(device: TestDevice, { projectId, requestId }: KeptFile): Promise<string> {
  const place = projectId ? await device.row('projects', projectId) : await device.row('requests', requestId)
  return place ? '' : 'its place is out of sight'
}
