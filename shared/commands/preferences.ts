import * as z from 'zod/mini'
import { put } from '../kernel/change.ts'
import { defineCommand } from '../kernel/command.ts'
import { one } from '../kernel/reads.ts'
import { already, invalid } from '../kernel/refusal.ts'
import { isZone } from '../lib/day.ts'
import { keyOf } from '../lib/words.ts'
import { line, lineOf } from '../model/fields.ts'
import * as messages from '../model/messages.ts'
import {
  densityChoices,
  letterChoices,
  shortcutChoices,
  themeChoices,
  type SavedView,
  type User,
} from '../model/reference.ts'

const called = lineOf(1, 'Please give the view a name', 60)

/**
 * How somebody likes to work: columns of their own row, so that they follow the person (C-255). No change of the account: who has its form open is
 * not told of it.
 */
export const savePreferences = defineCommand({
  name: 'savePreferences',
  ability: 'keepOwn',
  input: z.strictObject({
    letters: z.optional(z.enum(letterChoices)),
    zone: z.optional(line.check(z.refine(isZone, 'There is no such time zone'))),
    theme: z.optional(z.enum(themeChoices)),
    density: z.optional(z.enum(densityChoices)),
    shortcuts: z.optional(z.enum(shortcutChoices)),
    shortcutsOff: z.optional(line),
    view: z.optional(z.strictObject({ name: called, search: line, was: z.optional(line) })),
  }),
  reads: (_, actor) => ({ own: one('users', actor.id) }),
  allow: () => null,
  run({ view, ...input }, { own }) {
    if (!own) return already()
    const changed = Object.entries(input).filter(
      ([name, value]) => value !== undefined && own[name as keyof User] !== value,
    )
    const views = view ? viewsWith(own.views, view) : own.views
    if (views.length > MOST_VIEWS) return invalid('view', messages.tooManyViews)
    if (changed.length === 0 && JSON.stringify(views) === JSON.stringify(own.views)) return already()
    return [put('users', { ...own, ...Object.fromEntries(changed), views })]
  },
})

const MOST_VIEWS = 30

/** One view at a time, so that two devices do not throw away each other's: by its name, or the one it had (`was`). Without a search it goes. */
function viewsWith(
  views: readonly SavedView[],
  { name, search, was = name }: SavedView & { was?: string | undefined },
): SavedView[] {
  const isSame = (view: SavedView) => [name, was].some((one) => keyOf(one) === keyOf(view.name))
  const at = views.findIndex(isSame)
  const others = views.filter((view) => !isSame(view))
  if (search === '') return others
  return others.toSpliced(at < 0 ? others.length : at, 0, { name: name.trim(), search })
}
