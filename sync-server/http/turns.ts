/** Lets each person do so much of something at once. What more they ask for waits for its turn, in order, and for nobody else's. */
export function createTurns(atOnce: number) {
  const lines = new Map<number, { running: number; waiting: (() => void)[] }>()
  return async <T>(person: number, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(person) ?? { running: 0, waiting: [] }
    lines.set(person, line)
    if (line.running < atOnce) line.running++
    else await new Promise<void>((go) => line.waiting.push(go))
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      // The place is handed on; where nobody waits it is free.
      if (next) next()
      else if (--line.running === 0) lines.delete(person)
    }
  }
}
