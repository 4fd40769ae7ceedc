import { deviceCommands } from '#shared/commands/on-device.ts'
import { liftedInput } from '#shared/kernel/command.ts'
import { nowOn } from '../data/clock.ts'
import type { AttentionItem, Device, QueuedCall } from '../data/device.ts'
import { onDisk } from '../data/disk.ts'
import type { Actor } from '../sync/perform.ts'
import { performOnDisk } from '../sync/perform-on-disk.ts'
import { inputAgain } from './refused-request.ts'

/** The same command with the same input once more, judged anew, in the place of what was refused; null where this app does not know it. */
export async function performAgain(
  device: Device,
  actor: Actor,
  { name, version, input }: AttentionItem['call'],
  replaces: readonly AttentionItem[] = [],
) {
  const command = deviceCommands.get(name)
  if (!command) return null
  const again = await inputAgain(device, command, liftedInput(command, input, version))
  return performOnDisk(device, actor, command, again, { replaces: () => Promise.resolve([...replaces]) })
}

/** A call that was taken back waits again. What cannot be done any more needs the person, with all its words. */
export async function queueAgain(
  device: Device,
  actor: Actor,
  { touches: _, held: __, replaces, ...call }: QueuedCall,
) {
  const performed = await performAgain(device, actor, call, replaces)
  const refusal = performed?.notKept ? null : performed?.refusal
  if (refusal) {
    const received = new Date(nowOn(device)).toISOString()
    await onDisk(device, () => device.attention.put({ key: call.id, call, refusal, conflicts: [], received }))
  }
  return performed
}
