import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { BadNetwork } from './support/bad-network.ts'
import { fileOf } from './support/built-files.ts'
import { aNewerBuild, newerId } from './support/newer-build.ts'
import { stored } from './support/people.ts'
import { chooseInterpretation, fillStart, next } from './support/wizard.ts'

const { signedIn, speaking, server } = crowd()
async function serveNewer(): Promise<void> {
  server().build = await aNewerBuild()
  await server().restart()
}
const build = (page: Page) => page.locator('meta[name="build"]').getAttribute('content')

test('a new version is offered, taken on a tap, and offered to the other tab, which takes it with its way from the dashboard', async () => {
  const pete = await signedIn('pete', 'desk', '/requests')
  const { page } = pete
  await pete.isInstalled()
  const older = await build(page)
  await serveNewer()

  await page.reload()
  await expect(page.getByText('New version ready')).toBeVisible({ timeout: 60_000 })
  const other = await page.context().newPage()
  await other.goto('/dashboard/team')
  await expect(other.getByText('New version ready')).toBeVisible({ timeout: 60_000 })
  expect([await build(page), await build(other)]).toEqual([older, older])

  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => build(page), { timeout: 30_000 }).toBe(newerId)
  await expect(page.getByText('New version ready')).toHaveCount(0)
  expect(await build(other)).toBe(older)
  await other.getByRole('link', { name: 'Find', exact: true }).click()
  await expect(other).toHaveURL(/\/find/)
  await expect.poll(() => build(other), { timeout: 30_000 }).toBe(newerId)
  await other.close()
})

test('who asks for a new version while the older worker waits for a silent link gets it when that has ended', async () => {
  const link = new BadNetwork(server().port)
  await link.listen()
  const pete = await signedIn('pete', 'desk', '/requests', link)
  const { page } = pete
  await pete.isInstalled()
  await serveNewer()
  await page.reload()
  await expect(page.getByText('New version ready')).toBeVisible({ timeout: 60_000 })

  link.bytesPerSecondDown = 0
  await page.evaluate(() =>
    navigator.serviceWorker.controller?.postMessage({ type: 'play-rounds' }, [new MessageChannel().port2]),
  )
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.waitForTimeout(8_000)
  link.bytesPerSecondDown = undefined
  await expect.poll(() => build(page), { timeout: 25_000 }).toBe(newerId)
  await link.close()
})

test('a new version does not reload under what is typed; it comes with the way to the dashboard, and sends what waits (S03)', async () => {
  const link = new BadNetwork(server().port)
  await link.listen()
  const pete = await signedIn('pete', 'desk', '/requests', link)
  const { page } = pete
  await pete.isInstalled()
  const older = await build(page)
  await fillStart(page)
  await next(page, 'Tasks')
  await chooseInterpretation(page)
  await next(page, 'Details')
  const id = Number(/requests\/(\d+)/.exec(page.url())?.[1])
  await page.getByLabel('Contact Details').fill('Pete, Nairobi office')
  await serveNewer()
  // What the app does by itself within the hour.
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  await page.getByLabel('Request Details').pressSequentially('Typed while it came')
  await expect(page.getByText('New version ready')).toBeVisible({ timeout: 60_000 })
  await page.getByLabel('Request Details').pressSequentially(', and after')
  await expect(page.getByLabel('Request Details')).toHaveValue('Typed while it came, and after')
  expect(await build(page)).toBe(older)

  link.online = false
  await next(page, 'Complete')
  await expect(page).toHaveURL(/complete$/)
  await expect.poll(async () => (await stored(page, 'outbox')).length).toBeGreaterThan(0)
  expect(await build(page)).toBe(older)
  await page.getByRole('link', { name: 'Fieldpost, home' }).click()
  await expect.poll(() => build(page), { timeout: 30_000 }).toBe(newerId)
  expect((await stored(page, 'outbox')).length).toBeGreaterThan(0)
  link.online = true
  await expect.poll(() => stored(page, 'outbox'), { timeout: 60_000 }).toEqual([])
  const { get } = await speaking('pete')
  expect(await get(`requests/${id}/summary`)).toMatchObject({ stage: 2, taskDetails: 'Typed while it came, and after' })
  await link.close()
})

test('without a connection a tab whose files another one’s update took away goes on with the version that this device holds', async () => {
  const link = new BadNetwork(server().port)
  await link.listen()
  const pete = await signedIn('pete', 'phone', '/requests/drafts', link)
  const { page } = pete
  await pete.isInstalled()
  await serveNewer()
  const other = await page.context().newPage()
  await other.goto('/outbox')
  await other.getByRole('button', { name: 'Update', exact: true }).click({ timeout: 60_000 })
  await expect.poll(() => build(other), { timeout: 30_000 }).toBe(newerId)
  await other.close()
  // The next version's file of that page has another name, as a rule.
  const find = fileOf('find-page')
  await page.evaluate(async (file) => void (await (await caches.open('fieldpost-files')).delete(file)), find)
  link.online = false
  expect(await build(page)).not.toBe(newerId)
  await page.getByRole('link', { name: 'Find', exact: true }).click()
  await expect.poll(() => build(page), { timeout: 30_000 }).toBe(newerId)
  // Once: what it lacks there comes with the connection.
  await expect(page.getByText(/It is asked for again as soon as there is a connection/)).toBeVisible({
    timeout: 30_000,
  })
  link.online = true
  await expect(page.getByRole('heading', { name: 'Find', level: 1 })).toBeVisible({ timeout: 30_000 })
  expect(await build(page)).toBe(newerId)
  expect(pete.complaints).toEqual([])
  await link.close()
})
