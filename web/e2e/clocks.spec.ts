import { expect, test, type Page } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { aDevice } from './support/device.ts'
import { neverLocks } from './support/lock.ts'
import { Person, stored } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

const DAY = 86_400_000
let server: RunningServer
let link: BadNetwork
let cora: Person

test.beforeEach(async () => {
  server = await startServer()
  link = new BadNetwork(server.port)
  await link.listen()
})
test.afterEach(async () => {
  await cora.close()
  await link.close()
  await server.dispose()
})

/** Puts a clock `ahead` ms off the real one; run again it jumps. For page and worker. */
function setClock(ahead: number): void {
  const g = globalThis as typeof globalThis & { RealDate?: DateConstructor; ahead?: number }
  g.ahead = ahead
  if (g.RealDate) return
  const Real = (g.RealDate = Date)
  g.Date = new Proxy(Real, {
    construct: (_, given: [number]) =>
      new Real(...(given.length > 0 ? given : ([Real.now() + (g.ahead ?? 0)] as [number]))),
    get: (target, name) =>
      name === 'now' ? () => Real.now() + (g.ahead ?? 0) : (Reflect.get(target, name) as unknown),
  })
}
async function jump(page: Page, ahead: number): Promise<void> {
  await page.evaluate(setClock, ahead)
  for (const worker of page.context().serviceWorkers()) await worker.evaluate(setClock, ahead)
  await page.context().addInitScript(setClock, ahead)
}
const status = (text: string) =>
  expect(cora.page.getByText(text, { exact: true }).first()).toBeVisible({ timeout: 20_000 })

for (const days of [-3, 3]) {
  test(`with a clock ${days} days off, which then jumps to the other side: sign-in, a queued call, an approval and its hold`, async () => {
    test.setTimeout(300_000)
    cora = new Person(link, 'desk')
    await cora.open()
    await jump(cora.page, days * DAY)
    await cora.page.reload()
    await cora.signInAndPrepare('cora')
    // A clock that jumps by days is none that a sleep could not have: it locks.
    await neverLocks(cora.page)
    await cora.isInstalled()
    await jump(cora.page, days * DAY)
    const waiting = (await stored(cora.page, 'projects')).filter((row) => row['phase'] === 'authorization')
    await cora.page.goto(`/projects/${String(waiting[0]?.['id'])}`)

    // Undone in the middle of a jump.
    await authorize()
    await jump(cora.page, -days * DAY)
    await cora.page.waitForTimeout(2_500)
    expect(await stored(cora.page, 'outbox')).toMatchObject([{ name: 'approveProject', held: true, firstSent: 0 }])
    await cora.page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => stored(cora.page, 'outbox')).toEqual([])
    await status('Needs COR Authorization')

    // Not undone, it goes out though the clock jumps to and fro.
    await authorize()
    await jump(cora.page, days * DAY)
    await cora.page.waitForTimeout(1_000)
    await jump(cora.page, -days * DAY)
    await expect.poll(() => stored(cora.page, 'outbox'), { timeout: 30_000 }).toEqual([])

    // Queued without a link, under one clock, and sent under another, without a wait for days.
    link.online = false
    await cora.page.getByLabel('Comment', { exact: true }).fill('Under a clock that is off')
    await cora.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect.poll(() => stored(cora.page, 'outbox')).toHaveLength(1)
    await jump(cora.page, days * DAY)
    await expect(cora.page.getByText(/Can't reach the server/).first()).toBeVisible({ timeout: 40_000 })
    await jump(cora.page, -days * DAY)
    link.online = true
    await expect.poll(() => stored(cora.page, 'outbox'), { timeout: 60_000 }).toEqual([])
    const [row] = (await stored(cora.page, 'comments')).filter((one) => one['comment'] === 'Under a clock that is off')
    expect(Math.abs(Date.parse(String(row?.['createDate'])) - Date.now())).toBeLessThan(DAY / 24)
    expect(await stored(cora.page, 'attention')).toEqual([])
    await expect(cora.page.getByText(/session has ended/i)).toHaveCount(0)
  })
}

for (const days of [-10, 10])
  test(`on a device whose clock is ${days} days off today is the day of the server`, async () => {
    cora = new Person(link, 'desk')
    await cora.open()
    await jump(cora.page, days * DAY)
    await cora.page.reload()
    await cora.signInAndPrepare('cora')
    await neverLocks(cora.page)
    await cora.isInstalled()
    // The worker is there now, and has the same clock.
    await jump(cora.page, days * DAY)
    await cora.page.reload()
    const waiting = (await stored(cora.page, 'projects')).filter((row) => row['phase'] === 'authorization')
    await cora.page.goto('/requests')
    await cora.page.getByRole('button', { name: '+7 d' }).click()
    const due = await cora.page.getByLabel('Due date', { exact: true }).inputValue()
    expect(Math.abs(Date.parse(due) - (Date.now() + 7 * DAY))).toBeLessThan(2 * DAY)

    await cora.page.goto(`/projects/${String(waiting[0]?.['id'])}`)
    await cora.page.getByLabel('Comment', { exact: true }).fill('Said under this clock')
    await cora.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect.poll(() => stored(cora.page, 'outbox')).toEqual([])
    await cora.page.reload()
    const said = cora.page.getByRole('listitem').filter({ hasText: 'Said under this clock' }).first()
    await expect(said).toContainText(/just now|\d min ago/)
  })

test('a decision whose page is closed within its six seconds goes up all the same', async () => {
  test.setTimeout(300_000)
  cora = await aDevice(server, 'cora', 'desk', { at: link })
  const waiting = (await stored(cora.page, 'projects')).filter((row) => row['phase'] === 'authorization')
  const id = String(waiting[0]?.['id'])
  await cora.page.goto(`/projects/${id}`)
  await authorize()
  await cora.closePage()
  const other = await aDevice(server, 'adam', 'desk')
  const phase = async () => (await stored(other.page, 'projects')).find((row) => String(row['id']) === id)?.['phase']
  await expect.poll(phase, { timeout: 40_000 }).toBe('acceptance')
  await other.close()
})

async function authorize(): Promise<void> {
  await cora.page
    .getByRole('button', { name: /^Authorize/ })
    .first()
    .click()
  await cora.page.getByRole('button', { name: 'Authorize', exact: true }).last().click()
  await expect.poll(() => stored(cora.page, 'outbox')).toHaveLength(1)
}
