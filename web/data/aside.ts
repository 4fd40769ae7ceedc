/**
 * A page that the browser puts aside for *back* holds nothing. Scar: WebKit keeps its transactions open for as long as it keeps the page, and no
 * other page can write meanwhile. Nothing is lost by it: what is aborted was not on the disk, and `onDisk` does it again when the page is shown.
 */
export function holdNothingAside(): void {
  const open = new Set<IDBTransaction>()
  const { prototype } = IDBDatabase
  const begin = prototype.transaction
  prototype.transaction = function (...what) {
    const transaction = begin.apply(this, what)
    open.add(transaction)
    const end = () => open.delete(transaction)
    transaction.addEventListener('complete', end)
    transaction.addEventListener('abort', end)
    return transaction
  }
  window.addEventListener('pagehide', ({ persisted }) => {
    for (const transaction of persisted ? open : []) {
      try {
        transaction.abort()
      } catch {
        // It is being committed, and needs nobody for that.
      }
    }
  })
}
