/**
 * Cache Storage in memory, as far as this app uses it: caches by name, answers by address, in the order they were put; reading does not use an answer up.
 * `isFull` refuses what is new, and a whole cache is not deleted for good; reading goes on, as in a browser on a full disk. `puts` counts what was tried.
 */
export function createCaches() {
  const byName = new Map<string, Map<string, Response>>()
  const address = (request: RequestInfo | URL): string =>
    new URL(request instanceof Request ? request.url : String(request), 'https://app.example').href
  const storage = {
    isFull: false,
    puts: 0,
    names: () => [...byName.keys()],
    open: (name: string) => {
      const entries = byName.get(name) ?? new Map<string, Response>()
      byName.set(name, entries)
      return Promise.resolve({
        keys: () => Promise.resolve([...entries.keys()].map((url) => new Request(url))),
        match: (request: RequestInfo) => Promise.resolve(entries.get(address(request))?.clone()),
        put: (request: RequestInfo, response: Response) => {
          storage.puts += 1
          if (storage.isFull) return Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'))
          entries.set(address(request), response)
          return Promise.resolve()
        },
        delete: (request: RequestInfo) => Promise.resolve(entries.delete(address(request))),
      })
    },
    keys: () => Promise.resolve([...byName.keys()]),
    delete: (name: string) => Promise.resolve(storage.isFull || byName.delete(name)),
  }
  return storage
}

/** `localStorage` in memory. */
export function createLocalStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
