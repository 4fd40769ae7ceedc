import { useEffect } from 'react'
import type { DeviceMeta } from '#web/data/device.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { onDisk } from '#web/data/disk.ts'
import { useStored } from '#web/data/use-query.ts'
import { useServerAnswer } from '#web/state/use-server-answer.ts'
import { readableValue } from '#web/parts/readable-value.ts'
import type { ChangedField, DiaryDeed } from './activity.ts'
import type { ProjectDetail } from './project-detail.ts'

const MOST = 30
/** Of each, the newest. */
const MOST_DEEDS = 100

/** What the server's diary says of this tasking; without a connection what it said last. Empty until something is known. */
export function useDiary({ project, deliverables, files }: ProjectDetail): readonly DiaryDeed[] {
  const { device } = useDevice()
  const { id } = project
  const changes = [project.modifiedDate, ...deliverables.map((row) => row.modifiedDate), files.length].join()
  const { body } = useServerAnswer<DiaryDeed[]>(`projects/${id}/activity`, changes)
  const kept = useStored(async (stored) => (await stored.get('diary'))?.find((one) => one.id === id), [id])
  useEffect(() => {
    if (!body) return
    const keep = (all: DeviceMeta['diary'] = []) => [
      ...all.filter((one) => one.id !== id).slice(1 - MOST),
      { id, deeds: body.slice(0, MOST_DEEDS) },
    ]
    void onDisk(device, () => device.change('diary', keep)).catch(() => undefined)
  }, [device, id, body])
  return body ?? (kept?.deeds as DiaryDeed[] | undefined) ?? nothing
}
const nothing: readonly DiaryDeed[] = []

/** Each field as the form shows it: names for ids, dollars for cents. */
export function useReadable(fields: readonly ChangedField[]): { field: string; before: string; after: string }[] {
  const read = useStored(
    (device) =>
      Promise.all(
        fields.map(async ({ field, before, after }) => ({
          field,
          before: await readableValue(device, field, before),
          after: await readableValue(device, field, after),
        })),
      ),
    [JSON.stringify(fields)],
  )
  return read ?? []
}
