/**
 * What a page remembers of the person at it, beside their database. Nobody reloads between two people: who signs in next, here or in another
 * tab, finds nothing of it, and neither does the sign-in page. `atLock`: what does not even outlast the lock of its own person.
 */
export function ofOnePerson(forget: () => void, atLock?: () => void): void {
  memories.push({ forget, atLock })
}

const memories: { forget: () => void; atLock: (() => void) | undefined }[] = []

/** Only `session.ts` knows when. */
export const forgetPerson = (): void => memories.forEach(({ forget }) => forget())
export const coverPerson = (): void => memories.forEach(({ atLock }) => atLock?.())
