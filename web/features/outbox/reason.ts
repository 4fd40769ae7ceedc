import { sentenceOf } from '#shared/kernel/refusal.ts'
import { useStored } from '../../data/use-query.ts'
import type { AttentionItem } from '../../data/device.ts'
import { dayAndTimeOf, useNow } from '../../parts/when.tsx'

/** Why an item needs the person, in one sentence, and who was first. */
export function useReason(item: AttentionItem | null): { sentence: string; who: string | null } | null {
  const now = useNow()
  const by = item?.refusal?.by ?? 0
  const name = useStored(
    async (device) => (by > 0 ? ((await device.rows('users').get(by))?.fullName ?? null) : null),
    [by],
  )
  if (!item) return null
  const { refusal, conflicts } = item
  const sentence = refusal
    ? sentenceOf(refusal)
    : `Somebody else changed ${conflicts.length === 1 ? 'the same field' : 'the same fields'} first. The rest of your edit was applied.`
  const at = refusal?.at ? dayAndTimeOf(refusal.at, now) : null
  return { sentence, who: [name, at].filter(Boolean).join(' · ') || null }
}
