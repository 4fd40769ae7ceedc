import { useDevice } from '../../data/device-context.tsx'
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
  const counts = useStored(
    async (device) => ({
      drafts: await countDrafts(device, user.id),
      outbox: await countUnsent(device),
      attention: await countAttention(device),
    }),
    [user.id],
    useFirstLook(),
  )
  return counts ?? { drafts: 0, outbox: 0, attention: 0 }
}
