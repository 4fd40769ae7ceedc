import { fc } from '#shared/testing/random.ts'
import { describe, expect, test } from 'vitest'
import { contentProblem, fileEndings, fileNameOf, freeNameOf, needsBytes, pathOfFile, typeOfFile } from './files.ts'
import { maxFileBytes } from '../model/limits.ts'

test.each([
  ['agenda.pdf', 'agenda.pdf'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\fakepath\\photo.JPG', 'photo.jpg'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['re\u0000port\u0007\r\n.pdf', 'report.pdf'],
  ['report\t of   May.pdf', 'report of May.pdf'],
  ['report\u2028of\u200bMay\ufeff.pdf', 'reportofMay.pdf'],
  ['e\u0301tude.pdf', '\u00e9tude.pdf'],
  ['Ágúst — 日本語 😀.pdf', 'Ágúst — 日本語 😀.pdf'],
  ['half \ud83d emoji.pdf', 'half emoji.pdf'],
  ['a<b>:"c|?*.pdf', 'a_b___c___.pdf'],
  ['report.pdf. . .', 'report.pdf'],
  ['...hidden.txt', 'hidden.txt'],
  ['.pdf', 'file.pdf'],
  ['.. .pdf', 'file.pdf'],
  ['', 'file'],
  ['..', 'file'],
  ['/', 'file'],
  ['no ending', 'no ending'],
  ['con.txt', 'con_.txt'],
  ['COM1.pdf', 'COM1_.pdf'],
  ['archive.tar.zip', 'archive.tar.zip'],
])('%j is kept as %j, and stays so', (told, kept) => {
  expect(fileNameOf(told)).toBe(kept)
  expect(fileNameOf(kept)).toBe(kept)
})

test('a name of 300 characters is shortened, says so and keeps its ending; no character is cut in two', () => {
  expect(fileNameOf(`${'n'.repeat(300)}.pdf`)).toBe(`${'n'.repeat(115)}….pdf`)
  expect(fileNameOf(`${'n'.repeat(116)}.pdf`)).toBe(`${'n'.repeat(116)}.pdf`)
  const faces = fileNameOf(`${'😀'.repeat(300)}.pdf`)
  expect([...faces]).toHaveLength(120)
  expect(faces).toMatch(/^😀+…\.pdf$/u)
  for (const name of ['x'.repeat(500), `a.${'y'.repeat(300)}`, `${' '.repeat(200)}a.pdf`]) {
    expect([...fileNameOf(name)].length).toBeLessThanOrEqual(120)
    expect(fileNameOf(fileNameOf(name))).toBe(fileNameOf(name))
  }
})

test('whatever the name, what is kept needs no keeping again, fits a path and an address, and is not empty', () => {
  const units = fc.string({
    unit: fc.constantFrom(...'aZ.. /\\:\u0000\u202e\u2028\ud83d\ude00\u0301 \u200bé'),
    maxLength: 160,
  })
  fc.assert(
    fc.property(fc.oneof(units, fc.string({ unit: 'binary', maxLength: 200 })), (told) => {
      const kept = fileNameOf(told)
      expect(fileNameOf(kept)).toBe(kept)
      expect(kept).toMatch(/^[^/\\\p{Cc}\p{Cs}]{1,120}$/u)
      expect(kept).not.toMatch(/^[. ]|[. ]$/)
      expect(decodeURIComponent(pathOfFile({ id: 1, name: kept }))).toBe(`/api/files/1/${kept}`)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['a.pdf', 'application/pdf'],
  ['a.PDF', 'application/pdf'],
  ['a.jpeg', 'image/jpeg'],
  ['a.csv', 'text/csv'],
  ['a.msg', 'application/vnd.ms-outlook'],
  ['a.html', null],
  ['a.svg', null],
  ['a.exe', null],
  ['a.pdf.exe', null],
  ['a.js', null],
  ['a.bat', null],
  ['a.docm', null],
  ['a.xlsm', null],
  ['a.jar', null],
  ['a', null],
  ['a.constructor', null],
  ['a.__proto__', null],
])('%s is stored as %s', (name, type) => {
  expect(typeOfFile(name)).toBe(type)
})

test('every ending that is taken has a type that no browser runs', () => {
  expect(fileEndings.length).toBeGreaterThan(20)
  for (const ending of fileEndings) expect(typeOfFile(`a.${ending}`)).not.toMatch(/html|svg|xml$|script|octet/)
})

const bytes = (text: string) => new Uint8Array([...text].map((letter) => letter.charCodeAt(0)))
const wide = (text: string) =>
  new Uint8Array([0xff, 0xfe, ...new Uint8Array(new Uint16Array([...text].map((c) => c.charCodeAt(0))).buffer)])

describe('the content must be what the ending says', () => {
  test.each([
    ['a.pdf', 'application/pdf', '%PDF-1.7', true],
    ['a.pdf', 'application/x-msdownload', 'MZ\u0090\u0000', false],
    ['a.pdf', null, '<html>', false],
    ['a.png', 'image/jpeg', '', false],
    ['a.heic', 'image/heif', '', true],
    ['a.doc', 'application/x-cfb', '', true],
    ['a.doc', 'application/zip', '', false],
    ['a.docx', 'application/zip', '', false],
    ['a.docx', 'application/vnd.ms-word.document.macroenabled.12', '', false],
    ['a.zip', 'application/java-archive', '', false],
    ['a.exe', 'application/x-msdownload', 'MZ', false],
    ['a.txt', null, 'BMW, one car\r\n', true],
    ['a.txt', 'image/bmp', 'BMW, one car\r\n', true],
    ['a.csv', null, 'name;caf\u00e9\n', true],
    ['a.txt', null, 'MZ\u0090\u0000\u0003', false],
    ['a.txt', null, '  <!DOCTYPE html><p>', false],
    ['a.csv', null, '\u00ef\u00bb\u00bf<svg onload=alert(1)>', false],
    ['a.txt', null, '<SCRIPT>alert(1)</SCRIPT>', false],
    ['a.txt', null, '<ana@fieldpost.example> wrote:', true],
    ['a.eml', null, 'From: ana\r\nSubject: Agenda\r\n\r\n<html>', true],
  ])('%s that shows itself as %s and begins with %j: %s', (name, detected, head, fine) => {
    expect(contentProblem(name, detected, bytes(head)) === null).toBe(fine)
  })

  test('text of a spreadsheet in UTF-16 is text, and a page in it is a page', () => {
    expect(contentProblem('a.csv', null, wide('имя;сумма\r\n'))).toBeNull()
    expect(contentProblem('a.csv', null, wide('<html>'))).toContain('.csv')
  })
})

test.each([
  ['agenda.pdf', [], 'agenda.pdf'],
  ['agenda.pdf', ['Agenda.PDF'], 'agenda (2).pdf'],
  ['agenda.pdf', ['agenda.pdf', 'agenda (2).pdf'], 'agenda (3).pdf'],
  ['agenda (2).pdf', ['agenda (2).pdf'], 'agenda (2) (2).pdf'],
  ['agenda.txt', ['agenda.pdf'], 'agenda.txt'],
])('%s beside %j is called %s', (name, taken, free) => {
  const others = taken.map((taken) => ({ name: taken, active: true }))
  expect(freeNameOf(name, others)).toBe(free)
  expect(
    freeNameOf(
      name,
      others.map((other) => ({ ...other, active: false })),
    ),
  ).toBe(name)
})

test('a path says where the bytes are, whatever the name', () => {
  expect(pathOfFile({ id: 7, name: 'a b/ü?.pdf' })).toBe('/api/files/7/a%20b%2F%C3%BC%3F.pdf')
  expect(maxFileBytes({ maxFileMb: 25 })).toBe(26_214_400)
})

test.each([
  [null, true],
  ['2026-03-01T00:00:00.000Z', true],
  ['2026-01-31T00:00:00.000Z', false],
])('bytes of a file removed at %s are needed: %s', (removedDate, needed) => {
  expect(needsBytes({ stored: true, removedDate }, '2026-02-01T00:00:00.000Z')).toBe(needed)
  // What is only announced names bytes that nobody has, or somebody else's.
  expect(needsBytes({ stored: false, removedDate }, '2026-02-01T00:00:00.000Z')).toBe(false)
})
