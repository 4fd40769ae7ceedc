/**
 * `now`, in which whatever says what it said before is the very same object, so that nobody draws it again. Of a list rows are told by their ids,
 * wherever they stand; what is neither a list nor a plain object is as it comes.
 */
export function asBefore<T>(before: unknown, now: T): T {
  const kind = kindOf(now)
  const isList = kind === Array
  if (kindOf(before) !== kind || !(isList || kind === Object)) return now
  const [was, is] = [before as Parts, now as Parts]
  const nameOf = (key: string, part: unknown): unknown => (isList && (part as Parts | null)?.['id']) || key
  const places = new Map(Object.keys(was).map((key) => [nameOf(key, was[key]), was[key]]))
  const next = (isList ? [] : {}) as Parts
  let isSame = places.size === Object.keys(is).length
  for (const key of Object.keys(is)) {
    next[key] = asBefore(places.get(nameOf(key, is[key])), is[key])
    isSame &&= key in was && next[key] === was[key]
  }
  return (isSame ? before : next) as T
}

type Parts = Record<string, unknown>
const kindOf = (value: unknown): unknown => (value as object | null | undefined)?.constructor
