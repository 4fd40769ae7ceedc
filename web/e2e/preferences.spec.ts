import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'

// C-255: how somebody likes to work acts at once, also offline, and follows them to every device.
const { signedIn } = crowd()
const look = (page: Page) =>
  page.evaluate(() => {
    const { theme, density } = document.documentElement.dataset
    return [theme, density]
  })
const choose = (page: Page, group: string, choice: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: choice, exact: true }).click()

test('what a full device does not keep is not shown as chosen', async () => {
  const { page } = await signedIn('cora', 'desk', '/profile/4')
  const group = page.getByRole('radiogroup', { name: 'Density' })
  const chosen = () => group.getByRole('radio', { checked: true }).getAttribute('value')
  await expect(group).toBeVisible()
  const before = await chosen()
  // As a browser whose disk takes no more.
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.put = refuse
    IDBObjectStore.prototype.add = refuse
  })
  await group.getByRole('radio', { name: before === 'compact' ? 'Comfortable' : 'Compact', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This device is full. Not saved yet.' })).toBeVisible({
    timeout: 60_000,
  })
  expect(await chosen()).toBe(before)
})

for (const size of ['desk', 'phone'] as const) {
  test(`what is preferred acts at once without a connection, and stays once it is sent (${size})`, async () => {
    const cora = await signedIn('cora', size, '/dashboard/operations')
    const { page } = cora
    const row = page.locator('#main [data-row-key], #main li').first()
    await expect(row).toBeVisible()
    const height = async () => (await row.boundingBox())?.height ?? 0
    const before = await height()
    const search = page.getByLabel('Search taskings, pool codes, people')
    if (size === 'desk') {
      await page.keyboard.press('/')
      await expect(search).toBeFocused()
    }
    await page.goto('/profile/4')
    await expect(page.getByRole('radiogroup', { name: 'Density' })).toBeVisible()
    await cora.setOffline(true)
    await choose(page, 'Theme', 'Dark')
    await choose(page, 'Density', 'Compact')
    await choose(page, 'Shortcuts', 'Off')
    await expect.poll(() => look(page)).toEqual(['dark', 'compact'])
    await expect(page.getByText('Saved on this device').first()).toBeVisible({ timeout: 30_000 })
    // A press shows at once; the last of the three has to be kept.
    const own = async () => (await stored(page, 'users')).find(({ id }) => id === 4)
    await expect.poll(async () => (await own())?.['shortcuts']).toBe('off')
    await page.reload()
    await expect.poll(() => look(page)).toEqual(['dark', 'compact'])
    await expect(page.getByRole('radio', { name: 'Off', exact: true })).toBeChecked()

    await cora.setOffline(false)
    await expect.poll(() => stored(page, 'outbox'), { timeout: 60_000 }).toEqual([])
    await page.goto('/dashboard/operations')
    await expect(row).toBeVisible()
    await expect.poll(() => look(page)).toEqual(['dark', 'compact'])
    if (size === 'desk') {
      expect(await height()).toBeLessThan(before)
      await page.keyboard.press('/')
      await expect(search).not.toBeFocused()
    }
  })
}

test('a device that was told otherwise keeps its own theme until the person chooses anew', async () => {
  const { page } = await signedIn('ana', 'desk', '/profile/1')
  await choose(page, 'Theme', 'Dark')
  await expect.poll(async () => (await look(page))[0]).toBe('dark')
  await page.getByRole('banner').getByRole('button', { name: 'Ana Whitfield' }).click()
  await page
    .getByRole('menuitemradio', { name: 'Light' })
    .or(page.getByRole('menuitem', { name: 'Light' }))
    .click()
  await expect(page.getByText('This device shows Light, as chosen under your name.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This device shows Light, as chosen under your name.')).toBeVisible()
  await page.getByRole('button', { name: 'Dark here too' }).click()
  await expect.poll(async () => (await look(page))[0]).toBe('dark')
})

test('times are told by the clock of the chosen zone, on every page and after a reload (C-230)', async () => {
  const { page } = await signedIn('cora', 'desk', '/profile/4')
  await page.getByRole('button', { name: /^Time zone/ }).click()
  await page.getByRole('combobox').fill('Kathmandu')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Time zone: Asia\/Kathmandu/ })).toBeVisible()
  const told = async () => {
    const [, time = ''] = (await page.getByText(/Live · \d\d:\d\d/).textContent())?.match(/Live · (\d\d:\d\d)/) ?? []
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kathmandu', timeStyle: 'short' })
    // Told up to a minute ago.
    return [0, 1, 2].some((minutes) => clock.format(Date.now() - minutes * 60_000) === time)
  }
  await page.goto('/dashboard/operations')
  await expect.poll(told).toBe(true)
  await page.reload()
  await expect.poll(told).toBe(true)
})
