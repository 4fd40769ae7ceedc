/**
 * Excel's "CSV" has the letters of Windows, its "Unicode Text" two bytes for each: read as UTF-8 they would be imported as "C�te". `isCut`: it may
 * end within a letter.
 */
export function textOf(bytes: Uint8Array, isCut = false): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
