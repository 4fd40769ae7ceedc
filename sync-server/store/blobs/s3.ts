import { BytesMissing, type Blobs, type ByteRange } from './blobs.ts'
import { copyEach, inOrder } from './copy.ts'
import { usualS3Limits, type S3Place } from './s3-place.ts'
import { discard, hashOf, receiveInto, sweepScratch } from './scratch.ts'

const AT_ONCE = 20
const MOST_SINCE_LOOK_MS = 5_000

/** Each hash an object in a bucket, which many processes share; `scratch` is each one's own. */
export function openS3(place: S3Place, scratch: string, limits = usualS3Limits): Blobs {
  const opening = async () => (await import('./s3-bucket.ts')).openBucket(place, limits)
  let opened: ReturnType<typeof opening> | undefined
  const bucket = () => (opened ??= opening())
  const keyOf = (hash: string): string => place.prefix + hash
  const incoming = `${place.prefix}incoming/`
  const pieceOf = (upload: string, name: string): string => `${incoming}${upload}/${name}`

  async function read(key: string, range?: ByteRange) {
    const bytes = await (await bucket()).get(key, range)
    if (!bytes) throw new BytesMissing(`The bytes ${key} are not in the storage of files.`)
    return bytes
  }

  const hashIn = (key: string): string | null => {
    const hash = key.slice(place.prefix.length)
    return /^[0-9a-f]{64}$/.test(hash) ? hash : null
  }

  return {
    scratch,
    receive: (bytes, most) => receiveInto(scratch, bytes, most),
    discard,

    /** Stored again where they were: that makes them young. */
    async keep(received) {
      await (await bucket()).put(keyOf(received.hash), received)
    },

    read: (hash, range) => read(keyOf(hash), range),

    async problem(hash) {
      const bytes = await (await bucket()).get(keyOf(hash))
      if (!bytes) return 'missing'
      return (await hashOf(bytes)) === hash ? null : 'changed'
    },

    async sweep(needed, before) {
      const { list, modified, remove } = await bucket()
      // Looked at again just before: while it was asked who needs them, the same bytes could be kept again.
      const isDeleted = async (key: string): Promise<boolean> => {
        const lookedAt = performance.now()
        if (((await modified(key)) ?? before) >= before) return false
        // A machine that stood still since then saw what others may have changed: tomorrow it is looked at again.
        if (performance.now() - lookedAt > MOST_SINCE_LOOK_MS) return false
        await remove(key)
        return true
      }
      let deleted = await sweepScratch(scratch, before)
      for await (const page of list(place.prefix)) {
        const old = page.filter((one) => one.modified < before).map(({ key }) => key)
        const hashes = old.map(hashIn).filter((hash) => hash !== null)
        const kept = hashes.length > 0 ? await needed(hashes) : new Set(hashes)
        const pieces = old.filter((key) => key.startsWith(incoming))
        for (const key of [...hashes.filter((hash) => !kept.has(hash)).map(keyOf), ...pieces])
          if (await isDeleted(key)) deleted += 1
      }
      return deleted
    },

    async putPiece(upload, name, received) {
      await (await bucket()).put(pieceOf(upload, name), received)
    },

    assemble: (upload, names, most) =>
      receiveInto(
        scratch,
        inOrder(names, (name) => read(pieceOf(upload, name))),
        most,
      ),

    async dropPieces(upload, names) {
      const { list, remove } = await bucket()
      if (names) for (const name of names) await remove(pieceOf(upload, name))
      else
        for await (const page of list(pieceOf(upload, '')))
          for (let at = 0; at < page.length; at += AT_ONCE)
            await Promise.all(page.slice(at, at + AT_ONCE).map(({ key }) => remove(key)))
    },

    async *hashes() {
      for await (const page of (await bucket()).list(place.prefix))
        yield page.map(({ key }) => hashIn(key)).filter((hash) => hash !== null)
    },

    async copyFrom(source, hashes) {
      await copyEach(this, source, hashes)
    },
  }
}
