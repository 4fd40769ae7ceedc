import { contextAt, planOf, readInput, type AnyCommand } from '#shared/kernel/command.ts'
import { isRefusal, type Refusal } from '#shared/kernel/refusal.ts'
import { syncedTableNames } from '#shared/model/tables.ts'
import type { Device } from '../data/device.ts'
import { readDevice } from '../data/read.ts'
import { isIdle, runLocally, userOn, type Actor } from './perform.ts'

/** What would become of a command here and now: why it would be refused, `already` when nothing is left to do, null when it would go. */
export function rehearse(
  device: Device,
  actor: Actor,
  command: AnyCommand,
  input: unknown,
  now = Date.now(),
): Promise<Refusal | 'already' | null> {
  return device.transaction('r', [...syncedTableNames, 'meta'], async () => {
    const { skew } = await device.get('contact')
    const context = contextAt(await userOn(device, actor), new Date(now + skew).toISOString(), actor.organisation)
    const told = readInput(command, input)
    const plan = planOf(command, told.input, context.actor)
    const found = await readDevice(device, plan)
    const local = runLocally(context, command, told.input, plan, found, told.errors)
    return isRefusal(local) ? local : isIdle(local) ? 'already' : null
  })
}
