import { diff3Merge, diffComm } from 'node-diff3'

/** A piece of a text beside the one before it. */
interface Piece {
  text: string
  kind: 'same' | 'gone' | 'new'
}

/** Word by word, from `before` to `after`; what is gone stands before what is new. */
export function changedWords(before: string, after: string): Piece[] {
  const pieces: Piece[] = []
  const say = (kind: Piece['kind'], words: readonly string[] | undefined) => {
    if (words?.length) pieces.push({ kind, text: words.join('') })
  }
  for (const part of diffComm(wordsOf(before), wordsOf(after)) as Part[]) {
    say('same', part.common)
    say('gone', part.buffer1)
    say('new', part.buffer2)
  }
  return pieces
}

/**
 * One text with what both have changed: `clean`. What both added in one place stands there one after the other, theirs first; where they made
 * something else of the same words, both texts stand whole under each other, and a person has to look at it.
 */
export function mergedWords(before: string, theirs: string, yours: string): { text: string; clean: boolean } {
  const regions = diff3Merge(wordsOf(theirs), wordsOf(before), wordsOf(yours), {
    excludeFalseConflicts: true,
  }) as Region[]
  const isClean = regions.every(({ conflict }) => !conflict?.o.length)
  if (!isClean) return { text: `${theirs}\n\n${yours}`, clean: false }
  const words = regions.flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])])
  return { text: words.join(''), clean: true }
}

interface Region {
  ok?: string[]
  conflict?: Record<'a' | 'o' | 'b', string[]>
}
interface Part {
  common?: string[]
  buffer1?: string[]
  buffer2?: string[]
}

/** Words, the room between them, and each mark alone: together they are the text. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
