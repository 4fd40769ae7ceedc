import { IDBDatabase, IDBIndex, IDBObjectStore } from 'fake-indexeddb'

/**
 * What is asked of IndexedDB, counted where Dexie asks it. `steps`: how often something was asked once an earlier answer was there, which
 * is how often a transaction waits.
 */
interface Counted {
  requests: number
  steps: number
  /** Transactions that may write. */
  writing: number
}

let counted: Counted | undefined
let isAnswered = true

const verbs = [
  'add',
  'put',
  'delete',
  'clear',
  'get',
  'getAll',
  'getKey',
  'getAllKeys',
  'count',
  'openCursor',
  'openKeyCursor',
]
for (const { prototype } of [IDBObjectStore, IDBIndex] as unknown as { prototype: Record<string, unknown> }[])
  for (const verb of verbs) {
    const real = prototype[verb] as ((...args: unknown[]) => IDBRequest) | undefined
    if (real)
      prototype[verb] = function (this: unknown, ...args: unknown[]) {
        const request = real.apply(this, args)
        if (counted) {
          counted.requests++
          if (isAnswered) counted.steps++
          isAnswered = false
          request.addEventListener('success', () => (isAnswered = true))
        }
        return request
      }
  }
const { transaction } = IDBDatabase.prototype
IDBDatabase.prototype.transaction = function (
  this: unknown,
  stores: string | string[],
  mode?: string,
  ...more: never[]
) {
  if (counted && mode === 'readwrite') counted.writing++
  return transaction.call(this as never, stores as never, mode as never, ...more)
}

export async function counting(work: () => PromiseLike<unknown>): Promise<Counted> {
  const own: Counted = { requests: 0, steps: 0, writing: 0 }
  counted = own
  isAnswered = true
  await work()
  counted = undefined
  return own
}
