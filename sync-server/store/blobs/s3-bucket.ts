import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { StoreUnavailable } from '../unavailable.ts'
import type { ByteRange, Received } from './blobs.ts'
import type { S3Limits, S3Place } from './s3-place.ts'
import { asUnavailable } from './scratch.ts'

interface Listed {
  key: string
  modified: number
}
export type Bucket = ReturnType<typeof openBucket>

/** The five questions that are asked of a bucket, each within its time. Only this file knows the SDK, and it is loaded with the first question. */
export function openBucket({ bucket, region, endpoint }: S3Place, { answerMs, bytesPerSecond }: S3Limits) {
  const sockets = { maxSockets: 1_000, keepAlive: true }
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // We tell our own, which is the file's name.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // What goes wrong is told by what we throw.
    logger: { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet },
    // Fifty, as usual, would soon be downloads over slow links, and nobody could store anything.
    requestHandler: { connectionTimeout: Math.min(5_000, answerMs), httpAgent: sockets, httpsAgent: sockets },
  })
  const within = <T>(ms: number, work: (signal: AbortSignal) => Promise<T>) => inTime(ms, bucket, work)

  return {
    /** Stores what was received, whole or not at all: the storage refuses bytes that have another hash, or too few of them. */
    async put(key: string, { path, size, hash }: Received): Promise<void> {
      const file = await open(path, 'r').catch((error: unknown) => {
        throw asUnavailable(error)
      })
      const bytes = file.createReadStream()
      const broken = new Promise<never>((_, reject) => bytes.on('error', reject))
      broken.catch(() => undefined)
      const command = new PutObjectCommand({
        ...{ Bucket: bucket, Key: key, Body: bytes, ContentLength: size },
        ChecksumSHA256: Buffer.from(hash, 'hex').toString('base64'),
      })
      // The same for storages that know no checksums: what is signed.
      command.middlewareStack.add(
        (next) => (asked) => {
          Object.assign((asked.request as { headers: object }).headers, { 'x-amz-content-sha256': hash })
          return next(asked)
        },
        { step: 'build', name: 'signedHash' },
      )
      try {
        await within(answerMs + (size / bytesPerSecond) * 1_000, (abortSignal) =>
          Promise.race([client.send(command, { abortSignal }), broken]),
        )
      } finally {
        bytes.destroy()
      }
    },

    /** Null when there is none. */
    async get(key: string, range?: ByteRange): Promise<Readable | null> {
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await within(answerMs, (abortSignal) =>
        orNull('NoSuchKey', client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }), { abortSignal })),
      )
      if (!found) return null
      const body = found.Body as Readable
      if (range && !found.ContentRange) {
        body.destroy()
        throw new StoreUnavailable('The storage of files does not know ranges.')
      }
      return Readable.from(unlessStalled(body, answerMs, bucket), { objectMode: false })
    },

    /** When it was stored, or null. */
    async modified(key: string): Promise<number | null> {
      const found = await within(answerMs, (abortSignal) =>
        orNull('NotFound', client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })),
      )
      return found && (found.LastModified?.getTime() ?? Date.now())
    },

    async remove(key: string): Promise<void> {
      await within(answerMs, (abortSignal) =>
        client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
      )
    },

    /** All keys with a prefix, a thousand at a time. */
    async *list(prefix: string): AsyncGenerator<Listed[]> {
      for (let token: string | undefined; ;) {
        const page = await within(answerMs, (abortSignal) =>
          client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }), {
            abortSignal,
          }),
        )
        yield (page.Contents ?? []).map(({ Key = '', LastModified }) => ({
          key: Key,
          modified: LastModified?.getTime() ?? Date.now(),
        }))
        if (!page.IsTruncated) return
        token = page.NextContinuationToken
      }
    },
  }
}

const quiet = () => undefined

const orNull = <T>(name: string, answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if ((error as Error).name === name) return null
    throw error
  })

class TooSlow extends Error {}

async function inTime<T>(ms: number, bucket: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const given = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => (given.abort(), reject(new TooSlow())), ms)
  })
  try {
    return await Promise.race([work(given.signal), over])
  } catch (error) {
    throw asStoreUnavailable(error, bucket)
  } finally {
    clearTimeout(timer)
  }
}

/** Passes bytes on; only the storage is waited for in vain, never whoever reads them over a slow link. */
async function* unlessStalled(body: Readable, ms: number, bucket: string): AsyncGenerator<Uint8Array> {
  const bytes = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  try {
    for (;;) {
      const { done, value } = await inTime(ms, bucket, () => bytes.next())
      if (done) return
      yield value
    }
  } finally {
    body.destroy()
  }
}

function asStoreUnavailable(cause: unknown, bucket: string): StoreUnavailable {
  const { name, $metadata } = cause as Error & { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  const why = [name, status].filter(Boolean).join(' ')
  const sentence =
    cause instanceof TooSlow
      ? 'The storage of files did not answer in time.'
      : name === 'NoSuchBucket'
        ? `The storage of files has no bucket "${bucket}".`
        : status === 401 || status === 403
          ? `The storage of files refuses this server (${why}): its keys, or what they may do, are not right.`
          : `The storage of files cannot be used at the moment (${why}).`
  return new StoreUnavailable(sentence, { cause })
}
