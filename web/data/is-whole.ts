import type { Project } from '#shared/model/project.ts'
import type { DeviceMeta } from './device.ts'

/** Whether all that belongs to a tasking is on this device, as far as it knows: of those closed long ago, only once it was fetched (decision 071). */
export const isWhole = (
  { id, closedDate }: Pick<Project, 'id' | 'closedDate'>,
  { before, whole }: DeviceMeta['closed'],
): boolean => closedDate === '' || closedDate >= before || whole.includes(id)
