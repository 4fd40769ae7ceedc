import type { File } from '../model/project.ts'

/** `content`: what its bytes must show themselves to be; `text` when there is nothing to know them by but that they are text. */
interface FileKind {
  type: string
  content: 'text' | readonly string[]
}
const kind = (type: string, ...content: string[]): FileKind => ({
  type,
  content: content.length > 0 ? content : [type],
})
const text = (type: string): FileKind => ({ type, content: 'text' })
const office = 'application/vnd.openxmlformats-officedocument'
const oasis = 'application/vnd.oasis.opendocument'
/** The container of Office before 2007. */
const compound = 'application/x-cfb'

/**
 * What may be attached (C-158), by the ending of its name. What is not here is refused: programs and scripts, HTML and SVG, which
 * a browser would run, and documents with macros.
 */
const kinds: Readonly<Record<string, FileKind>> = {
  pdf: kind('application/pdf'),
  png: kind('image/png'),
  jpg: kind('image/jpeg'),
  jpeg: kind('image/jpeg'),
  gif: kind('image/gif'),
  webp: kind('image/webp'),
  heic: kind('image/heic', 'image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'),
  docx: kind(`${office}.wordprocessingml.document`),
  xlsx: kind(`${office}.spreadsheetml.sheet`),
  pptx: kind(`${office}.presentationml.presentation`),
  doc: kind('application/msword', compound),
  xls: kind('application/vnd.ms-excel', compound),
  ppt: kind('application/vnd.ms-powerpoint', compound),
  msg: kind('application/vnd.ms-outlook', compound),
  odt: kind(`${oasis}.text`),
  ods: kind(`${oasis}.spreadsheet`),
  odp: kind(`${oasis}.presentation`),
  rtf: kind('application/rtf'),
  zip: kind('application/zip'),
  txt: text('text/plain'),
  csv: text('text/csv'),
  eml: text('message/rfc822'),
}
export const fileEndings = Object.keys(kinds)

const endingOf = (name: string): string => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase()
const kindOf = (name: string): FileKind | undefined => {
  const ending = endingOf(name)
  return Object.hasOwn(kinds, ending) ? kinds[ending] : undefined
}

/** The type a file of this name is stored and served as; null when such files are not taken. */
export const typeOfFile = (name: string): string | null => kindOf(name)?.type ?? null

/** What every browser shows; some show no HEIC. */
export const isPicture = (type: string): boolean => /^image\/(png|jpeg|gif|webp)$/.test(type)

/** What can be read as it is, without running or showing anything that is in it. */
export const isText = (type: string): boolean => /^(text\/(plain|csv)|message\/rfc822)$/.test(type)

export const refusedKind = `Files of this kind are not taken. Attach one of: ${fileEndings.join(', ')}.`
export const emptyFile = 'This file is empty.'
export const otherBytes = 'These are other bytes than were announced. Choose the file again.'

/** How much of the beginning of a file is looked at to tell text from something else. */
export const HEAD_BYTES = 4_096

/**
 * Whether the bytes are what the name says. `detected` is the type that a file's signature shows, null when it has none;
 * `head` its first bytes.
 */
export function contentProblem(name: string, detected: string | null, head: Uint8Array): string | null {
  const found = kindOf(name)
  if (!found) return refusedKind
  const fits = found.content === 'text' ? looksLikeText(head) : detected !== null && found.content.includes(detected)
  return fits ? null : `The content of ${name} is not what its ending .${endingOf(name)} says.`
}

/** Latin, UTF-8, or UTF-16 with its mark; without control characters that text has no use for, and not HTML or SVG. */
function looksLikeText(head: Uint8Array): boolean {
  const codes = codesOf(head)
  if (codes.some((code) => code < 0x20 && !controlsOfText.has(code))) return false
  return !markup.test(String.fromCharCode(...codes.slice(0, 512)))
}
/** Tab, line feed, form feed, carriage return, end of a DOS file, escape. */
const controlsOfText = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x1b])
/** How browsers know a page when nobody tells them (WHATWG, MIME sniffing), and SVG. */
const markup =
  /^[\s\ufeff\xef\xbb\xbf]*<(!--|\?xml|(!doctype|html|head|body|script|iframe|style|title|meta|svg|table|h1|div|font|br|a|b|p)[\s/>])/i

function codesOf(head: Uint8Array): number[] {
  const [a = 0, b = 0] = head
  const mark = (a << 8) | b
  if (mark !== 0xfffe && mark !== 0xfeff) return [...head]
  const [low, high] = mark === 0xfffe ? [0, 1] : [1, 0]
  return Array.from({ length: head.length >> 1 }, (_, n) => (head[2 * n + low] ?? 0) | ((head[2 * n + high] ?? 0) << 8))
}

const MAX_NAME = 120

/**
 * A name that is safe on every system and says what it is: its last part without a path, composed, without control and direction
 * characters (which show `gnp.exe` as `exe.png`) and without what Windows forbids; at most 120 characters, its ending kept, with `…` before it
 * where it was longer.
 */
export function fileNameOf(told: string): string {
  const last = told.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
    .trim()
  const ending = endingOf(plain)
  const stem = (ending ? plain.slice(0, -ending.length - 1) : plain).replace(/^[. ]+|[. ]+$/g, '') || 'file'
  const safe = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) ? `${stem}_` : stem
  return ending ? `${shortened(safe, MAX_NAME - ending.length - 1)}.${cut([...ending], 20)}` : shortened(safe, MAX_NAME)
}
const invisible = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu
const cut = (words: readonly string[], length: number): string => words.slice(0, Math.max(1, length)).join('').trim()
function shortened(words: string, length: number): string {
  const all = [...words]
  return all.length > length ? `${cut(all, length - 1)}…` : cut(all, length)
}

/** `agenda.pdf`, and `agenda (2).pdf` where there is one already, in whatever case. */
export function freeNameOf(name: string, others: readonly Pick<File, 'name' | 'active'>[]): string {
  const taken = new Set(others.filter((file) => file.active).map((file) => file.name.toLowerCase()))
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${stem} (${number})${ending}`
    if (!taken.has(free.toLowerCase())) return free
  }
}

/** Where its bytes can be had (C-157). */
export const pathOfFile = ({ id, name }: Pick<File, 'id' | 'name'>): string =>
  `/api/files/${id}/${encodeURIComponent(name)}`

/** How long a removed file can be brought back (C-026). */
export const RECOVERABLE_DAYS = 30

/** Whether the bytes must be kept: of each file that is there, or can be brought back. `recoverable`: 30 days ago. */
export const needsBytes = (
  { stored, removedDate }: Pick<File, 'stored' | 'removedDate'>,
  recoverable: string,
): boolean => stored && (removedDate === null || removedDate >= recoverable)
