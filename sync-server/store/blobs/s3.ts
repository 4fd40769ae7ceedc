import { BytesMissing, type Blobs } from './blobs.ts'
import { copyEach } from './copy.ts'
import { usualS3Limits, type S3Place } from './s3-place.ts'
import { discard, hashOf, receiveInto, sweepScratch } from './scratch.ts'

/** Each hash an object in a bucket, which many processes share; `scratch` is each one's own. */
export function openS3(place: S3Place, scratch: string, limits = usualS3Limits): Blobs {
  const opening = async () => (await import('./s3-bucket.ts')).openBucket(place, limits)
  let opened: ReturnType<typeof opening> | undefined
  const bucket = () => (opened ??= opening())
  const keyOf = (hash: string): string => place.prefix + hash

  async function* blobsIn() {
    for await (const page of (await bucket()).list(place.prefix))
      yield page.flatMap(({ key, modified }) => {
        const hash = key.slice(place.prefix.length)
        return /^[0-9a-f]{64}$/.test(hash) ? [{ hash, modified }] : []
      })
  }

  return {
    scratch,
    receive: (bytes, most) => receiveInto(scratch, bytes, most),
    discard,

    /** Stored again where they were: that makes them young. */
    async keep(received) {
      await (await bucket()).put(keyOf(received.hash), received)
    },

    async read(hash, range) {
      const bytes = await (await bucket()).get(keyOf(hash), range)
      if (!bytes) throw new BytesMissing(`The bytes ${hash} are not in the storage of files.`)
      return bytes
    },

    async problem(hash) {
      const bytes = await (await bucket()).get(keyOf(hash))
      if (!bytes) return 'missing'
      return (await hashOf(bytes)) === hash ? null : 'changed'
    },

    async sweep(needed, before) {
      const { modified, remove } = await bucket()
      // Looked at again just before: while it was asked who needs them, the same bytes could be kept again.
      const isDeleted = async (key: string): Promise<boolean> => {
        if (((await modified(key)) ?? before) >= before) return false
        await remove(key)
        return true
      }
      let deleted = await sweepScratch(scratch, before)
      for await (const page of blobsIn()) {
        const old = page.filter((blob) => blob.modified < before).map(({ hash }) => hash)
        const kept = old.length > 0 ? await needed(old) : new Set(old)
        for (const hash of old) if (!kept.has(hash) && (await isDeleted(keyOf(hash)))) deleted += 1
      }
      return deleted
    },

    async *hashes() {
      for await (const page of blobsIn()) yield page.map(({ hash }) => hash)
    },

    async copyFrom(source, hashes) {
      await copyEach(this, source, hashes)
    },
  }
}
