import { expect, test } from 'vitest'
import { must } from '#shared/lib/must.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import {
  anAmendment,
  aProjectIn,
  aRequest,
  ask,
  contextOf,
  people,
  withReferences,
  type Rows,
} from '#shared/testing/samples.ts'
import { printOf } from './project-detail.ts'
import { ownOf } from './use-seen.ts'

const { ana, cora, pete } = people
const now = (estimate: number, more: Rows = {}) => {
  const rows = { projects: [aProjectIn('authorization', { taskingCostEstimate: estimate })], requests: [aRequest()] }
  return must(ask(projectDetail, { id: 42_000_017 }, withReferences({ ...rows, ...more }), contextOf(ana)))
}
const amendedBy = (id: number, createdById: number) => anAmendment({ id, createdById })

test('what one wrote oneself has been seen, and nothing that came with it: neither money nor the words of others', () => {
  const opened = now(100)
  const own = now(100, { amendments: [amendedBy(7, cora.id)] })
  expect(printOf(ownOf(opened, own, cora.id, ''))).toBe(printOf(own))

  const dearer = now(4_000_000, { amendments: [amendedBy(7, cora.id)] })
  expect(printOf(ownOf(opened, dearer, cora.id, ''))).not.toBe(printOf(dearer))
  const amendedToo = now(100, { amendments: [amendedBy(7, cora.id), amendedBy(8, pete.id)] })
  expect(printOf(ownOf(opened, amendedToo, cora.id, ''))).not.toBe(printOf(amendedToo))

  const rewritten = now(100, { requests: [aRequest({ content: 'Two days' })] })
  expect(printOf(ownOf(opened, rewritten, cora.id, 'Two days'))).toBe(printOf(rewritten))
  expect(printOf(ownOf(opened, rewritten, cora.id, ''))).not.toBe(printOf(rewritten))
  const dearerToo = now(4_000_000, { requests: [aRequest({ content: 'Two days' })] })
  expect(printOf(ownOf(opened, dearerToo, cora.id, 'Two days'))).not.toBe(printOf(dearerToo))
})
