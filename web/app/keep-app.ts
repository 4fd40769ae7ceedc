import { useKeptApp } from '../state/kept-app.ts'
import type { KeptFiles } from '../sync/app-files.ts'
import { resultOver } from '../sync/beats.ts'
import { backOff, pause } from '../loading/pause.ts'
import { registerWorker } from './updates.ts'

const LOOK_MS = 3_600_000
const COUNT_MS = 500

/**
 * Sees to it that a service worker holds every file of the app, for as long as the page lives: what did not come is asked
 * for again after a while, and when the link or the person comes back. Where all is kept it looks for a new version once
 * an hour, and fetches that with the same patience.
 */
export async function keepApp(): Promise<void> {
  if (useKeptApp.getState().state === 'cannot') return
  // The browser itself looks for a new version when a page is opened.
  for (let failures = 0, lookForNew = false; ; lookForNew = true) {
    const { kept } = useKeptApp.getState()
    const done = await keepOnce(lookForNew).catch(() => false)
    failures = done || useKeptApp.getState().kept > kept ? 0 : failures + 1
    const wait = done ? pause(LOOK_MS, 'online') : pause(backOff(failures + 1), 'online', 'visible')
    useKeptApp.setState(({ state }) => ({ tryNow: wait.end, state: state === 'looking' ? 'keeping' : state }))
    await wait.over
  }
}

/** True when the active worker holds all its files and no newer one lacks any. */
async function keepOnce(lookForNew: boolean): Promise<boolean> {
  const registration = await registerWorker()
  registration.onupdatefound = () => useKeptApp.getState().tryNow()
  const { active } = registration
  // A browser may have thrown some away since they were kept.
  const isWhole = active !== null && (await keepIn(active, (files) => tell(files, true)))
  if (lookForNew && !registration.installing) await registration.update().catch(() => undefined)
  const next = registration.installing ?? (active ? null : registration.waiting)
  if (!next) return isWhole
  const isNextWhole = await keepIn(next, (files) => active ?? tell(files, false))
  if (active || !isNextWhole) return isWhole && isNextWhole
  await navigator.serviceWorker.ready
  return keepOnce(false)
}

function tell({ kept, total }: KeptFiles, isActive: boolean): void {
  useKeptApp.setState({ kept, total, state: isActive && kept === total ? 'kept' : 'keeping' })
}

/** Lets a worker fetch what it lacks, and tells meanwhile how far it is. True when it holds all. */
async function keepIn(worker: ServiceWorker, onCount: (files: KeptFiles) => void): Promise<boolean> {
  let isOver = false
  const count = async () => {
    const files = await ask(worker, 'count-files')
    if (files && !isOver) onCount(files)
    return files
  }
  if (isAll(await count())) return true
  const counting = setInterval(() => void count(), COUNT_MS)
  const files = await ask(worker, 'keep-files')
  clearInterval(counting)
  isOver = true
  if (files) onCount(files)
  return isAll(files)
}

const isAll = (files: KeptFiles | null): boolean => files !== null && files.kept === files.total

function ask(worker: ServiceWorker, type: 'count-files' | 'keep-files'): Promise<KeptFiles | null> {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ type }, [port2])
  return resultOver<KeptFiles>(port1)
}
