import { expect, test } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { isIn, stop, tabTo } from './support/keyboard.ts'
import { stored } from './support/people.ts'

// The day's work without a mouse (S28), at a desk and where a page is shown twice as large: every stop is seen, and no bar lies over it.
const { signedIn } = crowd()

const views = { desk: { width: 1440, height: 900 }, 'at 200 %': { width: 720, height: 450 } }

for (const [view, size] of Object.entries(views)) {
  test(`a request is asked for with the keyboard alone (${view})`, async () => {
    const { page } = await signedIn('pete')
    await page.setViewportSize(size)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('c')
    await expect(page).toHaveURL('/requests')
    await expect(page.getByRole('button', { name: /Pool code/ })).toBeVisible()
    await tabTo(page, /Pool code/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('BK-100')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await stop(page)).name).toMatch(/Pool code/)
    await tabTo(page, '+14 d')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Next: Tasks')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Language Support/ })).toBeVisible()
    await tabTo(page, /^Language Support/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Interpretation/)
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name: /^Interpretation/ })).toBeChecked()
    await tabTo(page, 'Next: Details')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Contact Details')).toBeVisible()
    await tabTo(page, /^Contact Details/)
    await page.keyboard.type('Pete, Nairobi office')
    await tabTo(page, /^Request Details/)
    await page.keyboard.type('Interpreters for the workshop')
    await tabTo(page, 'Next: Complete')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Finish', exact: true })).toBeVisible()
    await tabTo(page, 'Finish')
    await page.keyboard.press('Enter')
    const done = page.getByRole('heading', { name: 'Your Language Support Request is now complete.' })
    await expect(done).toBeVisible({ timeout: 30_000 })
    await tabTo(page, /T-\d+-\d+/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/projects\/\d+$/)
  })

  test(`what waits is authorized, and found again, with the keyboard alone (${view})`, async () => {
    const { page } = await signedIn('cora')
    await page.setViewportSize(size)
    const waiting = (await stored(page, 'projects')).find((row) => row['phase'] === 'authorization')
    await page.goto(`/projects/${String(waiting?.['id'])}`)
    await expect(page.getByRole('button', { name: /^Authorize/ }).first()).toBeVisible()
    await tabTo(page, /^Authorize/)
    await page.keyboard.press('Enter')
    await expect.poll(() => isIn(page, '[role="dialog"], form')).toBe(true)
    await tabTo(page, 'Authorize')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Needs Acceptance').first()).toBeVisible()
    const name = (await page.getByRole('heading', { level: 1 }).textContent())?.match(/T-\d+-\d+/)?.[0] ?? ''
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await expect(page).toHaveURL(/\/find/)
    // Only what is drawn can be reached: before it, the next stop is the browser's own.
    await expect(page.getByRole('searchbox', { name: 'Search taskings', exact: true })).toBeEnabled()
    await expect(page.locator('#main')).toBeFocused()
    await tabTo(page, 'Search taskings')
    await page.keyboard.type('interpretation')
    await page.keyboard.press('Enter')
    await expect(page.getByText(name).first()).toBeVisible({ timeout: 30_000 })
  })
}
