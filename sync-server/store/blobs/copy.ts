import type { Readable } from 'node:stream'
import { BytesMissing, type Blobs } from './blobs.ts'

/** Copies bytes through the scratch of whoever gets them, hashed on the way: between a folder and a bucket there is no shorter one. */
export async function copyEach(target: Blobs, source: Blobs, hashes?: Iterable<string>): Promise<void> {
  for await (const batch of hashes ? [[...hashes]] : source.hashes())
    for (const hash of batch) {
      const bytes = await source.read(hash).catch(nullIfMissing)
      if (!bytes) continue
      const received = await target.receive(bytes, Infinity)
      try {
        // Under its own hash: what was changed there is missing here, and is told as such.
        if (received.hash === hash) await target.keep(received)
      } finally {
        target.discard(received)
      }
    }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof BytesMissing) return null
  throw error
}

/** The bytes of several things as one stream; each is opened when it is its turn. */
export async function* inOrder(
  names: readonly string[],
  read: (name: string) => Promise<Readable>,
): AsyncGenerator<Uint8Array> {
  for (const name of names) yield* (await read(name)) as AsyncIterable<Uint8Array>
}
