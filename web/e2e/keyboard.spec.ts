import { expect, test } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { isIn, stop, tabTo } from './support/keyboard.ts'

// The office without a mouse: every stop is seen, and the focus is never lost.
const { signedIn } = crowd()

test('a country is made, mended and deactivated with the keyboard alone; the focus is always seen', async () => {
  const { page } = await signedIn('mia')
  await expect(page.getByRole('button', { name: 'Resources' })).toBeVisible()
  await page.keyboard.press('Tab')
  expect((await stop(page)).name).toBe('Skip to content')
  await tabTo(page, 'Resources')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Countries')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/resources/countries')
  // The dashboard stands until the page is there.
  await expect(
    page.getByRole('button', { name: 'New Country' }).or(page.getByRole('link', { name: 'New Country' })),
  ).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await tabTo(page, 'New Country')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/countries\/new/)
  // The keyboard goes to the form, not through the list beside it.
  await expect.poll(() => isIn(page, 'form[aria-label="New Country"]')).toBe(true)
  await page.keyboard.press('Tab')
  expect(await stop(page)).toMatchObject({ name: 'Name', isSeen: true })
  await page.keyboard.press('Enter')

  await test.step('what is missing takes the focus, and leads to its field', async () => {
    const list = page.getByRole('alert').filter({ hasText: 'All Errors' })
    await expect(list).toBeFocused()
    await tabTo(page, 'Title is required')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    expect(await stop(page)).toMatchObject({ name: 'Name', isSeen: true })
  })

  await page.keyboard.type('Bhutan')
  await tabTo(page, 'Save')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved Successfully!').first()).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/resources\/countries\/\d{6,}/)
  await test.step('after saving the keyboard is in the form, not at the beginning of the page', async () => {
    await expect.poll(() => isIn(page, 'form[aria-label="Bhutan"]')).toBe(true)
  })

  await test.step('a switch is turned with Space; who leaves is asked, and gets the focus back', async () => {
    await tabTo(page, 'Active')
    await page.keyboard.press('Space')
    await expect(page.getByRole('switch', { name: 'Active' })).not.toBeChecked()
    await tabTo(page, 'Find', 'Shift+Tab')
    await page.keyboard.press('Enter')
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(asked).toBeVisible()
    await expect.poll(() => isIn(page, '[role="dialog"]')).toBe(true)
    await tabTo(page, 'Stay')
    await page.keyboard.press('Enter')
    await expect(asked).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Find', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(asked).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(asked).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Find', exact: true })).toBeFocused()
  })
  await tabTo(page, 'Save')
  await page.keyboard.press('Enter')
  // One was there already.
  await expect(page.getByText('Inactive · 2')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled({ timeout: 30_000 })

  await test.step('closed, the focus is back where the form was opened from', async () => {
    await tabTo(page, 'Close', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/resources\/countries(\?.*)?$/)
    await expect.poll(async () => (await stop(page)).name).not.toBe('')
  })
})

test('a pool code is added with the keyboard alone, and its form has the focus afterwards', async () => {
  const { page } = await signedIn('fin')
  await page.goto('/resources/funding/codes/new?type=1')
  await expect(page.getByLabel('Pool Code', { exact: true })).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await tabTo(page, 'Pool Code')
  await page.keyboard.type('RV-900')
  await page.keyboard.press('Tab')
  await page.keyboard.type('14')
  await page.keyboard.press('Tab')
  expect((await stop(page)).isSeen).toBe(true)
  await page.keyboard.type('50000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved Successfully!').first()).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/resources\/funding\/codes\/\d{6,}/)
  await expect.poll(() => isIn(page, 'form')).toBe(true)
})
