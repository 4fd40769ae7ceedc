import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blobsContract } from '../../testing/blobs-contract.ts'
import { sha256 } from '../../testing/files.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { TooManyBytes, type Received } from './blobs.ts'
import { blobFolderOf, openFolder, type FolderBlobs } from './folder.ts'

blobsContract('a folder', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fieldpost-blobs-'))
  const own = openFolder(join(root, 'files'))
  await Promise.resolve()
  return {
    blobs: own,
    other: openFolder(join(root, 'files')),
    age: (hash) => age(own.pathOf(hash)),
    lose: (hash) => rmSync(own.pathOf(hash)),
    change: (hash) => writeFileSync(own.pathOf(hash), 'changed since'),
    close: () => rmSync(root, { recursive: true }),
  }
})

let folder: string
let blobs: FolderBlobs
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldpost-blobs-'))
  blobs = openFolder(join(folder, 'files'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const receive = (...chunks: string[]) => blobs.receive(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), 100)
async function kept(text: string): Promise<Received> {
  const received = await receive(text)
  await blobs.keep(received)
  blobs.discard(received)
  return received
}
const incoming = () => readdirSync(blobs.scratch)
const nobody = () => Promise.resolve(new Set<string>())
/** As if it had been there for two days. */
const age = (path: string) => utimesSync(path, new Date(), new Date(Date.now() - 2 * 86_400_000))
const dayAgo = () => Date.now() - 86_400_000

test('nothing is made before the first file; each database has a folder of its own', () => {
  expect(existsSync(blobs.folder)).toBe(false)
  expect(blobFolderOf('/data/demo.sqlite')).not.toBe(blobFolderOf('/data/fieldpost.sqlite'))
})

test('bytes are stored once under their hash, readable to nobody else', async () => {
  const [one, two] = [await kept('same'), await kept('same')]
  expect([one.hash, one.size]).toEqual([sha256(Buffer.from('same')), 4])
  expect(two.hash).toBe(one.hash)
  expect(readFileSync(blobs.pathOf(one.hash), 'utf8')).toBe('same')
  expect(statSync(blobs.pathOf(one.hash)).mode & 0o077).toBe(0)
  expect([incoming(), await blobs.problem(one.hash)]).toEqual([[], null])
})

test('what is too much, or ends with an error, leaves nothing', async () => {
  await expect(receive('x'.repeat(60), 'x'.repeat(41))).rejects.toThrow(TooManyBytes)
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('a')
      await Promise.resolve()
      throw new Error('The connection was reset')
    })(),
  )
  await expect(blobs.receive(broken, 100)).rejects.toThrow('reset')
  expect(incoming()).toEqual([])
})

describe('a disk that cannot take it is told as such, whatever the step', () => {
  test('there is no folder to be had', async () => {
    writeFileSync(join(folder, 'file'), '')
    const nowhere = openFolder(join(folder, 'file', 'files'))
    await expect(nowhere.receive(Readable.from([Buffer.from('a')]), 100)).rejects.toThrow(StoreUnavailable)
  })

  test('the bytes went away before they were kept, or after', async () => {
    const received = await receive('a')
    blobs.discard(received)
    await expect(blobs.keep(received)).rejects.toThrow(StoreUnavailable)
    await expect(blobs.read(received.hash)).rejects.toThrow(StoreUnavailable)
    expect(await blobs.problem(received.hash)).toBe('missing')
  })

  test('there is no space', async () => {
    const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
    const bytes = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(full) }) }
    await expect(blobs.receive(bytes, 100)).rejects.toThrow('cannot be used at the moment (ENOSPC)')
    expect(incoming()).toEqual([])
  })
})

describe('a sweep', () => {
  test('deletes what nobody needs and has lain there for a day, and nothing else', async () => {
    const [needed, orphan, young] = [await kept('needed'), await kept('orphan'), await kept('young')]
    const left = await receive('left behind')
    for (const path of [blobs.pathOf(needed.hash), blobs.pathOf(orphan.hash), left.path]) age(path)
    await receive('just now')
    expect(await blobs.sweep(() => Promise.resolve(new Set([needed.hash])), dayAgo())).toBe(2)
    expect([needed, orphan, young].map(({ hash }) => existsSync(blobs.pathOf(hash)))).toEqual([true, false, true])
    expect(incoming()).toHaveLength(1)
  })

  test('of a folder that is not there, or has something else in it, harms nothing', async () => {
    expect(await blobs.sweep(nobody, Date.now() + 1_000)).toBe(0)
    mkdirSync(join(blobs.folder, 'lost+found'), { recursive: true })
    writeFileSync(join(blobs.folder, 'lost+found', 'x'), 'x')
    expect(await blobs.sweep(nobody, Date.now() + 1_000)).toBe(0)
  })
})
