import { useDevice } from '../../data/device-context.tsx'
import type { Device } from '../../data/device.ts'
import { useStored } from '../../data/use-query.ts'
import { useFirstLook } from '../../loading/first-look.ts'
import { countDrafts } from '../../state/half-typed-starts.ts'
import { countAttention, countUnsent } from '../../state/unsent.ts'

export interface Counts {
  drafts: number
  outbox: number
  attention: number
}

/** What the shell counts on this device, once the screen's own rows are there. */
export function useCounts(): Counts {
  const { user } = useDevice()
  const counts = useStored((device) => countAll(device, user.id), [user.id], useFirstLook())
  return counts ?? { drafts: 0, outbox: 0, attention: 0 }
}

const countAll = (device: Device, userId: number): Promise<Counts> =>
  device.transaction('r', ['requests', 'forms', 'outbox', 'attention', 'uploads'], async () => ({
    drafts: await countDrafts(device, userId),
    outbox: await countUnsent(device),
    attention: await countAttention(device),
  }))
