import { expect, test } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { Person, stored } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

let server: RunningServer
let link: BadNetwork
const people: Person[] = []

test.beforeEach(async () => {
  server = await startServer()
  link = new BadNetwork(server.port)
  await link.listen()
})
test.afterEach(async () => {
  for (const person of people.splice(0)) await person.close()
  await link.close()
  await server.dispose()
})

/** A browser that has the app and no data. */
async function installed(): Promise<Person> {
  const person = new Person(`http://localhost:${link.port}`, 'desk')
  people.push(person)
  await person.open()
  await person.isInstalled()
  return person
}

const position = async ({ page }: Person) =>
  (await stored(page, 'meta')).find((row) => row['key'] === 'position')?.['value'] ?? {}

test('on a slow link, with two tabs and a worker, each byte of a first sync travels once', async () => {
  test.setTimeout(300_000)
  const pete = await installed()
  link.latencyMs = 400
  link.bytesPerSecondDown = 50_000 / 8
  link.bytesPerSecondUp = 20_000 / 8
  await pete.signIn('pete')
  await expect.poll(() => position(pete), { timeout: 60_000 }).toHaveProperty('cursor')
  const second = await pete.page.context().newPage()
  await second.goto(pete.url)
  await expect.poll(() => position(pete), { timeout: 150_000 }).toMatchObject({ ready: true })

  // `epoch.base.part…` while it runs; a cursor that was asked from twice brought the same page twice.
  const asked = link.requests
    .filter((request) => request.startsWith('POST /api/sync '))
    .map((request) => /"cursor":(null|"(?:[^"\\]|\\.)*")/.exec(request)?.[1])
  const pages = asked.filter((cursor) => cursor && !/^"[^.]+\.\d+"$/.test(cursor))
  expect(pages.length).toBeGreaterThan(4)
  expect(pages).toEqual([...new Set(pages)])
  console.log(link.counters, [...link.bytesBy], link.requests.map((r)=>r.split('\r')[0]))
  expect(asked.length - pages.length).toBeLessThanOrEqual(1)
})
