/**
 * SHA-256 of a text's UTF-16 units, high byte first, as its eight numbers: for those who cannot wait, as one waits for a browser's. Every device
 * carries it, and so it is short.
 */
export function sha256(text: string): number[] {
  const size = ((text.length + 36) >> 5) * 64
  const bytes = new DataView(new ArrayBuffer(size))
  for (let i = 0; i < text.length; i++) bytes.setUint16(2 * i, text.charCodeAt(i))
  bytes.setUint16(2 * text.length, 0x8000)
  bytes.setUint32(size - 4, 16 * text.length)
  let state = start
  for (let at = 0; at < size; at += 64) state = afterBlock(state, bytes, at)
  return state
}

/** Of a value, as a word. */
export const printOf = (value: unknown): string => sha256(JSON.stringify(value)).join()

type State = readonly [number, number, number, number, number, number, number, number]

function afterBlock(state: readonly number[], bytes: DataView, at: number): number[] {
  let [a, b, c, d, e, f, g, h] = state as State
  const placeOf = (i: number) => at + 4 * (i & 15)
  const word = (i: number) => bytes.getInt32(placeOf(i))
  for (let i = 0; i < 64; i++) {
    const near = word(i + 1)
    const far = word(i + 14)
    const next = word(i) + word(i + 9) + (mixed(near, 7, 18) ^ (near >>> 3)) + (mixed(far, 17, 19) ^ (far >>> 10))
    if (i > 15) bytes.setInt32(placeOf(i), next)
    const one = h + (mixed(e, 6, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (rounds[i] as number) + word(i)
    const two = (mixed(a, 2, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + (state[i] as number)) | 0)
}
const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))
const mixed = (word: number, one: number, other: number): number => turned(word, one) ^ turned(word, other)

/** What its constants are: the first bits of the fractions of the roots of the first primes. */
const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n)
const fraction = (root: number): number => (root * 2 ** 32) | 0
const rounds = primes.map((prime) => fraction(Math.cbrt(prime)))
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
