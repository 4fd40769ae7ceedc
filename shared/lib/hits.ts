import { plain } from './words.ts'

/**
 * Where the pieces of a term stand in a text as it is written, in order and without overlaps: what a list marks is what the search found.
 * "cote" is all of "Côte", and "bk-1" the first four letters of "BK-100".
 */
export function hitsIn(text: string, pieces: readonly string[]): [from: number, to: number][] {
  const words = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
    .map(({ 0: word, index }) => ({ word, index, letters: plain(word) }))
    .filter(({ letters }) => letters !== '')
  const hits = pieces.flatMap((piece) => {
    const sought = piece.trim().split(' ')
    const last = sought.length - 1
    return words.flatMap(({ index }, at): [number, number][] => {
      const end = words[at + last]
      const isHit = end && sought.every((one, i) => isBegun(words[at + i]?.letters ?? '', one, i === last))
      return isHit ? [[index, end.index + lengthOf(end.word, sought[last] ?? '')]] : []
    })
  })
  const apart: [number, number][] = []
  for (const [from, to] of hits.sort(([one], [other]) => one - other)) {
    const before = apart.at(-1)
    if (before && from <= before[1]) before[1] = Math.max(before[1], to)
    else apart.push([from, to])
  }
  return apart
}
const isBegun = (letters: string, piece: string, mayGoOn: boolean): boolean =>
  mayGoOn ? letters.startsWith(piece) : letters === piece

/** How much of a word as it is written is this beginning of its plain letters. */
function lengthOf(word: string, letters: string): number {
  let [length, plainLength] = [0, 0]
  for (const letter of word) {
    const own = plain(letter).length
    if (plainLength >= letters.length && own > 0) break
    plainLength += own
    length += letter.length
  }
  return length
}
