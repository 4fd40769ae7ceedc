import { deviceCommands } from '#shared/commands/on-device.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import type { AttentionItem } from '../../data/device.ts'
import type { OpenDevice } from '../../data/device-context.tsx'
import { askDevice } from '../../data/use-query.ts'
import { isLate, lastDecision, type LastDecision } from '../../parts/last-decision.ts'
import { rehearse } from '../../sync/rehearse.ts'

export interface Outlook {
  /** What was decided about the tasking meanwhile, where that is why the call was refused. */
  decided: LastDecision | null
  /** Why it would be refused again, as far as this device can tell; null when it may succeed. */
  hindrance: string | null
}

/** What can still become of a refused call, asked of the rows as they are now. */
export async function outlookOf(
  open: Omit<OpenDevice, 'following'>,
  item: AttentionItem,
  projectId: number,
): Promise<Outlook> {
  const { call, refusal } = item
  const detail =
    refusal && isLate(refusal) && projectId > 0 ? await askDevice(open, projectDetail, { id: projectId }) : null
  return { decided: detail && lastDecision(detail), hindrance: await hindranceOf(open, call) }
}

async function hindranceOf(
  { device, ...actor }: Omit<OpenDevice, 'following'>,
  { name, input }: AttentionItem['call'],
): Promise<string | null> {
  const command = deviceCommands.get(name)
  if (!command) return 'This version of Fieldpost does not know this action any more.'
  const now = await rehearse(device, actor, command, input)
  return now === null ? null : now === 'already' ? 'It is already so. Nothing is left to do.' : sentenceOf(now)
}
