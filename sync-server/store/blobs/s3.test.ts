import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { blobsContract, chunks, dayAgo, keepText, textOf } from '../../testing/blobs-contract.ts'
import { startS3, type S3Trouble, type TestS3 } from '../../testing/s3.ts'
import { StoreUnavailable } from '../unavailable.ts'
import type { Blobs } from './blobs.ts'
import { openFolder } from './folder.ts'
import { openBlobs } from './open.ts'
import { parseFilesUrl } from './s3-place.ts'
import { openS3 } from './s3.ts'

const nobody = () => Promise.resolve(new Set<string>())
const key = (hash: string) => `fieldpost/${hash}`
const aged = (s3: TestS3, hash: string) => (must(s3.objects.get(key(hash))).modified -= 2 * 86_400_000)

blobsContract('a bucket', async () => {
  const s3 = await startS3()
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-s3-'))
  return {
    blobs: openBlobs(join(folder, 'one'), s3.place),
    other: openBlobs(join(folder, 'two'), s3.place),
    age: (hash) => void aged(s3, hash),
    lose: (hash) => void s3.objects.delete(key(hash)),
    change: (hash) => void (must(s3.objects.get(key(hash))).bytes[0] = 0),
    async close() {
      await s3.stop()
      rmSync(folder, { recursive: true })
    },
  }
})

describe('an object storage', () => {
  let s3: TestS3
  let folder: string
  let blobs: Blobs
  beforeEach(async () => {
    s3 = await startS3()
    folder = mkdtempSync(join(tmpdir(), 'fieldpost-s3-'))
    blobs = openS3(s3.place, join(folder, 'incoming'), { answerMs: 300, bytesPerSecond: 10_000_000 })
  })
  afterEach(async () => {
    await s3.stop()
    rmSync(folder, { recursive: true })
  })

  test.each<[S3Trouble, RegExp]>([
    [403, /refuses this server \(AccessDenied 403\)/],
    [404, /no bucket "bucket"/],
    [500, /cannot be used at the moment \(InternalError 500\)/],
    [503, /cannot be used at the moment \(SlowDown 503\)/],
    ['silent', /did not answer in time/],
    ['cut', /cannot be used at the moment/],
    ['damaged', /cannot be used at the moment \((BadDigest|XAmzContentSHA256Mismatch) 400\)/],
  ])('that is %s stores nothing, says so, and goes on when it is well again', async (trouble, sentence) => {
    const received = await blobs.receive(chunks('x'.repeat(200_000)), 1_000_000)
    s3.be(trouble)
    const failure = blobs.keep(received)
    await expect(failure).rejects.toThrow(StoreUnavailable)
    await expect(failure).rejects.toThrow(sentence)
    expect(s3.objects.size).toBe(0)
    s3.be(null)
    await blobs.keep(received)
    expect(await blobs.problem(received.hash)).toBeNull()
  })

  test.each<S3Trouble>([403, 404, 500, 503, 'silent', 'cut'])(
    'that is %s is told to who reads, and is not taken for bytes that are missing',
    async (trouble) => {
      const { hash } = await keepText(blobs, 'x'.repeat(200_000))
      s3.be(trouble)
      await expect(blobs.read(hash).then(textOf)).rejects.toThrow(StoreUnavailable)
      await expect(blobs.problem(hash)).rejects.toThrow(StoreUnavailable)
      if (trouble !== 'cut') await expect(blobs.sweep(nobody, Date.now() + 1_000)).rejects.toThrow(StoreUnavailable)
      expect(s3.objects.size).toBe(1)
    },
  )

  test('that is gone altogether is told as such', async () => {
    const received = await blobs.receive(chunks('a'), 10)
    await s3.stop()
    await expect(blobs.keep(received)).rejects.toThrow(/cannot be used at the moment \(.*\)/)
    await expect(blobs.read(received.hash)).rejects.toThrow(StoreUnavailable)
  })

  test('whoever reads slowly is waited for, and whoever leaves is no failure', async () => {
    const { hash } = await keepText(blobs, 'x'.repeat(900_000))
    const slow = await blobs.read(hash)
    let size = 0
    for await (const chunk of slow) {
      // Longer than the storage may take for its next bytes.
      if (size === 0) await new Promise((resolve) => setTimeout(resolve, 600))
      size += (chunk as Buffer).length
    }
    expect(size).toBe(900_000)
    const left = await blobs.read(hash)
    for await (const _ of left) break
    expect(left.destroyed).toBe(true)
  })

  test('bytes that changed on this disk after they were received are refused', async () => {
    const received = await blobs.receive(chunks('right'), 10)
    writeFileSync(received.path, 'wrong')
    await expect(blobs.keep(received)).rejects.toThrow(StoreUnavailable)
    expect(s3.objects.size).toBe(0)
  })

  test('keeping bytes that are there makes them as young as this', async () => {
    const { hash } = await keepText(blobs, 'old')
    aged(s3, hash)
    await keepText(blobs, 'old')
    expect(must(s3.objects.get(key(hash))).modified).toBeGreaterThan(dayAgo())
  })

  test('a sweep looks again just before it deletes', async () => {
    const [{ hash }, gone] = [await keepText(blobs, 'same'), await keepText(blobs, 'gone')]
    for (const one of [hash, gone.hash]) aged(s3, one)
    // After it was asked who needs them, and before the look.
    s3.before(async (asked) => {
      if (asked === `HEAD ${key(hash)}`) await keepText(blobs, 'same')
    })
    expect(await blobs.sweep(nobody, dayAgo())).toBe(1)
    expect([...s3.objects.keys()]).toEqual([key(hash)])
  })

  test('a sweep that stood still after it had looked deletes nothing', async () => {
    const { hash } = await keepText(blobs, 'gone')
    aged(s3, hash)
    const now = performance.now.bind(performance)
    let stoodStill = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + stoodStill)
    s3.before((asked) => {
      if (asked === `HEAD ${key(hash)}`) stoodStill += 60_000
      return Promise.resolve()
    })
    expect(await blobs.sweep(nobody, dayAgo())).toBe(0)
    s3.before(() => Promise.resolve())
    expect(await blobs.sweep(nobody, dayAgo())).toBe(1)
    clock.mockRestore()
  })

  test('a sweep goes through thousands, asks for the old ones alone, and leaves others’ objects', async () => {
    const modified = dayAgo() - 1_000
    for (let n = 0; n < 2_500; n++)
      s3.objects.set(key(n.toString(16).padStart(64, '0')), {
        bytes: Buffer.from('x'),
        modified: n < 3 ? modified : Date.now(),
      })
    s3.objects.set('fieldpost/readme.txt', { bytes: Buffer.from('x'), modified })
    s3.objects.set('elsewhere', { bytes: Buffer.from('x'), modified })
    await blobs.receive(chunks('received'), 10)
    const asked: string[] = []
    const deleted = await blobs.sweep((hashes) => (asked.push(...hashes), nobody()), dayAgo())
    expect([asked.length, deleted, s3.objects.size]).toEqual([3, 3, 2_499])
    expect(s3.asked.filter((what) => what.startsWith('GET'))).toHaveLength(3)
    expect(readdirSync(blobs.scratch)).toHaveLength(1)
  })

  test('bytes are copied out of it and into it; what is changed there is left out', async () => {
    const [one, bad] = [await keepText(blobs, 'one'), await keepText(blobs, 'bad')]
    must(s3.objects.get(key(bad.hash))).bytes[0] = 0
    const backup = openFolder(join(folder, 'backup'))
    await backup.copyFrom(blobs, [one.hash, bad.hash, 'f'.repeat(64)])
    expect([await backup.problem(one.hash), await backup.problem(bad.hash)]).toEqual([null, 'missing'])
    s3.objects.clear()
    await blobs.copyFrom(backup)
    expect([...s3.objects.keys()]).toEqual([key(one.hash)])
    expect([readdirSync(blobs.scratch), readdirSync(backup.scratch)]).toEqual([[], []])
  })
})

describe('the address of an object storage', () => {
  test.each([
    ['s3://files?region=eu-central-1', { bucket: 'files', prefix: '', region: 'eu-central-1', endpoint: null }],
    [
      's3://files/a/b/?endpoint=http://127.0.0.1:9000',
      { bucket: 'files', prefix: 'a/b/', region: 'us-east-1', endpoint: 'http://127.0.0.1:9000' },
    ],
  ])('%s is read', (url, place) => {
    expect(parseFilesUrl(url)).toEqual(place)
  })

  test.each([
    ['/data/files', /has to look like s3:/],
    ['https://files?region=x', /has to look like s3:/],
    ['s3://key:secret@files', /AWS_ACCESS_KEY_ID/],
    ['s3://Files?region=eu-central-1', /"Files" cannot be the name of a bucket/],
    ['s3://files/a%20b?region=eu-central-1', /cannot be a prefix/],
    ['s3://files?zone=1', /says zone/],
    ['s3://files?endpoint=storage:9000', /cannot be an endpoint/],
    ['s3://files?endpoint=http://storage/path', /cannot be an endpoint/],
    ['s3://files', /region of the bucket/],
  ])('%s is refused in a sentence', (url, sentence) => {
    expect(() => parseFilesUrl(url)).toThrow(sentence)
  })
})
