/** What an engine has of its own: text to bytes, and a stream of bytes made smaller (raw deflate). */
export interface ByteTools {
  encode: (text: string) => Uint8Array
  deflate: (parts: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

interface ZipEntry {
  name: string
  /** Its text, piece by piece. */
  text: AsyncIterable<string> | Iterable<string>
}

/** An archive as it grows: no entry is held whole, so each tells its size behind itself. Less than 4 GB, as all old readers have it. */
export async function* zip(entries: readonly ZipEntry[], { encode, deflate }: ByteTools): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let at = 0
  for (const { name, text } of entries) {
    const title = encode(name)
    const state = { crc: 0xffffffff, size: 0 }
    const begin = at
    const head = record(
      0x04034b50,
      [20, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DAY, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [title.length, 2],
      [0, 2],
    )
    yield head
    yield title
    at += head.length + title.length
    let packed = 0
    for await (const part of deflate(counted(text, encode, state))) {
      packed += part.length
      yield part
    }
    const sums = [
      [~state.crc >>> 0, 4],
      [packed, 4],
      [state.size, 4],
    ] as const
    const tail = record(0x08074b50, ...sums)
    yield tail
    at += packed + tail.length
    directory.push(
      record(
        0x02014b50,
        [20, 2],
        [20, 2],
        [FLAGS, 2],
        [DEFLATED, 2],
        [0, 2],
        [DAY, 2],
        ...sums,
        [title.length, 2],
        [0, 4],
        [0, 4],
        [0, 4],
        [begin, 4],
      ),
      title,
    )
  }
  yield* directory
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  yield record(0x06054b50, [0, 4], [entries.length, 2], [entries.length, 2], [size, 4], [at, 4], [0, 2])
}

/** Sizes stand behind the entry; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980: two files of the same rows are the same bytes. */
const DAY = 0x21

async function* counted(text: ZipEntry['text'], encode: ByteTools['encode'], state: { crc: number; size: number }) {
  for await (const piece of text) {
    const bytes = encode(piece)
    state.size += bytes.length
    for (const byte of bytes) state.crc = (state.crc >>> 8) ^ (crcTable[(state.crc ^ byte) & 0xff] ?? 0)
    yield bytes
  }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

/** A mark and numbers of so many bytes each, the lowest byte first. */
function record(mark: number, ...fields: readonly (readonly [value: number, bytes: number])[]): Uint8Array {
  const all = [[mark, 4] as const, ...fields].flatMap(([value, bytes]) =>
    Array.from({ length: bytes }, (_, n) => Math.floor(value / 2 ** (8 * n)) & 0xff),
  )
  return Uint8Array.from(all)
}
