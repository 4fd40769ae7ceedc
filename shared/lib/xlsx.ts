import { beginsFormula } from './csv.ts'
import type { Day } from './day.ts'
import { zip, type ByteTools } from './zip.ts'

/** A text, or a day that can be sorted and reckoned with. */
export type Cell = string | { day: Day }

interface Sheet {
  name: string
  columns: readonly { header: string; width: number }[]
  /** Some at a time. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>
}

/**
 * A workbook of one sheet that Excel and its like open, as it grows. Cells are texts and days and never formulas; one that reads like a
 * formula is marked as text, so that it stays one when somebody edits it (C-258).
 */
export const xlsx = (sheet: Sheet, tools: ByteTools): AsyncGenerator<Uint8Array> =>
  zip(
    [
      { name: '[Content_Types].xml', text: [contentTypes] },
      { name: '_rels/.rels', text: [relations('officeDocument', 'xl/workbook.xml')] },
      { name: 'xl/workbook.xml', text: [workbook(sheet.name)] },
      {
        name: 'xl/_rels/workbook.xml.rels',
        text: [relations('worksheet', 'worksheets/sheet1.xml', ['styles', 'styles.xml'])],
      },
      { name: 'xl/styles.xml', text: [styles] },
      { name: 'xl/worksheets/sheet1.xml', text: worksheet(sheet) },
    ],
    tools,
  )

async function* worksheet({ columns, rows }: Sheet): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield rowXml(columns.map(({ header }) => textXml(header, bold)))
  for await (const some of rows) yield some.map((cells) => rowXml(cells.map(cellXml))).join('')
  yield '</sheetData></worksheet>'
}

const rowXml = (cells: string[]): string => `<row>${cells.join('')}</row>`

function cellXml(cell: Cell): string {
  if (typeof cell === 'string') return textXml(cell, beginsFormula(cell) ? asText : 0)
  const days = Date.parse(cell.day) / 86_400_000 + DAYS_TO_1970
  return Number.isFinite(days) ? `<c s="${asDay}"><v>${days}</v></c>` : textXml(cell.day, 0)
}

const textXml = (text: string, style: number): string =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, MOST_LETTERS))}</t></is></c>`

/** What XML cannot hold is left out; `_x0041_` would be read as a letter. */
const escaped = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r\x7F-\x9F]|[\uFFFE\uFFFF]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** From the first day of a workbook, which believes that 1900 was a leap year. */
const DAYS_TO_1970 = 25_569
const MOST_LETTERS = 32_767
/** Their places in `styles`. */
const [asDay, bold, asText] = [1, 2, 3]

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const schemas = 'http://schemas.openxmlformats.org'
const main = `${schemas}/spreadsheetml/2006/main`
const office = `${schemas}/officeDocument/2006/relationships`
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = `${xml}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`

function relations(type: string, target: string, ...others: [string, string][]): string {
  const all = [[type, target], ...others].map(
    ([type, target], at) => `<Relationship Id="r${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `${xml}<Relationships xmlns="${schemas}/package/2006/relationships">${all.join('')}</Relationships>`
}

const workbook = (name: string): string =>
  `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`

const font = '<sz val="11"/><name val="Calibri"/>'
const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="mmmm\\ dd\\,\\ yyyy"/></numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>`
