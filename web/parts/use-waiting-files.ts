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

/** What has arrived stays until its own row is here, so that nothing disappears in between. */
async function shownFiles(device: Device): Promise<KeptFile[]> {
  const files = await device.uploads.toArray()
  const rows = await device.rows('files').bulkGet(files.map(({ fileId }) => fileId))
  return files.filter((_, n) => !rows[n]?.stored).sort((a, b) => a.at.localeCompare(b.at))
}
