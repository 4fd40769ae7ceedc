import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { aTasking } from './support/speaker.ts'
import { fillStart, next } from './support/wizard.ts'

// What goes away under the keyboard leaves it on the page, and not with nothing.
const { signedIn, speaking } = crowd()

test('a comment that was edited or left as it is leaves the keyboard on the page', async () => {
  const mia = await speaking('mia')
  const projectId = await aTasking(mia)
  await mia.post(`projects/${projectId}/comments`, { projectId, comment: 'First version' })
  const { page } = await signedIn('mia', 'desk', `/projects/${projectId}`)
  const more = page.getByRole('button', { name: /^More for the comment by Mia/ })
  for (const [last, words] of [
    ['Back', 'First version'],
    ['Save', 'Second version'],
  ] as const) {
    await more.click({ timeout: 30_000 })
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const field = page.getByLabel('Edit comment')
    await expect(field).toBeFocused()
    await field.fill(words)
    await page
      .getByRole('listitem')
      .filter({ has: field })
      .getByRole('button', { name: last, exact: true })
      .press('Enter')
    await expect(field).toHaveCount(0)
    await expect(page.locator('#main')).toBeFocused()
  }
})

test('so do a tasking that is heard of again, and a device that takes the theme of the others', async () => {
  const pete = await speaking('pete')
  const id = await aTasking(await speaking('mia'), { assigneeId: 5 })
  await pete.post('notifications/mute', { projectId: id, muted: true })
  const { page } = await signedIn('pete', 'desk', '/inbox?show=muted')
  await page.getByRole('button', { name: /^Unmute T-/ }).press('Enter', { timeout: 30_000 })
  await expect(page.getByText('Nothing is muted.')).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()

  await page.goto('/profile/5')
  const theme = page.getByRole('radiogroup', { name: 'Theme' })
  await theme.getByRole('radio', { name: 'Dark', exact: true }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Pete Okafor' }).click()
  await page
    .getByRole('menuitemradio', { name: 'Light' })
    .or(page.getByRole('menuitem', { name: 'Light' }))
    .click()
  await page.keyboard.press('Escape')
  const here = page.getByRole('button', { name: 'Dark here too' })
  await here.press('Enter')
  await expect(here).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
})

test('and a place signed in that is ended', async () => {
  await speaking('pete')
  const { page } = await signedIn('pete', 'desk', '/profile/5')
  const ends = page.getByRole('region', { name: 'Signed-in devices' }).getByRole('button', { name: /^End / })
  await expect(ends.first()).toBeVisible()
  for (let left = await ends.count(); left > 0; left--) {
    await ends.first().press('Enter')
    await expect(ends).toHaveCount(left - 1)
    await expect(page.locator('#main')).toBeFocused()
  }
})

const keyboardIsSomewhere = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

for (const size of ['desk', 'phone'] as const)
  test(`and several that are approved at once (${size})`, async () => {
    const { page } = await signedIn('adam', size, '/queue')
    const boxes = page.getByRole('checkbox', { name: /^Select / })
    await boxes.nth(0).click({ timeout: 30_000 })
    await boxes.nth(1).click()
    const approve = page.getByRole('button', { name: /^Approve 2/ })
    await approve.press('Enter')
    await expect(approve).toHaveCount(0)
    await keyboardIsSomewhere(page)
  })

test('and the open taskings of somebody, once they are another’s', async () => {
  await aTasking(await speaking('mia'), { assigneeId: 5 })
  const { page } = await signedIn('mia', 'desk', '/resources/users/5')
  const hand = page.getByRole('button', { name: /^Hand over \d/ })
  await page.getByRole('button', { name: /Choose somebody/ }).click({ timeout: 30_000 })
  await page.getByRole('dialog').getByRole('combobox').fill('ana')
  await page.getByRole('option', { name: /Ana Whitfield/ }).click()
  await hand.press('Enter')
  await expect(page.getByText('No open tasking waits for Pete Okafor')).toBeVisible({ timeout: 30_000 })
  await keyboardIsSomewhere(page)
})

test('and rows of a file that are imported', async () => {
  const { page } = await signedIn('mia', 'desk', '/resources/advisors/import')
  await page.getByLabel('File to import').setInputFiles({
    name: 'advisors.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Full Name', 'Zora Able', 'x'.repeat(400)].join('\n')),
  })
  await page.getByRole('button', { name: 'Import 1 valid row' }).press('Enter', { timeout: 30_000 })
  await expect(page.getByText('1 row imported. What is below is still to be mended.')).toBeVisible()
  await expect(page.getByText('No row is valid.')).toBeVisible()
  await keyboardIsSomewhere(page)
})

test('and a category that is opened again, or whose tasks come back', async () => {
  const { page } = await signedIn('pete', 'phone')
  await page.goto('/requests')
  await fillStart(page)
  await next(page, 'Tasks')
  await page.getByRole('button', { name: /^Freight/ }).click()
  await page.getByRole('checkbox', { name: /^Air Freight/ }).check()
  const freight = page.getByRole('button', { name: /^Freight/ })
  await freight.press('Enter')
  await expect(freight).toBeFocused()
  await page.getByRole('button', { name: /^Other Support/ }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.press('Enter')
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /^Air Freight/ })).toBeChecked()
  await expect(page.locator('#main')).toBeFocused()
})
