import { must } from '../lib/must.ts'

/** What stands in an archive, by name, read from its directory as every reader does. `inflate`: raw deflate. @throws when it is none. */
export function unzipped(bytes: Uint8Array, inflate: (part: Uint8Array) => Uint8Array): Record<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - 22
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('no end of a directory')
  const files: Record<string, string> = {}
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [packed, size, length] = [
      view.getUint32(at + 20, true),
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
    ]
    const name = textOf(bytes.subarray(at + 46, at + 46 + length))
    const begin = view.getUint32(at + 42, true)
    if (view.getUint32(begin, true) !== 0x04034b50) throw new Error(`${name} does not begin where it should`)
    const from = begin + 30 + view.getUint16(begin + 26, true)
    const told = inflate(bytes.subarray(from, from + packed))
    if (told.length !== size) throw new Error(`${name} has ${told.length} bytes, not ${size}`)
    if (crcOf(told) !== view.getUint32(at + 16, true)) throw new Error(`${name} has another sum`)
    files[name] = textOf(told)
    at += 46 + length
  }
  return files
}

/** The rows of the only sheet: texts, and days as the numbers they are. */
export function sheetRows(files: Record<string, string>): (string | number)[][] {
  const sheet = must(files['xl/worksheets/sheet1.xml'])
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/gs)].map(([, number, text = '']) =>
      number === undefined ? plain(text) : Number(number),
    ),
  )
}

const plain = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('_x005F_', '_')

const textOf = (bytes: Uint8Array): string =>
  decodeURIComponent([...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))

function crcOf(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
