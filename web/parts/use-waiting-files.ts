import type { File } from '#shared/model/project.ts'
import type { Device, KeptFile } from '../data/device.ts'
import { useStored } from '../data/use-query.ts'

/** What waits on this device at a tasking and its request, or at a draft; all of it without a place. Undefined until that is known. */
export function useWaitingFiles(place?: { projectId?: number; requestId?: number }): KeptFile[] | undefined {
  const { projectId = 0, requestId = 0 } = place ?? {}
  const isAt = (file: KeptFile) =>
    (projectId > 0 && file.projectId === projectId) || (requestId > 0 && file.requestId === requestId)
  return useStored(
    async (device) => (await shownFiles(device)).filter((file) => !place || isAt(file)),
    [projectId, requestId],
  )
}

type Fact = Pick<File, 'id' | 'stored'>

/** What is announced and on its way from somewhere else. */
export const comingOf = <F extends Fact>(files: readonly F[], here: readonly KeptFile[]): F[] =>
  files.filter(({ id, stored }) => !stored && !here.some(({ factId }) => factId === id))

/** How many have arrived, and how many are still to come: from this device, or from another. */
export const arrivingOf = (files: readonly Fact[], here: readonly KeptFile[]) => ({
  sent: files.filter(({ stored }) => stored).length,
  waiting: here.length + comingOf(files, here).length,
})

/** Undefined until that is known. */
export function useArriving(files: readonly Fact[], place: { projectId?: number; requestId?: number }) {
  const here = useWaitingFiles(place)
  return here && arrivingOf(files, here)
}

/** What has arrived stays until its own row is here, so that nothing disappears in between. */
async function shownFiles(device: Device): Promise<KeptFile[]> {
  const files = await device.uploads.toArray()
  const rows = await device.rows('files').bulkGet(files.map(({ fileId }) => fileId))
  return files.filter((_, n) => !rows[n]?.stored).sort((a, b) => a.at.localeCompare(b.at))
}
