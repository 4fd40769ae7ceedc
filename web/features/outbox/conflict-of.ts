import { projectDetail } from '#shared/queries/projects.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import type { Value } from '#shared/kernel/reads.ts'
import type { AttentionItem } from '#web/data/device.ts'
import type { OpenDevice } from '#web/data/device-context.tsx'
import { askDevice } from '#web/data/use-query.ts'
import { readableValue } from '#web/parts/readable-value.ts'
import { labels, type TaskingField } from '#web/parts/tasking-labels.ts'
import { mergedWords } from './merge-words.ts'

export type Side = 'theirs' | 'yours' | 'both'

/** A field that two people made something different of; `words` are the values as people read them. */
export interface Contested {
  field: TaskingField
  label: string
  values: Record<'before' | Side, Value>
  words: Record<'before' | Side, string>
  /** A longer text, of which both changes can be kept. Not `clean` where they changed the same words. */
  text: { clean: boolean } | null
}

export interface Conflict {
  detail: NonNullable<AnswerOf<typeof projectDetail>>
  /** Who changed it meanwhile (0: nobody knows), and when. */
  by: { id: number; name: string }
  at: string | null
  fields: Contested[]
  /** What the same edit changed besides, and nobody else did. */
  combined: string[]
}

/**
 * What there is to choose about an edit of which some fields were not applied. *Theirs* is what the tasking says now, not what it said when the server
 * judged. Null where the tasking is not on this device any more.
 */
export async function conflictOf(
  open: Omit<OpenDevice, 'following'>,
  { call, conflicts }: AttentionItem,
): Promise<Conflict | null> {
  const { id, fields: edits } = call.input as { id: number; fields: Partial<Record<TaskingField, unknown>> }
  const detail = await askDevice(open, projectDetail, { id })
  if (!detail) return null
  const { project } = detail
  const fields = await Promise.all(
    conflicts.map(async ({ field, before, yours }): Promise<Contested> => {
      const name = field as TaskingField
      const theirs = project[name]
      const isText = name === 'description'
      const merged = isText ? mergedWords(String(before), String(theirs), String(yours)) : null
      const values = { before, theirs, yours, both: merged?.text ?? theirs }
      const words = await Promise.all(Object.values(values).map((value) => readableValue(open.device, field, value)))
      const [beforeWords = '', theirWords = '', yourWords = '', bothWords = ''] = words
      return {
        field: name,
        label: labels[name],
        values,
        words: { before: beforeWords, theirs: theirWords, yours: yourWords, both: bothWords },
        text: merged && { clean: merged.clean },
      }
    }),
  )
  // An earlier edit of one's own may have signed the row since: older servers name that.
  const last = conflicts.find(({ by }) => by && by !== open.user.id)
  const other = last?.by ? await open.device.rows('users').get(last.by) : undefined
  const contested = conflicts.map(({ field }) => field)
  return {
    detail,
    by: { id: other?.id ?? 0, name: other?.fullName ?? 'Somebody else' },
    at: last?.at ?? null,
    // What has become the same meanwhile needs nobody; texts stand below the columns.
    fields: fields
      .filter(({ values }) => values.theirs !== values.yours)
      .sort((a, b) => Number(a.text !== null) - Number(b.text !== null)),
    combined: Object.keys(edits)
      .filter((field) => !contested.includes(field))
      .map((field) => labels[field as TaskingField]),
  }
}

/** Of money, people and days what they wrote; of a text both; of all else what this person wrote. */
export function firstChoice({ field, text }: Pick<Contested, 'field' | 'text'>): Side {
  if (text) return 'both'
  return theirsFirst.has(field) ? 'theirs' : 'yours'
}
const theirsFirst: ReadonlySet<TaskingField> = new Set([
  'assigneeId',
  'dueDate',
  'taskingCostEstimate',
  'initialCostEstimate',
  'actualCost',
])

/** The edit that carries out what was chosen, over what the tasking says now; what is given up for theirs is only told. */
export function editOf(fields: readonly Contested[], choices: Partial<Record<TaskingField, Side>>) {
  const chosen = fields.map((contested) => {
    const { field, values } = contested
    const to = values[choices[field] ?? firstChoice(contested)]
    return { field, from: values.theirs, to, yours: values.yours }
  })
  const isKept = ({ from, to }: { from: Value; to: Value }) => from === to
  const kept = chosen.filter(isKept).map(({ field, from, yours }) => [field, { from, to: yours }] as const)
  return {
    fields: Object.fromEntries(
      chosen.filter((one) => !isKept(one)).map(({ field, from, to }) => [field, { from, to }]),
    ),
    ...(kept.length > 0 && { givenUp: Object.fromEntries(kept) }),
  }
}
