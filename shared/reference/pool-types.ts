import * as z from 'zod/mini'
import { ref } from '../model/fields.ts'
import { detailOf } from './ask.ts'
import { defineReference, name } from './reference.ts'
import { saveOf } from './save.ts'

/** A pool type is a project type (C-176); one of team 0 is seen by people of no team (C-023), and is for no request. Its list, with its codes, is the Funding screen. */
export const poolTypes = defineReference({
  table: 'projectTypes',
  entity: 'PoolType',
  words: { one: 'a pool type', many: 'pool types' },
  fields: {
    name: { label: 'Name', input: name },
    teamId: { label: 'Team', input: z.optional(ref) },
  },
  named: { by: 'name', twice: 'warned' },
  who: { sees: 'seeResources', writes: 'writeFunding' },
  signed: true,
  usedBy: { column: 'projectTypeId' },
  rest: { path: '/resources/pools/types', example: { name: 'Banking Reform', teamId: 3 } },
})

export const savePoolType = saveOf(poolTypes)
export const poolTypeDetail = detailOf(poolTypes)
