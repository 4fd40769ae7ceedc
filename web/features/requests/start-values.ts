import type * as z from 'zod/mini'
import type { startFields } from '#shared/commands/forms.ts'
import type { AnswerOf } from '#shared/kernel/query.ts'
import { faultUnless, type FieldError } from '#shared/kernel/refusal.ts'
import type { Day } from '#shared/lib/day.ts'
import * as messages from '#shared/model/messages.ts'
import type { User } from '#shared/model/reference.ts'
import type { Request } from '#shared/model/request.ts'
import type { startChoices } from '#shared/queries/requests.ts'

export type StartChoices = AnswerOf<typeof startChoices>
export type StartValues = { [K in keyof typeof startFields]: z.infer<(typeof startFields)[K]> }

/** On the screen a due date is judged by the calendar of today; a call on its way has a day's grace (`kept` was there before). */
export const dueDateErrors = (dueDate: Day, today: Day, kept?: Day): FieldError[] =>
  faultUnless(dueDate >= today || dueDate === kept, 'dueDate', messages.dueDatePast)

export const startOf = (request: Request): StartValues => ({
  countryId: request.countryId,
  teamId: request.teamId,
  advisorId: request.advisorId,
  projectTypeId: request.projectTypeId,
  poolCode: request.poolCode,
  dueDate: request.dueDate,
  blanketTasking: request.blanketTasking,
})

export const blankStart: StartValues = {
  countryId: 0,
  teamId: 0,
  advisorId: 0,
  projectTypeId: 0,
  poolCode: '',
  dueDate: '',
  blanketTasking: null,
}

/** A new request starts where the last one was, as far as that can still be chosen; the rest is asked. */
export function firstValues(
  choices: Omit<StartChoices, 'last'> & { last: Request | null },
  user: Pick<User, 'teamId'>,
): StartValues {
  const { last } = choices
  const still = (rows: readonly { id: number }[], id: number | undefined) =>
    id !== undefined && rows.some((row) => row.id === id) ? id : 0
  const teamId = user.teamId > 0 ? user.teamId : still(choices.teams, last?.teamId)
  return {
    ...blankStart,
    countryId: still(choices.countries, last?.countryId),
    teamId,
    advisorId: still(choices.advisors, last?.advisorId),
    projectTypeId: still(typesOf(choices, teamId), last?.projectTypeId),
  }
}

/** Whoever has a team starts for no other (C-023): of one that they had before, type and pool are asked again. */
export function inOwnTeam(
  values: StartValues,
  current: StartValues,
  choices: Pick<StartChoices, 'projectTypes'>,
  { teamId }: Pick<User, 'teamId'>,
): StartValues {
  if (teamId === 0) return values
  const isOfIt =
    typesOf(choices, teamId).some(({ id }) => id === values.projectTypeId) ||
    (current.teamId === teamId && current.projectTypeId === values.projectTypeId)
  return isOfIt ? { ...values, teamId } : { ...values, teamId, projectTypeId: 0, poolCode: '' }
}

type Place = Pick<StartValues, 'countryId' | 'teamId' | 'advisorId' | 'projectTypeId'>
const placeFields = ['countryId', 'teamId', 'advisorId', 'projectTypeId'] as const

export const isPlaceComplete = (values: Place): boolean => placeFields.every((field) => values[field] > 0)
export const isSamePlace = (values: Place, other: Place | null): boolean =>
  other !== null && placeFields.every((field) => values[field] === other[field])
export const isPlaceField = (field: string): boolean => (placeFields as readonly string[]).includes(field)

/** The project types of a team (C-023). */
export const typesOf = (choices: Pick<StartChoices, 'projectTypes'>, teamId: number) =>
  choices.projectTypes.filter((type) => type.teamId === teamId)
