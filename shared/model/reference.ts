import * as z from 'zod/mini'
import { audit, cents, flag, id, line, ref } from './fields.ts'

export const countrySchema = z.object({ id, title: line, active: flag, ...audit })
export type Country = z.infer<typeof countrySchema>

/** Advisors are people to be served; they never sign in (C-204). */
export const advisorSchema = z.object({ id, name: line, teamId: ref, active: flag, ...audit })
export type Advisor = z.infer<typeof advisorSchema>

export const teamSchema = z.object({ id, name: line, active: flag, ...audit })
export type Team = z.infer<typeof teamSchema>

/**
 * A service is a `boc` in the specification's field names. Ids 1–8 are the request categories. `defaultAssigneeId`: who gets what is requested of
 * it, 0 nobody (C-079).
 */
export const serviceSchema = z.object({ id, name: line, defaultAssigneeId: ref, active: flag, ...audit })
export type Service = z.infer<typeof serviceSchema>

/** A sub-service is what a tasking's `taskId` names. `parentId` marks a sub-task of a category 8 option. */
export const subserviceSchema = z.object({
  id,
  bocId: ref,
  parentId: ref,
  name: line,
  active: flag,
  ...audit,
})
export type Subservice = z.infer<typeof subserviceSchema>

/**
 * A standard deliverable of a sub-service, offered and never created by itself (C-152). `position`: its place among those of its sub-service,
 * from 1; 0 is behind all that have one.
 */
export const deliverableTemplateSchema = z.object({
  id,
  taskId: ref,
  name: line,
  position: z.int().check(z.nonnegative()),
  active: flag,
  ...audit,
})
type Placed = Pick<z.infer<typeof deliverableTemplateSchema>, 'id' | 'name' | 'position'>

/** Standard deliverables of one sub-service as they are offered: by their place, then by name. */
export const byPlace = <T extends Placed>(rows: readonly T[]): T[] =>
  [...rows].sort(
    (a, b) => (a.position || Infinity) - (b.position || Infinity) || a.name.localeCompare(b.name) || a.id - b.id,
  )

/** A project type and a pool type are the same thing (C-176). */
export const projectTypeSchema = z.object({ id, name: line, teamId: ref, active: flag, ...audit })
export type ProjectType = z.infer<typeof projectTypeSchema>

/**
 * A pool of money. `actual`, `estimated` and `pending` are running totals over all its taskings (C.10), kept by the
 * commands that change a tasking's money or phase, because a device holds only part of the taskings.
 */
export const poolCodeSchema = z.object({
  id,
  projectTypeId: ref,
  poolCode: line,
  shipNumber: z.int().check(z.nonnegative()),
  funds: cents,
  active: flag,
  actual: cents,
  estimated: cents,
  pending: cents,
  ...audit,
})
export type PoolCode = z.infer<typeof poolCodeSchema>

/** Which letters a person wants: what needs them at once and the rest once a day, only what needs them, none. */
export const letterChoices = ['all', 'actions', 'none'] as const
export const themeChoices = ['system', 'light', 'dark'] as const
export const densityChoices = ['comfortable', 'compact'] as const
export const shortcutChoices = ['on', 'off'] as const

/** A name for an address of Find: what stands behind its `?`. */
const savedViewSchema = z.object({ name: line, search: line })
export type SavedView = z.infer<typeof savedViewSchema>

/**
 * Whom somebody decides for while that person is away (C-027): `id` is theirs, `roles` those with which they decide, from this day until that, both
 * included. It stands with the substitute, so that a decision needs no look-up.
 */
const standInSchema = z.object({ id: ref, roles: line, from: line, until: line })
export type StandIn = z.infer<typeof standInSchema>

/**
 * `roles` is a semicolon-separated list (C.4). Passwords live on the server alone, in another table. `zone` is the IANA name of where the person
 * is (C-230); empty or unknown, it is the organisation's. `shortcutsOff`: the names of those that are switched off one by one, semicolons between.
 */
export const userSchema = z.object({
  id,
  fullName: line,
  email: line,
  roles: line,
  teamId: ref,
  dashboard: line,
  active: flag,
  letters: z.enum(letterChoices),
  zone: line,
  theme: z.enum(themeChoices),
  density: z.enum(densityChoices),
  shortcuts: z.enum(shortcutChoices),
  shortcutsOff: line,
  views: z.array(savedViewSchema),
  standsInFor: z.array(standInSchema),
  ...audit,
})
export type User = z.infer<typeof userSchema>

export const blankPreferences: Pick<
  User,
  'letters' | 'zone' | 'theme' | 'density' | 'shortcuts' | 'shortcutsOff' | 'views'
> = {
  ...{ letters: 'all', zone: '' },
  ...{ theme: 'system', density: 'comfortable', shortcuts: 'on', shortcutsOff: '', views: [] },
}
export type Preferences = Pick<User, keyof typeof blankPreferences>
