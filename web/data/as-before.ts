/**
 * `now`, in which whatever says what it said before is the very same object, so that nobody draws it again. Of a list rows are told by their ids,
 * wherever they stand; what is neither a list nor a plain object is as it comes.
 */
export function asBefore<T>(before: unknown, now: T): T {
  const kind = kindOf(now)
  const isList = kind === Array.prototype
  if (kindOf(before) !== kind || !(isList || kind === Object.prototype)) return now
  const was = before as Parts
  const nameOf = ([key, part]: [string, unknown]): unknown => (isList ? (part as Parts | null)?.['id'] : null) ?? key
  const places = new Map(Object.entries(was).map((entry) => [nameOf(entry), entry[1]]))
  const entries = Object.entries(now as Parts).map((entry) => [entry[0], asBefore(places.get(nameOf(entry)), entry[1])])
  const isSame =
    entries.length === Object.keys(was).length && entries.every(([key, part]) => part === was[key as string])
  if (isSame) return before as T
  return (isList ? entries.map(([, part]) => part) : Object.fromEntries(entries)) as T
}

type Parts = Readonly<Record<string, unknown>>
/** Of what is not there, itself. */
const kindOf = (value: unknown): unknown => value && Object.getPrototypeOf(value)
