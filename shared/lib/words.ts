/**
 * How words are found, the same on the device and on the server: lower case, without accents, split at everything that is
 * no letter or digit. In this form a text is one string with a space before each word, ` t 42 17`.
 */
export const wordsOf = (text: string): string => ` ${plain(text)}`.replace(/[^\p{L}\p{N}]+/gu, ' ').trimEnd()

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

/** Whether each piece, or the last of several words, begins a word of the text. */
export function hasPiece(text: string, piece: string): boolean {
  // Most texts have not even the letters, and putting them into words costs more than looking.
  const [first = ''] = piece.slice(1).split(' ', 1)
  return plain(text).includes(first) && wordsOf(text).includes(piece)
}

/** Whether it does so with its last word whole. */
export const hasWhole = (text: string, piece: string): boolean => `${wordsOf(text)} `.includes(`${piece} `)

/** Most texts have no accents, and taking them off costs more than all the rest. */
const plain = (text: string): string => (isAscii.test(text) ? text : withoutAccents(text)).toLowerCase()
const isAscii = /^[ -~\s]*$/
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')
