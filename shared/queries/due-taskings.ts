import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { page } from '../kernel/reads.ts'
import { day } from '../model/fields.ts'
import { both, choice, isTerm, wheresOf } from './find.ts'
import { rowLookups, toTaskingRows } from './tasking-row.ts'

/**
 * All that Find finds and that is due from one day to another (both inclusive), by due date: what a calendar shows of it. For devices,
 * which hold few enough rows to give a month whole. `from` comes back, so that nobody takes the answer for another month's.
 */
export const dueTaskings = defineQuery({
  name: 'dueTaskings',
  input: z.strictObject({ ...choice, from: day, to: day }),
  reads: ({ from, to, ...filters }, context) => ({
    all: page(
      'projects',
      wheresOf(filters, context).map((where) => both(where, { dueDate: { from, to } })),
      { ...(isTerm(filters.term) && { words: filters.term }), order: 'dueDate', number: 1, size: Infinity },
    ),
  }),
  follow: ({ all }) => rowLookups(all.items),
  answer: ({ from }, found, { today }) => ({ from, rows: toTaskingRows(found.all.items, found, today) }),
})
