/** The disk is full, the file cannot be written or the store is closed: nothing was written; try again later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The disk has no room for files, or not enough: the bytes were not kept. */
export class NoRoom extends StoreUnavailable {
  override name = 'NoRoom'
}

/** Pages of the database cannot be understood: nothing is written any more until a backup is restored. */
export class StoreDamaged extends StoreUnavailable {
  override name = 'StoreDamaged'
}

/** Starting again changes nothing: somebody has to act first. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** The file is no database that can be read: only a backup helps. */
export class DatabaseUnreadable extends CannotStart {
  override name = 'DatabaseUnreadable'
}

/** What may be left undone while the database takes no writes. */
export function leftUndone(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}
