import { IDBFactory } from 'fake-indexeddb'
import { endKeptSession, readSession, wasRevoked, writeSession, type KeptSession } from '../session/kept-session.ts'
import type { Late } from './stop-in-the-middle.ts'
import type { Ending, TestDevice, World } from './world.ts'

const kept = new WeakMap<IDBFactory, { session: KeptSession | null; revoked: boolean }>()
let here: IDBFactory | undefined
let signIns = 0

/** From here on the session store is that of this machine, whoever acts there; a process has one, and what another machine had in it lies apart meanwhile. */
async function standAt(disk: IDBFactory): Promise<void> {
  // Dexie has looked for one when it was read, so that no live query is woken.
  globalThis.indexedDB ??= new IDBFactory()
  if (here === disk) return
  if (here) kept.set(here, { session: await readSession(), revoked: await wasRevoked() })
  here = disk
  const { session = null, revoked = false } = kept.get(disk) ?? {}
  await writeSession(session)
  if (revoked) await endKeptSession(null, 'revoked')
}

/** Does it with the sessions of that machine. */
export async function onMachineOf<T>({ disk }: TestDevice, work: () => Promise<T>): Promise<T> {
  await standAt(disk)
  return work()
}

/** What goes on later goes on there. */
export const laterAt =
  (device: TestDevice, late: Late[]): ((goOn: Late) => void) =>
  (goOn) =>
    void late.push(() => onMachineOf(device, goOn))

/** Whoever was there before is no longer signed in, in no tab of that machine. */
export const signIn = ({ server }: World, device: TestDevice): Promise<void> =>
  onMachineOf(device, () => {
    const token = `${device.user.id}.${++signIns + 1_000}`
    return writeSession({ user: device.user, organisation: server.organisation, token, expires: token, alive: true })
  })

/** Of whoever is signed in there, on each machine that was copied with it. */
export const endSession = (world: World, device: TestDevice, ending: Ending): Promise<void> =>
  onMachineOf(device, async () => {
    const session = await readSession()
    if (session) await world.endSession(session.token, ending)
  })

/** A cloned disk has the session of the other. */
export async function copySession(from: TestDevice, to: TestDevice): Promise<void> {
  const session = await onMachineOf(from, readSession)
  await onMachineOf(to, () => writeSession(session))
}
