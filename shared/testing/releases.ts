/** How what `npm run release` keeps is named: `2.json`, and `2-2.json` for the second shape of one protocol. */
const placeOf = (name: string): [protocol: number, shape: number] => {
  const [, protocol, shape = 1] = /^(\d+)(?:-(\d+))?\./.exec(name) ?? []
  return [Number(protocol), Number(shape)]
}

/** In the order in which they went out. */
export const inOrder = (names: readonly string[]): string[] =>
  names.toSorted((a, b) => {
    const [[protocol, shape], [other, otherShape]] = [placeOf(a), placeOf(b)]
    return protocol - other || shape - otherShape
  })

/** The name of one more: nothing that went out is written again. */
export function nextName(names: readonly string[], protocol: number, ending: string): string {
  const shapes = names.map(placeOf).flatMap(([number, shape]) => (number === protocol ? [shape] : []))
  return `${protocol}${shapes.length === 0 ? '' : `-${Math.max(...shapes) + 1}`}${ending}`
}
