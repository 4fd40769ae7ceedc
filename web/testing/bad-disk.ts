import { forceCloseDatabase, IDBObjectStore } from 'fake-indexeddb'

/** A disk of a test device that fills up, whose databases the browser closes, and that does not open them for a while. */
export interface BadDisk {
  /** So many more rows fit; the next one aborts its transaction, as a full disk does. */
  fillAfter: (rows: number) => void
  makeRoom: () => void
  /** The browser closes every connection, without being asked. */
  closeConnections: () => void
  /** Opening fails from now on, is never answered, or works again. */
  opens: boolean | 'never'
}

const state = new WeakMap<object, { left: number }>()
const known = new WeakMap<IDBFactory, BadDisk>()
for (const verb of ['add', 'put'] as const) {
  const real = IDBObjectStore.prototype[verb] as (...args: unknown[]) => IDBRequest
  IDBObjectStore.prototype[verb] = function (this: IDBObjectStore, ...args: unknown[]) {
    const request = real.apply(this, args)
    const disk = state.get(this.transaction.db)
    if (disk && disk.left-- <= 0) {
      Object.assign(this.transaction, { error: new DOMException('The disk is full', 'QuotaExceededError') })
      this.transaction.abort()
    }
    return request as never
  }
}

/** Take it before the first device opens its database there; several databases may lie on one. */
export function badDisk(disk: IDBFactory): BadDisk {
  const before = known.get(disk)
  if (before) return before
  const rows = { left: Infinity }
  const connections = new Set<IDBDatabase>()
  const own: BadDisk = {
    fillAfter: (left) => void (rows.left = left),
    makeRoom: () => void (rows.left = Infinity),
    closeConnections: () => {
      for (const connection of connections) forceCloseDatabase(connection as never)
      connections.clear()
    },
    opens: true,
  }
  known.set(disk, own)
  const open = disk.open.bind(disk)
  disk.open = (...args) => {
    // What Chromium says of a database it cannot get at.
    if (!own.opens) throw new DOMException('Internal error opening backing store.', 'UnknownError')
    if (own.opens === 'never') return {} as IDBOpenDBRequest
    const request = open(...args)
    const note = () => {
      const connection = request.result
      state.set(connection, rows)
      connections.add(connection)
    }
    request.addEventListener('success', note)
    return request
  }
  return own
}
