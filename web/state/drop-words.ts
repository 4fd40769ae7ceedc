import type { AttentionItem, Device } from '../data/device.ts'
import { onDisk } from '../data/disk.ts'

/** Half-typed forms and refused calls that the person throws away. Hands back how to take that back. */
export async function dropWords(
  device: Device,
  formKeys: readonly string[],
  refused: readonly AttentionItem[],
): Promise<() => Promise<unknown>> {
  const forms = (await device.forms.bulkGet([...formKeys])).filter((form) => form !== undefined)
  const change = (how: () => Promise<unknown>) =>
    onDisk(device, () => device.transaction('rw', device.attention, device.forms, how))
  await change(async () => {
    await device.attention.bulkDelete(refused.map(({ key }) => key))
    await device.forms.bulkDelete(forms.map(({ key }) => key))
  })
  return () =>
    change(async () => {
      await device.attention.bulkPut(refused)
      await device.forms.bulkPut(forms)
    })
}
