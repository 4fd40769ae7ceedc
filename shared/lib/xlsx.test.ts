import { pipeline, Readable } from 'node:stream'
import { createDeflateRaw, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sheetRows, unzipped } from '../testing/unzipped.ts'
import { csvLine } from './csv.ts'
import { xlsx, type Cell } from './xlsx.ts'

const tools = {
  encode: (text: string) => Buffer.from(text),
  deflate: (parts: AsyncIterable<Uint8Array>) => pipeline(Readable.from(parts), createDeflateRaw(), () => undefined),
}
const columns = [
  { header: 'Tasking', width: 12 },
  { header: 'Due', width: 20 },
]
async function* some(...rows: Cell[][]) {
  for (const row of rows) yield await Promise.resolve([row])
}
const filesOf = async (...rows: Cell[][]) =>
  unzipped(
    Buffer.concat(
      (await Readable.from(xlsx({ name: 'A & B', columns, rows: some(...rows) }, tools)).toArray()) as Uint8Array[],
    ),
    inflateRawSync,
  )

test('a workbook is an archive of well-formed files, whose days are numbers and whose texts are as they were', async () => {
  const odd = ' <b>&amp;</b> "Côte" _x0041_ \u0000\u0007漢字 '
  const files = await filesOf(
    ['T-42-17', { day: '2026-03-20' }],
    [odd, { day: 'unknown' }],
    ['', { day: '1970-01-01' }],
  )
  expect(Object.keys(files)).toHaveLength(6)
  expect(files['xl/workbook.xml']).toContain('name="A &amp; B"')
  expect(sheetRows(files)).toEqual([
    ['Tasking', 'Due'],
    ['T-42-17', 46_101],
    [' <b>&amp;</b> "Côte" _x0041_ 漢字 ', 'unknown'],
    ['', 25_569],
  ])
  for (const text of Object.values(files)) expect(opened(text)).toEqual([])
})

test('an empty list is a workbook of its heads', async () => {
  expect(sheetRows(await filesOf())).toEqual([['Tasking', 'Due']])
})

test.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])(
  'what reads like a formula stays a text: %j',
  async (text) => {
    expect(csvLine([text, 'a=1'])).toMatch(/^"?'[=+\-@\t\r].*,a=1\r\n$/s)
    const sheet = (await filesOf([text]))['xl/worksheets/sheet1.xml'] ?? ''
    expect(sheet).not.toContain('<f')
    expect(sheet).toContain('<c s="3" t="inlineStr">')
  },
)

test('a cell with commas, quotes, lines or spaces at its ends is quoted', () => {
  expect(csvLine(['a,b', 'say "no"', 'two\nlines', ' in ', 'plain'])).toBe(
    '"a,b","say ""no""","two\nlines"," in ",plain\r\n',
  )
})

/** Elements that are opened and not closed, or the other way round. */
function opened(text: string): string[] {
  const open: string[] = []
  for (const [, close, name = '', alone] of text.matchAll(/<(\/?)([a-z]\w*)[^<>]*?(\/?)>/gi)) {
    if (alone) continue
    if (!close) open.push(name)
    else if (open.pop() !== name) return [name]
  }
  return open
}
