import { useEffect } from 'react'
import * as messages from '#shared/model/messages.ts'
import { useDevice } from '../data/device-context.tsx'
import type { Device, KeptFile } from '../data/device.ts'
import { useStored } from '../data/use-query.ts'
import { useSession } from '../session/session.ts'
import { dropProbes } from '../session/drop-probes.ts'
import { tidyFiles } from '../state/kept-files.ts'
import { firstToGo, lineOf, sendFiles, type Line } from '../state/send-files.ts'
import { toast } from '../state/toasts.ts'
import { useOnline } from '../state/use-online.ts'
import { useEngine } from '../sync/engine-context.tsx'

const WAIT_MS = { first: 1_000, most: 60_000, visible: 15_000 }

/** Sends files behind every page, as long as the app is open: when one is kept, when calls have gone, and when the link or the session is back. */
export function SendingFiles() {
  const { device, user } = useDevice()
  const { ask } = useEngine()
  const online = useOnline()
  const alive = useSession(({ session }) => session?.alive ?? false)
  const reason = useStored(reasonToSend)
  useEffect(() => void Promise.all([tidyFiles(device), dropProbes()]).catch(() => undefined), [device])
  useEffect(() => {
    if (!online || !alive || !reason || reason.startsWith('[[]')) return
    const over = new AbortController()
    const ended = (arrived: number) => {
      ask()
      if (arrived > 0) toast(messages.saved, { variant: 'success', key: 'files' })
    }
    void sendPatiently(lineOf(device, user.id), over.signal, ended)
    return () => over.abort()
  }, [device, user.id, online, alive, reason, ask])
  return null
}

/** Changes with whatever may let a file go. */
const reasonToSend = (device: Device): Promise<string> =>
  device.transaction('r', ['uploads', 'projects', 'requests', 'outbox', 'meta'], async () => {
    const files = await device.uploads.toArray()
    const places = await Promise.all(
      files.map(({ projectId, requestId }) =>
        projectId ? device.rows('projects').get(projectId) : device.rows('requests').get(requestId),
      ),
    )
    const mayGo = files.map(({ id, key, needsYou, fileId }, n) => [id, key, needsYou, fileId, Boolean(places[n])])
    return JSON.stringify([mayGo, await device.outbox.count(), (await device.get('position')).ready])
  })

/** Until nothing is left that may go. `ended`: something has arrived, or the server does not know the session, which a round finds out. */
async function sendPatiently(line: Line, signal: AbortSignal, ended: (arrived: number) => void): Promise<void> {
  for (let misses = 0; !signal.aborted; misses++) {
    const { kind, arrived } = await sendFiles(line, signal).catch(() => ({ kind: 'weather' as const, arrived: 0 }))
    if (arrived > 0 || kind === 'sign-in') ended(arrived)
    if (kind !== 'weather') return
    if (arrived > 0) misses = 0
    const most = document.visibilityState === 'visible' ? WAIT_MS.visible : WAIT_MS.most
    await new Promise((resolve) => setTimeout(resolve, Math.min(most, WAIT_MS.first * 2 ** misses)))
  }
}

/** How a waiting file stands: it is the one whose turn it is, waits for others before it, or for the connection. */
export type Turn = 'now' | 'later' | 'cut-off'

/** Told for all files at once: the same one is sent, whatever page shows it. */
export function useTurns(): (file: KeptFile) => Turn {
  const online = useOnline()
  const next = useStored(firstToGo)
  return ({ id }) => (!online ? 'cut-off' : id === next?.id ? 'now' : 'later')
}
