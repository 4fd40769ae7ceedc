const MOST = 120
const LEAD = 40

/** Two texts in a line each: of long ones the part where they begin to differ. */
export function aroundChange(before: string, after: string): [before: string, after: string] {
  const [was, is] = [[...before], [...after]]
  if (Math.max(was.length, is.length) <= MOST) return [before || 'nothing', after || 'nothing']
  const found = was.findIndex((letter, at) => letter !== is[at])
  const from = wordAt(was, found < 0 ? was.length : found)
  return [cut(was, from), cut(is, from)]
}

/** Some letters before `at`, from the beginning of a word where there is one. */
function wordAt(letters: readonly string[], at: number): number {
  const from = Math.max(0, at - LEAD)
  if (from === 0) return 0
  const room = letters.slice(from, at).findIndex((letter) => /\s/.test(letter))
  return room < 0 ? from : from + room + 1
}

const cut = (letters: readonly string[], from: number): string => {
  const part = letters.slice(from, from + MOST).join('')
  if (letters.length === 0) return 'nothing'
  return `${from > 0 ? '…' : ''}${part}${letters.length > from + MOST ? '…' : ''}`
}
