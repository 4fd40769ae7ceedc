import type { Readable } from 'node:stream'
import { StoreUnavailable } from '../unavailable.ts'

/** Bytes on this process's disk that are not kept yet: whole, with their SHA-256 in hex. */
export interface Received {
  path: string
  size: number
  hash: string
}
/** More bytes came than are taken. */
export class TooManyBytes extends Error {}

/** Whoever keeps bytes works, and has not got these. */
export class BytesMissing extends StoreUnavailable {}

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Bytes of files, each stored once under its SHA-256, wherever they are kept; `scratch` is the folder on this process's disk where they lie
 * until they are whole and judged. Whatever an engine cannot do at the moment it tells as `StoreUnavailable`, and it did nothing then, or all.
 */
export interface Blobs {
  scratch: string
  /** Writes a stream to the disk of this process while counting and hashing it. @throws TooManyBytes */
  receive(bytes: AsyncIterable<Uint8Array>, most: number): Promise<Received>
  /** Away with bytes that were received, kept or not. */
  discard(received: Received): void
  /**
   * Keeps received bytes under their hash; what was received can be discarded then. They are as young as this call even where they had been
   * kept before, so that a sweep leaves them alone until a row names them.
   */
  keep(received: Received): Promise<void>
  /** The bytes of a hash, or some of them, as they are asked for. Whoever leaves destroys the stream. @throws BytesMissing */
  read(hash: string, range?: ByteRange): Promise<Readable>
  /** What is wrong with the bytes of a hash, or null. */
  problem(hash: string): Promise<'missing' | 'changed' | null>
  /**
   * Deletes bytes that nobody needs, and what never became any, if it has lain there since before a time. A file gets its bytes before its
   * row: whatever is younger may be waiting for it. Answers how many it deleted.
   */
  sweep(needed: (hashes: string[]) => Promise<ReadonlySet<string>>, before: number): Promise<number>
  /** Keeps received bytes as a piece of an upload, under a name that no other piece of it ever had: what is stored is never written over. */
  putPiece(upload: string, name: string, received: Received): Promise<void>
  /** Receives pieces of an upload as one, in this order. @throws BytesMissing */
  assemble(upload: string, names: readonly string[], most: number): Promise<Received>
  /** Deletes pieces of an upload: these, or all it has. */
  dropPieces(upload: string, names?: readonly string[]): Promise<void>
  /** Copies bytes from elsewhere, those of `hashes` or all that are there; what is missing there is left out. */
  copyFrom(source: Blobs, hashes?: Iterable<string>): Promise<void>
  /** The hashes of all bytes that are kept, some at a time. */
  hashes(): AsyncIterable<string[]>
}
