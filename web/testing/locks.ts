interface Asked {
  signal: AbortSignal | undefined
  begin: () => void
}
interface Options {
  signal?: AbortSignal
  steal?: boolean
}
type Work = () => unknown

/** Web locks as the standard tells: one holder by name, the others in line, `steal` at once, a wait that can be given up. */
export function createLocks() {
  const byName = new Map<string, ReturnType<typeof createLock>>()
  return {
    request: (name: string, ...rest: [Work] | [Options, Work]) => {
      const lock = byName.get(name) ?? createLock()
      byName.set(name, lock)
      return rest.length === 1 ? lock({}, rest[0]) : lock(...rest)
    },
  }
}

function createLock() {
  const line: Asked[] = []
  let holder: { lose: () => void } | null = null
  const next = () => {
    if (!holder) line.shift()?.begin()
  }
  return ({ signal, steal = false }: Options, work: Work) =>
    new Promise((resolve, reject) => {
      const begin = () => {
        const own = { lose: () => reject(new DOMException('stolen', 'AbortError')) }
        holder = own
        void Promise.resolve(work())
          .then(resolve, reject)
          .finally(() => {
            if (holder === own) holder = null
            next()
          })
      }
      if (signal?.aborted) return reject(new DOMException('given up', 'AbortError'))
      const asked = { signal, begin }
      signal?.addEventListener('abort', () => {
        const at = line.indexOf(asked)
        if (at < 0) return
        line.splice(at, 1)
        reject(new DOMException('given up', 'AbortError'))
      })
      if (steal) {
        holder?.lose()
        begin()
      } else {
        line.push(asked)
        next()
      }
    })
}
