import * as z from 'zod/mini'
import type { Context } from '../kernel/command.ts'
import { defineQuery } from '../kernel/query.ts'
import { many, one, page, tally } from '../kernel/reads.ts'
import { startOfDay, type Day, type Instant } from '../lib/day.ts'
import { must } from '../lib/must.ts'
import { pageOf } from '../lib/paging.ts'
import { flag, id } from '../model/fields.ts'
import type { PoolCode, ProjectType } from '../model/reference.ts'
import { closedPhases, openPhases } from '../model/status.ts'
import type { Row } from '../model/tables.ts'
import { byName, eachOf } from '../reference/ask.ts'
import { withFigures } from '../reference/pool-codes.ts'
import { figuresOf, shareAt, shareOf } from '../rules/funding.ts'
import { yearStart } from './dashboard.ts'

/** Every team, of the filter's "All". */
export const ALL_TEAMS = -1

const view = { active: flag, teamId: z.int() }
const shortLists = ({ teamId }: { teamId: number }) => ({
  types: many('projectTypes', teamId === ALL_TEAMS ? {} : { teamId }),
  codes: many('poolCodes', {}),
})

/**
 * The Funding screen: pool types with their codes, what those add up to, and how many open taskings each pays for. The active view shows
 * active codes of active types; the inactive one shows inactive types, and active types for the sake of their inactive codes (C-180).
 */
export const fundingTypes = defineQuery({
  name: 'fundingTypes',
  input: z.strictObject({ page: z.optional(z.int()), ...view }),
  reads: (input) => ({ ...shortLists(input), teams: many('teams', {}) }),
  follow: (found, input) => ({
    open: tally('projects', { poolCode: pageIn(found, input).items.flatMap(codesOf).map(codeOf), phase: openPhases }, [
      'poolCode',
    ]),
  }),
  answer: (input, { open, teams, ...found }) =>
    eachOf(pageIn(found, input), ({ type, codes }) => {
      const told = byName(codes, 'poolCode').map((code) => ({
        ...withFigures(code),
        openTaskings: open.poolCode.find(({ of }) => of === code.poolCode)?.count ?? 0,
      }))
      return {
        ...type,
        team: teams.find((team) => team.id === type.teamId)?.name ?? '',
        ...figuresOf(totalOf(codes)),
        openTaskings: sum(told, 'openTaskings'),
        codes: told,
      }
    }),
})

/**
 * The year of the codes that the Funding screen shows, month by month; amounts are cents.
 * - A closed tasking's actual cost counts in the month in which it was completed or canceled, in the organisation's time zone.
 * - What an open one has cost so far counts in this month: nobody has said when it was spent.
 * - What an open one is still estimated at counts in the month in which it is due; when that is over, in this one.
 * - `before` is what was spent in earlier years and `later` what is due in later ones, so that before, months and later are always
 *   the pools' own actual and estimated (C.10).
 */
export const fundingYear = defineQuery({
  name: 'fundingYear',
  input: z.strictObject(view),
  reads: shortLists,
  follow(found, { active }, context) {
    const poolCode = shownIn(found, active).flatMap(codesOf).map(codeOf)
    return {
      closed: tally('projects', { poolCode, phase: closedPhases }, ['closedDate'], {
        begins: beginsOf(context),
        sum: 'actualCost',
      }),
      open: many(
        'projects',
        { poolCode, phase: openPhases },
        { only: ['id', 'phase', 'dueDate', 'taskingCostEstimate', 'initialCostEstimate', 'actualCost'] },
      ),
    }
  },
  answer({ active }, { closed, open, ...found }, { today, organisation }) {
    const since = yearStart(today, organisation.fiscalYearStartMonth)
    const months = Array.from({ length: 12 }, (_, n) => ({ month: monthAfter(since, n), actual: 0, estimated: 0 }))
    const add = (month: string, what: 'actual' | 'estimated', cents: number) => {
      const one = months.find((each) => each.month === month)
      if (one) one[what] += cents
    }
    const thisMonth = today.slice(0, 7)
    // What was closed after the last of them belongs to none.
    for (const { of, sum } of closed.closedDate) {
      const one = months[Number(of)]
      if (one) one.actual += sum
    }
    for (const project of open) {
      const { actual, estimated } = shareAt(project.phase, project)
      const due = project.dueDate.slice(0, 7)
      add(thisMonth, 'actual', actual)
      add(due < thisMonth ? thisMonth : due, 'estimated', estimated)
    }
    const codes = shownIn(found, active).flatMap(codesOf)
    const figures = figuresOf(totalOf(codes))
    return {
      ...figures,
      codes: codes.length,
      since,
      thisMonth,
      before: figures.actual - sum(months, 'actual'),
      months,
      later: figures.estimated - sum(months, 'estimated'),
    }
  },
})

/** The open taskings that one code pays for, those due first, a page at a time. */
export const poolTaskings = defineQuery({
  name: 'poolTaskings',
  input: z.strictObject({ id, page: z.optional(z.int()) }),
  reads: (input) => ({ pool: one('poolCodes', input.id) }),
  follow: ({ pool }, input) => ({
    projects: page('projects', [{ poolCode: pool?.poolCode ?? '-', phase: openPhases }], {
      order: 'dueDate',
      number: input.page ?? 1,
    }),
  }),
  answer: (_, { projects }) =>
    eachOf(projects, (project) => ({
      ...{ id: project.id, name: project.name, description: project.description, dueDate: project.dueDate },
      ...shareOf(project),
    })),
})

interface Shown {
  type: ProjectType
  codes: Row<'poolCodes'>[]
}
interface Lists {
  types: readonly ProjectType[]
  codes: readonly Row<'poolCodes'>[]
}

function shownIn({ types, codes }: Lists, active: boolean): Shown[] {
  return types
    .map((type) => ({
      type,
      codes: codes.filter((code) => code.projectTypeId === type.id && (!type.active || code.active === active)),
    }))
    .filter((shown) => shown.type.active === active || (shown.type.active && shown.codes.length > 0))
}

function pageIn(found: Lists, { active, page: number = 1 }: { active: boolean; page?: number | undefined }) {
  const shown = shownIn(found, active)
  const types = byName(
    shown.map(({ type }) => type),
    'name',
  )
  return eachOf(pageOf(types, number), (type) => must(shown.find((one) => one.type === type)))
}

const codesOf = ({ codes }: Shown) => codes
const codeOf = ({ poolCode }: PoolCode) => poolCode

const sum = <C extends string>(rows: readonly Record<C, number>[], column: C): number =>
  rows.reduce((total, row) => total + row[column], 0)
const totalOf = (codes: readonly PoolCode[]) => ({
  ...{ funds: sum(codes, 'funds'), actual: sum(codes, 'actual') },
  ...{ estimated: sum(codes, 'estimated'), pending: sum(codes, 'pending') },
})

/** Where the twelve months of the year begin, and the one after them. */
function beginsOf({ today, organisation }: Context): Instant[] {
  const since = yearStart(today, organisation.fiscalYearStartMonth)
  return Array.from({ length: 13 }, (_, n) => startOfDay(organisation.timeZone, `${monthAfter(since, n)}-01`))
}

/** `2025-10-01`, 3 → `2026-01` */
function monthAfter(first: Day, count: number): string {
  const months = Number(first.slice(0, 4)) * 12 + Number(first.slice(5, 7)) - 1 + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The codes of one type, to pick from; null for a type that is not there. */
export const poolCodesOfType = defineQuery({
  name: 'poolCodesOfType',
  input: z.strictObject({ typeId: id, active: z.optional(flag) }),
  reads: ({ typeId }) => ({
    type: one('projectTypes', typeId),
    codes: many('poolCodes', { projectTypeId: typeId }),
  }),
  answer: ({ active }, { type, codes }) =>
    type
      ? byName(
          codes.filter((code) => active === undefined || code.active === active),
          'poolCode',
        ).map(withFigures)
      : null,
})
