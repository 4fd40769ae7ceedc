import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BytesMissing, TooManyBytes, type Blobs, type Received } from '../store/blobs/blobs.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import { sha256 } from './files.ts'

/** What an engine brings to its test. */
interface BlobsBench {
  /** Two processes over the same bytes. */
  blobs: Blobs
  other: Blobs
  /** As if it had been there for two days. */
  age(hash: string): void
  lose(hash: string): void
  change(hash: string): void
  close(): Promise<void> | void
}

export const chunks = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)))
export async function textOf(bytes: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of bytes) text += String(chunk)
  return text
}
export async function keepText(blobs: Blobs, text: string): Promise<Received> {
  const received = await blobs.receive(chunks(text), 1_000_000)
  await blobs.keep(received)
  blobs.discard(received)
  return received
}
export const dayAgo = () => Date.now() - 86_400_000
const nobody = () => Promise.resolve(new Set<string>())

/** What holds for bytes of files, wherever they are kept. */
export function blobsContract(engine: string, open: () => Promise<BlobsBench>): void {
  describe(`files in ${engine}`, () => {
    let bench: BlobsBench
    beforeEach(async () => {
      bench = await open()
    })
    afterEach(() => bench.close())

    const all = async () => {
      const found = []
      for await (const batch of bench.blobs.hashes()) found.push(...batch)
      return found
    }

    test('what one process kept another reads, whole and in parts', async () => {
      const { hash, size } = await keepText(bench.blobs, '0123456789')
      expect([hash, size]).toEqual([sha256(Buffer.from('0123456789')), 10])
      expect(await textOf(await bench.other.read(hash))).toBe('0123456789')
      expect(await textOf(await bench.other.read(hash, { start: 3, end: 5 }))).toBe('345')
      expect(await textOf(await bench.other.read(hash, { start: 9, end: 9 }))).toBe('9')
      expect(await bench.other.problem(hash)).toBeNull()
    })

    test('the same bytes are kept once, however often and by how many at once', async () => {
      const [one, two] = [await bench.blobs.receive(chunks('same'), 10), await bench.other.receive(chunks('same'), 10)]
      await Promise.all([bench.blobs.keep(one), bench.other.keep(two), bench.blobs.keep(one)])
      bench.blobs.discard(one)
      bench.other.discard(two)
      expect(await all()).toEqual([one.hash])
      expect(await textOf(await bench.blobs.read(one.hash))).toBe('same')
    })

    test('what is too much, or ends with an error, is not received', async () => {
      await expect(bench.blobs.receive(chunks('x'.repeat(60), 'x'.repeat(41)), 100)).rejects.toThrow(TooManyBytes)
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('a')
          await Promise.resolve()
          throw new Error('The connection was reset')
        })(),
      )
      await expect(bench.blobs.receive(broken, 100)).rejects.toThrow('reset')
      expect(await all()).toEqual([])
    })

    test('what went away before it was kept is not kept', async () => {
      const received = await bench.blobs.receive(chunks('gone'), 10)
      bench.blobs.discard(received)
      await expect(bench.blobs.keep(received)).rejects.toThrow(StoreUnavailable)
      expect(await bench.blobs.problem(received.hash)).toBe('missing')
    })

    test('bytes that are gone, or are not what their name says, are told', async () => {
      const [lost, changed] = [await keepText(bench.blobs, 'lost'), await keepText(bench.blobs, 'changed')]
      bench.lose(lost.hash)
      bench.change(changed.hash)
      expect([await bench.blobs.problem(lost.hash), await bench.blobs.problem(changed.hash)]).toEqual([
        'missing',
        'changed',
      ])
      await expect(bench.blobs.read(lost.hash).then(textOf)).rejects.toThrow(BytesMissing)
      const again = await keepText(bench.other, 'lost')
      expect(await bench.blobs.problem(again.hash)).toBeNull()
    })

    test('a sweep deletes what nobody needs and has lain there for a day, and nothing else', async () => {
      const [needed, orphan, young] = [
        await keepText(bench.blobs, 'needed'),
        await keepText(bench.blobs, 'orphan'),
        await keepText(bench.blobs, 'young'),
      ]
      for (const { hash } of [needed, orphan]) bench.age(hash)
      const received = await bench.blobs.receive(chunks('just now'), 100)
      expect(await bench.blobs.sweep(() => Promise.resolve(new Set([needed.hash])), dayAgo())).toBe(1)
      expect((await all()).sort()).toEqual([needed.hash, young.hash].sort())
      await bench.blobs.keep(received)
    })

    test('pieces that several processes stored are one again, in the order that is told, and are no bytes of a file', async () => {
      for (const [index, text] of ['one ', 'two ', 'three'].entries()) {
        const { blobs } = index === 1 ? { blobs: bench.other } : bench
        const received = await blobs.receive(chunks(text), 10)
        await blobs.putPiece('7', `${index}-a`, received)
        blobs.discard(received)
      }
      const whole = await bench.other.assemble('7', ['0-a', '1-a', '2-a'], 13)
      expect([whole.size, whole.hash]).toEqual([13, sha256(Buffer.from('one two three'))])
      await expect(bench.other.assemble('7', ['0-a', '1-a', '2-a'], 12)).rejects.toThrow(TooManyBytes)
      expect(await all()).toEqual([])
      await bench.blobs.dropPieces('7', ['1-a'])
      await expect(bench.blobs.assemble('7', ['0-a', '1-a'], 13)).rejects.toThrow(BytesMissing)
      await bench.blobs.dropPieces('7')
      await expect(bench.other.assemble('7', ['0-a'], 13)).rejects.toThrow(BytesMissing)
      await bench.blobs.dropPieces('8')
    })

    test('a sweep deletes pieces that nobody asked for in a day', async () => {
      const received = await bench.blobs.receive(chunks('piece'), 10)
      await bench.blobs.putPiece('7', '0-a', received)
      bench.blobs.discard(received)
      expect(await bench.blobs.sweep(nobody, dayAgo())).toBe(0)
      expect(await bench.blobs.sweep(nobody, Date.now() + 1_000)).toBe(1)
      await expect(bench.blobs.assemble('7', ['0-a'], 10)).rejects.toThrow(BytesMissing)
    })

    test('a sweep leaves alone what another process keeps again at that moment', async () => {
      const { hash } = await keepText(bench.blobs, 'same')
      bench.age(hash)
      const again = await bench.other.receive(chunks('same'), 10)
      const asked = async () => {
        // The bytes come in while it is asked who needs them; their row is not written yet.
        await bench.other.keep(again)
        return new Set<string>()
      }
      expect(await bench.blobs.sweep(asked, dayAgo())).toBe(0)
      expect(await bench.blobs.problem(hash)).toBeNull()
      expect(await bench.blobs.sweep(nobody, dayAgo())).toBe(0)
    })
  })
}
