import { sentenceOf } from '#shared/kernel/refusal.ts'
import { useNow } from '#web/data/clock.ts'
import { useStored } from '../../data/use-query.ts'
import type { AttentionItem } from '../../data/device.ts'
import { dayAndTimeOf } from '../../parts/when.tsx'

/** Why an item needs the person, in one sentence, and who was first. */
export function useReason(item: AttentionItem | null): { sentence: string; who: string | null } | null {
  const now = useNow()
  const by = item?.refusal?.by ?? 0
  const name = useStored(
    async (device) => (by > 0 ? ((await device.rows('users').get(by))?.fullName ?? null) : null),
    [by],
  )
  if (!item) return null
  const { refusal } = item
  const sentence = refusal ? sentenceOf(refusal) : conflictSentence(item)
  const at = refusal?.at ? dayAndTimeOf(refusal.at, now) : null
  return { sentence, who: [name, at].filter(Boolean).join(' · ') || null }
}

/** What became of an edit of which fields were changed by somebody else first. */
export const conflictSentence = (item: Pick<AttentionItem, 'call' | 'conflicts'>): string =>
  `Somebody else changed ${item.conflicts.length === 1 ? 'the same field' : 'the same fields'} first. ${
    isAppliedInPart(item) ? 'The rest of your edit was applied.' : 'Your edit was not applied.'
  }`

export const isAppliedInPart = ({ call, conflicts }: Pick<AttentionItem, 'call' | 'conflicts'>): boolean =>
  Object.keys((call.input as { fields?: object }).fields ?? {}).length > conflicts.length
