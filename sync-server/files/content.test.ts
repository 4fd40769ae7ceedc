import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { fileEndings } from '#shared/rules/files.ts'
import { pdf } from '../testing/files.ts'
import { problemOfContent } from './content.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldpost-content-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const problem = (name: string, bytes: Uint8Array) => {
  const path = join(folder, 'bytes')
  writeFileSync(path, bytes)
  return problemOfContent(path, name)
}

/** A zip archive of these files, stored or compressed. */
function aZip(files: Record<string, string>, compressed = false): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const plain = Buffer.from(text)
    const data = compressed ? deflateRawSync(plain) : plain
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(compressed ? 8 : 0, 4)
    about.writeUInt32LE(crc32(plain), 10)
    about.writeUInt32LE(data.length, 14)
    about.writeUInt32LE(plain.length, 18)
    about.writeUInt16LE(name.length, 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name)])
    entries.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02\x14\x00'),
        about,
        Buffer.alloc(10),
        Buffer.from(Uint32Array.of(offset).buffer),
        Buffer.from(name),
      ]),
    )
    parts.push(head, data)
    offset += head.length + data.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end])
}

const aDocument = (type: string, part: string, compressed = true) =>
  aZip(
    {
      '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.${type}.main+xml"/></Types>`,
      '_rels/.rels': '<Relationships/>',
      [part]: '<document/>',
    },
    compressed,
  )
const office = 'openxmlformats-officedocument'
const docx = aDocument(`${office}.wordprocessingml.document`, 'word/document.xml')
const docm = aDocument('ms-word.document.macroEnabled', 'word/document.xml')
const zip = aZip({ 'a.txt': 'text' })
const open = (type: string) => aZip({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': '<x/>' })
const compound = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)])
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), Buffer.from('JFIF\0'), Buffer.alloc(200)])
const heic = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(200)])
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const text = Buffer.from('Name,Amount\r\nGrace,12\r\n')

/** For every ending that is taken, bytes such as programs write them. */
const samples: Record<string, Uint8Array> = {
  pdf: pdf('x'),
  png,
  jpg: jpeg,
  jpeg,
  gif: Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(50)]),
  webp: Buffer.concat([Buffer.from('RIFF\x24\0\0\0WEBPVP8 '), Buffer.alloc(50)]),
  heic: heic('heic'),
  docx,
  xlsx: aDocument(`${office}.spreadsheetml.sheet`, 'xl/workbook.xml'),
  pptx: aDocument(`${office}.presentationml.presentation`, 'ppt/presentation.xml', false),
  doc: compound,
  xls: compound,
  ppt: compound,
  msg: compound,
  odt: open('text'),
  ods: open('spreadsheet'),
  odp: open('presentation'),
  rtf: Buffer.from('{\\rtf1\\ansi Hello}'),
  zip,
  txt: text,
  csv: text,
  eml: Buffer.from('From: ana@fieldpost.example\r\nSubject: Agenda\r\n\r\nHello\r\n'),
}

test('every ending that is taken has a sample here', () => {
  expect(Object.keys(samples).sort()).toEqual([...fileEndings].sort())
})

test.each(Object.keys(samples))('a file as programs write it is taken as .%s', async (ending) => {
  expect(await problem(`a.${ending}`, samples[ending] ?? Buffer.alloc(0))).toBeNull()
})

test.each([
  ['a telephone’s picture', 'heic', heic('mif1')],
  ['text in Latin 1', 'txt', Buffer.from('caf\xe9', 'latin1')],
  ['text that begins like a picture', 'txt', Buffer.from('BM is short for benchmark\n')],
  ['text in UTF-8 with its mark', 'csv', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text])],
  ['text in UTF-16', 'csv', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Имя', 'utf16le')])],
])('%s is taken as .%s', async (_, ending, bytes) => {
  expect(await problem(`a.${ending}`, bytes)).toBeNull()
})

test.each([
  ['a document with macros', 'docx', docm],
  ['a document with macros', 'zip', docm],
  ['a bare archive', 'docx', zip],
  ['a program for Java', 'zip', aZip({ 'META-INF/MANIFEST.MF': 'Main-Class: Evil', 'Evil.class': '' })],
  ['a program', 'doc', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)])],
  ['a program', 'txt', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(600)])],
  ['a picture', 'pdf', png],
  ['a page', 'pdf', Buffer.from('<html><script>alert(1)</script>')],
  ['a page', 'eml', Buffer.from('<html>')],
  ['a drawing', 'png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an archive cut off', 'xlsx', (samples.xlsx ?? zip).subarray(0, 40)],
  ['zeros', 'txt', Buffer.alloc(100)],
  ['zeros', 'pdf', Buffer.alloc(100)],
])('%s is not taken as .%s', async (_, ending, bytes) => {
  expect(await problem(`a.${ending}`, bytes)).toContain(`.${ending}`)
})

test('an archive that unpacks to gigabytes is judged in no time', { timeout: 5_000 }, async () => {
  const bomb = aZip({ '[Content_Types].xml': ' '.repeat(50_000_000) }, true)
  expect(await problem('a.docx', bomb)).not.toBeNull()
})
