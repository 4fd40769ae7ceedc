import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { toLastStep } from './support/wizard.ts'

// S03: where the request is safe on the device one is asked once whether the app is to stay.
const { signedIn } = crowd()
const card = (page: Page) => page.getByRole('region', { name: 'Installing keeps your work safer' })
const finish = async (page: Page) => {
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Language Support Request is/ })).toBeVisible({ timeout: 30_000 })
}
/** What Chromium fires when it would install the app. It has its own moment for that, and of several offers the last counts. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve(void (document.documentElement.dataset['asked'] = 'yes')),
    })
    window.dispatchEvent(event)
    return event.defaultPrevented
  })

test('the offer waits for the result screen, is made once, and never again', async () => {
  const { page } = await signedIn('pete', 'phone', '/requests')
  expect(await offer(page)).toBe(true)
  await expect(card(page)).toHaveCount(0)
  await toLastStep(page)
  await finish(page)
  await expect(card(page).getByText(/^A browser may clear what a page keeps/)).toBeVisible()
  await offer(page)
  await card(page).getByRole('button', { name: 'Install' }).click()
  await expect(page.locator('html[data-asked="yes"]')).toHaveCount(1)
  await expect(card(page)).toHaveCount(0)

  // Whatever the answer was: another request, another offer of the browser, and no word of it.
  await page.goto('/requests')
  await offer(page)
  await toLastStep(page)
  await finish(page)
  await expect(page.getByRole('list', { name: 'Taskings' })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

test('a phone that makes no offer is told the steps; Close ends it for good', async () => {
  const { page } = await signedIn('pete', 'phone', '/requests')
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
  await page.reload()
  await toLastStep(page)
  await finish(page)
  await expect(card(page).getByText('Choose Add to Home Screen, then Add.')).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Install' })).toHaveCount(0)
  await card(page).getByRole('button', { name: 'Close' }).click()
  await expect(card(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Taskings' })).toBeVisible({ timeout: 30_000 })
  await expect(card(page)).toHaveCount(0)
})
