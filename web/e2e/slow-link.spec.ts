import { expect, test } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { aDevice } from './support/device.ts'
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
  await Promise.all(people.splice(0).map((person) => person.close()))
  await link.close()
  await server.dispose()
})

/** A browser that has the app and no data. */
async function installed(): Promise<Person> {
  const person = new Person(link, 'desk')
  people.push(person)
  await person.open()
  await person.isInstalled()
  return person
}

const position = async ({ page }: Person) =>
  (await stored(page, 'meta')).find((row) => row['key'] === 'position')?.['value'] ?? {}

/** Bytes both ways, heads included, of all rounds since. */
const roundBytes = () => link.bytesBy.get('POST /api/sync') ?? 0

test('on a slow link, with two tabs and a worker, each byte of a first sync travels once, and nothing is asked beside it', async () => {
  test.setTimeout(400_000)
  const mia = await installed()
  link.bytesBy.clear()
  await mia.signInAndPrepare('pete')
  await mia.page.waitForTimeout(5_000)
  const good = roundBytes()
  await mia.close()
  people.length = 0

  const pete = await installed()
  link.bytesBy.clear()
  link.requests.length = 0
  link.latencyMs = 400
  link.bytesPerSecondDown = 50_000 / 8
  link.bytesPerSecondUp = 20_000 / 8
  await pete.signIn('pete')
  await expect.poll(() => position(pete), { timeout: 60_000 }).toHaveProperty('cursor')
  const second = await pete.page.context().newPage()
  await second.goto('/')
  await expect.poll(() => position(pete), { timeout: 150_000 }).toMatchObject({ ready: true })
  await pete.page.waitForTimeout(10_000)

  // `epoch.base.part…` while it runs; a cursor that was asked from twice brought the same page twice.
  const cursors = link.requests
    .filter((request) => request.startsWith('POST /api/sync '))
    .map((request) => /"cursor":(null|"(?:[^"\\]|\\.)*")/.exec(request)?.[1])
  const pages = cursors.filter((cursor) => cursor && !/^"[^.]+\.\d+"$/.test(cursor))
  // Each aims at twelve seconds.
  expect(pages.length).toBeGreaterThan(2)
  expect(pages).toEqual([...new Set(pages)])
  expect(cursors.length - pages.length).toBeLessThanOrEqual(1)
  const asked = link.requests.map((request) => request.split(' HTTP')[0] ?? '').filter((line) => / \/api\//.test(line))
  const last = asked.findLastIndex((line) => line === 'POST /api/sync')
  expect(asked.slice(0, last).filter((line) => line.includes('dashboard'))).toEqual([])
  for (const question of new Set(asked.filter((line) => line.includes('dashboard'))))
    // Each of the two tabs when the device is ready, and once more where its own count followed a moment later.
    expect(asked.filter((line) => line === question).length, question).toBeLessThanOrEqual(4)
  // Smaller pages press worse, and each has a head: that is all there is to it.
  expect(roundBytes() / good).toBeLessThan(1.3)
})

test('the sync event and the wish of the page at the same time carry a call up once', async () => {
  const pete = await aDevice(server, 'pete', 'phone', { at: link })
  people.push(pete)
  const [project] = (await stored(pete.page, 'projects')).filter((row) => row['phase'] === 'progress')
  await pete.page.goto(`/projects/${String(project?.['id'])}`)
  const comment = pete.page.getByLabel('Comment', { exact: true })
  await expect(comment).toBeVisible()
  await pete.page.waitForTimeout(2_000)
  link.latencyMs = 800
  link.bytesPerSecondUp = 20_000 / 8
  for (const text of ['Said once', 'And once more']) {
    await comment.fill(text)
    await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await pete.wakeServiceWorker('fieldpost-round')
    await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 30_000 }).toEqual([])
    await pete.page.waitForTimeout(3_000)
  }
  // How often each was on the wire, as the device counts it before it goes there.
  const judged = await stored(pete.page, 'judged')
  const tries = judged.map(({ input, attempts }) => [(input as { comment: string }).comment, attempts])
  expect(Object.fromEntries(tries)).toEqual({ 'Said once': 1, 'And once more': 1 })
})
