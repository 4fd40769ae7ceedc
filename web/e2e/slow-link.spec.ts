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

/** Signs in and waits until everything is there: the bytes that came down for it. `meanwhile` happens after the first page. */
async function firstSync(person: Person, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<number> {
  const before = link.counters.bytesDown
  await person.signIn('pete')
  await expect.poll(() => position(person), { timeout: 60_000 }).toHaveProperty('cursor')
  await meanwhile()
  await expect.poll(() => position(person), { timeout: 150_000 }).toMatchObject({ ready: true })
  return link.counters.bytesDown - before
}
const position = async ({ page }: Person) =>
  (await stored(page, 'meta')).find((row) => row['key'] === 'position')?.['value'] ?? {}

test('on a slow link, with two tabs and a worker, each byte of a first sync travels once', async () => {
  test.setTimeout(300_000)
  const onGoodLink = await firstSync(await installed())

  const pete = await installed()
  link.latencyMs = 400
  link.bytesPerSecondDown = 50_000 / 8
  link.bytesPerSecondUp = 20_000 / 8
  const onSlowLink = await firstSync(pete, async () => {
    const second = await pete.page.context().newPage()
    await second.goto(pete.url)
  })
  console.log({ onGoodLink, onSlowLink })
  expect(onSlowLink / onGoodLink).toBeLessThan(1.3)
})
