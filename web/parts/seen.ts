import type { Device } from '../data/device.ts'
import { saidBy } from './keep-seen.ts'
import { fieldLabel, readableValue } from './readable-value.ts'

export interface SeenChange {
  field: string
  before: string
  after: string
}

/** What has changed since somebody decided about `print`, in words; empty where that is not known here any more. */
export async function changesSinceSeen(device: Device, id: number, print: string): Promise<SeenChange[]> {
  const before = (await device.get('seen'))?.findLast((one) => one.print === print)?.said
  const after = await saidBy(device, id)
  if (!before || !after) return []
  const fields = Object.keys(after).filter((field) => before[field] !== after[field])
  return Promise.all(
    fields.map(async (field) => ({
      field: fieldLabel(field),
      before: await readableValue(device, field, before[field]),
      after: await readableValue(device, field, after[field]),
    })),
  )
}
