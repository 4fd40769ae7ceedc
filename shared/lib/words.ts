/**
 * How words are found, the same on the device and on the server: lower case, without accents, split at everything that is
 * no letter or digit. In this form a text is one string with a space before each word, ` t 42 17`.
 */
export function wordsOf(text: string): string {
  const letters = plain(text)
  const others = isAscii.test(letters) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu
  return ` ${letters}`.replace(others, ' ').trimEnd()
}

/** One letter begins half of all words, so it is not looked for; nor is anything behind so many others. */
export const MIN_TERM = 2
const MOST_PIECES = 12

/**
 * What a term looks for, each once. A part such as `bk-1` is a piece of several words: they stand together, and the last one
 * may go on.
 */
export function piecesOf(term: string): string[] {
  const pieces = term.split(/\s+/).map(wordsOf)
  return [...new Set(pieces)].filter((piece) => piece.length > MIN_TERM).slice(0, MOST_PIECES)
}

/** Whether a piece begins a word of a text that is `plain`. */
export function hasPiece(letters: string, piece: string): boolean {
  // Most texts have not even the letters, and putting them into words costs more than looking.
  const end = piece.indexOf(' ', 1)
  const first = piece.slice(1, end < 0 ? undefined : end)
  return letters.includes(first) && wordsOf(letters).includes(piece)
}

/** Whether it does so with its last word whole. */
export const hasWhole = (letters: string, piece: string): boolean => `${wordsOf(letters)} `.includes(`${piece} `)

/** Whether each word of a term begins a word of the text: how pickers find, from the first letter on. */
export function hasWords(text: string, term: string): boolean {
  const letters = plain(text)
  return term.split(/\s+/).every((word) => hasPiece(letters, wordsOf(word)))
}

/** Lower case, without accents. Most texts have none, and taking them off costs more than all the rest. */
export const plain = (text: string): string => (isAscii.test(text) ? text : withoutAccents(text)).toLowerCase()
const isAscii = /^[ -~\s]*$/
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** How names, codes and addresses are told apart: without regard to case and spaces around them. */
export const keyOf = (text: string): string => text.trim().toLowerCase()
