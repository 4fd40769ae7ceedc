import { expect, test, type Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '#shared/lib/must.ts'
import { Person, type Persona, type Size } from './support/people.ts'
import { routes } from './support/routes.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { toLastStep } from './support/wizard.ts'

let server: RunningServer
let person: Person

test.beforeEach(async () => {
  server = await startServer()
})
test.afterEach(async () => {
  await person.close()
  await server.dispose()
})

/** In a browser without a service worker, so that each file of the app comes from the server and can be held up. */
async function withoutWorker(who: Persona, size: Size) {
  person = new Person(server, size)
  const page = await person.open('/favicon.svg')
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('There is no worker in this journey'))
  })
  await page.goto('/')
  await person.signIn(who)
  await page.getByRole('button', { name: 'Start now' }).click()
  await expect(page.locator('#main h1').first()).toBeVisible({ timeout: 30_000 })
  return page
}

/** Ada opens nearly everything; what is for deciders alone Cora does. */
for (const [size, who, opened] of [
  ['desk', 'ada', routes.filter(([, may]) => may.includes('ada'))],
  ['phone', 'ada', routes.filter(([, may]) => may.includes('ada'))],
  ['phone', 'cora', routes.filter(([, may]) => !may.includes('ada'))],
] as const)
  test(`while the code of a page comes, its title and its shape stand there: ${size}, ${who}`, async () => {
    const page = await withoutWorker(who, size)
    const main = page.locator('#main')
    const skeleton = main.getByRole('status').filter({ hasText: /^Loading/ })
    for (const [path] of opened)
      await test.step(path, async () => {
        await page.goto('/nowhere')
        await expect(page.getByText('There is no page here')).toBeVisible()
        const held: string[] = []
        let release = (): void => undefined
        const released = new Promise<void>((done) => (release = done))
        await page.route('**/assets/*.js', async (route) => {
          held.push(new URL(route.request().url()).pathname)
          await released
          await route.continue()
        })
        await page.evaluate((to) => {
          history.pushState({}, '', to)
          dispatchEvent(new PopStateEvent('popstate', { state: {} }))
        }, path)
        await expect(skeleton.first()).toBeVisible()
        await expect.poll(() => held, { message: path }).not.toEqual([])
        const shapes = await skeleton.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
        expect.soft(Math.max(...shapes), path).toBeGreaterThan(200)
        const title = (await main.locator('h1').textContent()) ?? ''
        expect.soft(title, path).toMatch(/\w/)
        expect.soft(await page.title(), path).toContain(title)
        release()
        await expect(skeleton).toHaveCount(0, { timeout: 30_000 })
        await expect(main.locator('h1').first()).toBeVisible()
        await page.unroute('**/assets/*.js')
      })
  })

test('what is typed while the field for recipients still comes stands in it, and no letter is a shortcut', async () => {
  const page = await withoutWorker('pete', 'desk')
  const held = await holdUp(page, '`does not look like an e-mail address`')
  await page.goto('/requests')
  await toLastStep(page)
  const recipients = page.getByLabel('Recipients')
  await recipients.click()
  await page.keyboard.type('nora@example.org')
  await expect(recipients).toHaveValue('nora@example.org')
  expect(held.isAsked()).toBe(true)
  await expect(recipients).not.toHaveRole('combobox')
  held.release()
  await expect(page.getByRole('combobox', { name: /Recipients/ })).toBeFocused()
  await page.keyboard.type(',c')
  await expect(page.getByRole('button', { name: 'Remove nora@example.org' })).toBeVisible()
  await expect(recipients).toHaveValue('c')
  await expect(page).toHaveURL(/\/complete$/)
})

test('Finish leads to what is in its way also while that is still on its way', async () => {
  const page = await withoutWorker('pete', 'phone')
  const held = await holdUp(page, 'is not part of this request yet')
  await page.goto('/requests')
  await toLastStep(page)
  await page.getByRole('link', { name: 'Change details' }).click()
  await page.getByLabel('Request Details').fill('Interpreters for the workshop, and a second room')
  await page.goBack()
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect.poll(held.isAsked).toBe(true)
  await expect(page).toHaveURL(/\/complete$/)
  held.release()
  await expect(page.locator(':focus')).toContainText('What you typed last in Details')
  await expect(page.locator(':focus')).toBeInViewport()
})

test('while the code of a dialog comes, a line says that the press was heard; with the dialog it is gone', async () => {
  const page = await withoutWorker('mia', 'phone')
  const held = await holdUp(page, 'Canceling needs a connection')
  await page.goto('/find?status=3')
  await page.locator('#main a[href^="/projects/"]').first().click()
  await page.getByRole('button', { name: /^More for T-/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  const line = page.getByRole('progressbar', { name: 'Opening' })
  await expect(line).toBeVisible()
  await expect(line).toBeInViewport()
  expect(held.isAsked()).toBe(true)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  held.release()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('what is chosen from a list is said to come while the code of the list does', async () => {
  const page = await withoutWorker('pete', 'desk')
  const held = await holdUp(page, 'Keep typing to narrow the list')
  await page.goto('/requests')
  await page.getByRole('button', { name: /Pool code/ }).click()
  const line = page.getByRole('progressbar', { name: 'Opening' })
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(line).toBeVisible()
  expect(held.isAsked()).toBe(true)
  held.release()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
  await expect(line).toHaveCount(0)
})

// How often the words about a file wrap on a phone is not known before they are there.
for (const [size, attached] of [
  ['desk', true],
  ['phone', false],
] as const)
  test(`what stands below the files of a request does not move when they come (${size})`, async () => {
    const page = await withoutWorker('pete', size)
    await page.goto('/requests')
    await toLastStep(page)
    const files = page.getByRole('region', { name: 'Files' })
    const choose = files.getByLabel('Choose files')
    if (attached) {
      await choose.setInputFiles({ ...plan, name: 'plan.txt' })
      await expect(files.getByRole('button', { name: 'Download plan.txt' })).toBeVisible({ timeout: 30_000 })
    }
    await expect(choose).toBeAttached()
    const height = () => files.evaluate((one) => one.getBoundingClientRect().height)
    const whole = await height()
    const held = await holdUp(page, 'files were removed')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Finish', exact: true })).toBeVisible()
    await expect(files).toBeVisible()
    expect(await height()).toBe(whole)
    held.release()
    await expect(choose).toBeAttached()
    expect(await height()).toBe(whole)
  })
const plan = { mimeType: 'text/plain', buffer: Buffer.from('Where to meet') }

/** The file that brings these words comes when it is let go. */
async function holdUp(page: Page, words: string) {
  let release = (): void => undefined
  const released = new Promise<void>((done) => (release = done))
  let isAsked = false
  await page.route(`**/assets/${fileWith(words)}`, async (route) => {
    isAsked = true
    await released
    await route.continue()
  })
  return { release, isAsked: () => isAsked }
}

/** The names of the app's files say nothing: one is known by the words that it brings. */
function fileWith(words: string): string {
  const folder = 'dist/web/assets'
  return must(
    readdirSync(folder).find(
      (name) => name.endsWith('.js') && readFileSync(join(folder, name), 'utf8').includes(words),
    ),
  )
}
