import { afterEach, beforeEach, expect, test } from 'vitest'
import { restServer, type RestServer } from '../testing/rest.ts'
import { createTurns } from './turns.ts'

test('each person has so many at once; the rest goes in order, also after one that fails, and nobody waits for somebody else', async () => {
  const inTurn = createTurns(2)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const start = (person: number, name: string) =>
    inTurn(person, () => {
      begun.push(name)
      return new Promise<string>((done, failed) => ends.set(name, (error) => (error ? failed(error) : done(name))))
    })
  const settled = () => new Promise((done) => setImmediate(done))
  const all = ['a', 'b', 'c', 'd'].map((name) => start(1, name).catch((error: Error) => error.message))
  all.push(start(2, 'e'))
  await settled()
  expect(begun).toEqual(['a', 'b', 'e'])
  ends.get('b')?.(new Error('broken'))
  await settled()
  expect(begun).toEqual(['a', 'b', 'e', 'c'])
  for (const name of ['a', 'c', 'e']) ends.get(name)?.()
  await settled()
  expect(begun.at(-1)).toBe('d')
  ends.get('d')?.()
  expect(await Promise.all(all)).toEqual(['a', 'broken', 'c', 'd', 'e'])
  // Nobody's place is kept once all is done.
  const again = [start(1, 'f'), start(1, 'g')]
  await settled()
  expect(begun.slice(-2)).toEqual(['f', 'g'])
  for (const name of ['f', 'g']) ends.get(name)?.()
  await Promise.all(again)
})

let server: RestServer
beforeEach(async () => {
  server = await restServer()
})
afterEach(() => server.close())

test('who asks for a hundred pages at once has four on their way, so that others are not behind all of them', async () => {
  const { read } = server.store
  let running = 0
  let most = 0
  server.store.read = async (plan) => {
    // Who asks is looked up at once.
    if (!('projects' in plan.reads) && !JSON.stringify(plan.reads).includes('"projects"')) return read(plan)
    most = Math.max(most, ++running)
    await new Promise((done) => setImmediate(done))
    return read(plan).finally(() => running--)
  }
  await server.get('mia', 'find?status=3')
  most = 0
  const answers = await Promise.all(Array.from({ length: 100 }, () => server.get('mia', 'find?status=3')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(most).toBe(4)
})
