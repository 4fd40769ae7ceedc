import { afterEach, expect, test } from 'vitest'
import { many } from '#shared/kernel/reads.ts'
import { openSqlite } from '../store/sqlite/sqlite.ts'
import { restServer, type RestServer } from '../testing/rest.ts'

const POINTS = Number(process.env['DISK_FULL'] ?? 50)

let open: RestServer | undefined
afterEach(() => open?.close())

test(`a disk that is full at ${POINTS} different points loses nothing and keeps nothing half`, async () => {
  const store = openSqlite({ path: ':memory:', mode: 'demo' })
  const server = (open = await restServer({ store }))
  const { body: project } = await server.post('mia', 'projects', {
    ...aProject,
    description: 'Written to until it is full',
  })
  const comment = (n: number) =>
    server.as('mia', 'POST', `projects/${project.id}/comments`, {
      comment: `Comment ${n} ${'long '.repeat((n * 37) % 900)}`,
    })

  const kept: number[] = []
  let number = 0
  for (let point = 0; point < POINTS; point++) {
    store.limitPages(store.pages() + (point % 5))
    let refused = 0
    for (let tries = 0; refused < 2 && tries < 60; tries++) {
      const { status, body } = await comment(number)
      if (status === 200) kept.push(number)
      else {
        expect([status, body['code']]).toEqual([503, 'UNAVAILABLE'])
        refused += 1
      }
      number += 1
    }
    expect(refused, `point ${point}`).toBe(2)
    store.limitPages(1_000_000)
    expect((await comment(number)).status).toBe(200)
    kept.push(number)
    number += 1
  }

  const { comments, calls } = await store.read({
    reads: {
      comments: many('comments', { projectId: project.id }),
      calls: many('calls', { name: 'addComment' } as never),
    },
  })
  expect(comments.map((row) => Number(row.comment.split(' ')[1]))).toEqual(kept)
  expect(calls.filter((call) => call.name === 'addComment').map((call) => call.verdict)).toEqual(
    kept.map(() => 'applied'),
  )
})

const aProject = {
  bocId: 1,
  taskId: 101,
  teamId: 3,
  advisorId: 2,
  countryId: 1,
  assigneeId: 2,
  projectTypeId: 3,
  poolCode: 'BK-100',
  shipNumber: 12,
  dueDate: '2026-04-20',
}
