import { expect, test } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'

// S23: a name for what somebody looks for again and again.
const { signedIn, server } = crowd()

test('a view is saved, opened from the sidebar, renamed and deleted', async () => {
  const { page } = await signedIn('mia')
  const views = page.getByRole('list', { name: 'Saved views' })
  await page.goto('/find?countries=1,2&status=0,3&page=1')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please give the view a name')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Two posts')
  await page.getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(views.getByRole('link', { name: 'Two posts' })).toHaveAttribute('aria-current', 'page')
  await page.goto('/dashboard/manager')
  await views.getByRole('link', { name: 'Two posts' }).click()
  await expect(page).toHaveURL(/\/find\?countries=1,2&status=0,3$/)
  await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')).toHaveCount(4)

  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Rename this view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Kenya and Peru')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(views.getByRole('link')).toHaveText(['Kenya and Peru'])
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Delete this view' }).click()
  await expect(views).toHaveCount(0)
})

test('where beside the filters a table has no room, none is offered', async () => {
  const { page } = await signedIn('mia', 'desk', '/find?status=4')
  await page.setViewportSize({ width: 1280, height: 800 })
  const shownAs = page.getByRole('radiogroup', { name: 'Shown as' })
  await expect(shownAs.getByRole('radio')).toHaveCount(2)
  await expect(shownAs.getByRole('radio', { name: 'List' })).toBeChecked()
  await page.getByRole('button', { name: 'Hide filters' }).click()
  await shownAs.getByRole('radio', { name: 'Table' }).click()
  await expect(page.getByRole('table', { name: 'Results' })).toBeVisible()
})

test('on a wide desk the descriptions have the room beside the filters, and no due date is cut', async () => {
  const { page } = await signedIn('mia', 'desk', '/find?status=0,1,2,3')
  await page.setViewportSize({ width: 1920, height: 1080 })
  const table = page.getByRole('table', { name: 'Results' })
  await expect(table.getByRole('row').nth(10)).toBeVisible()
  const description = await table.getByRole('columnheader', { name: 'Description' }).boundingBox()
  expect(description?.width).toBeGreaterThan(300)
  const cut = await table.locator('tbody td:last-of-type').evaluateAll((cells) =>
    cells.filter((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const isCut = getComputedStyle(cell).overflowX !== 'visible' && cell.scrollWidth > cell.clientWidth
      return isCut || range.getBoundingClientRect().right > cell.getBoundingClientRect().right
    }),
  )
  expect(cut).toEqual([])
})

test('where no sidebar lists the views, Find does: between desk and phone, and on the phone before anything is asked', async () => {
  const { page } = await signedIn('mia', 'desk', '/find?status=4')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page
    .getByRole('textbox', { name: 'Name' })
    .fill('Late, wherever it is, and whoever has it in their hands this week')
  await page.getByRole('textbox', { name: 'Name' }).press('Enter')
  const view = page.getByRole('list', { name: 'Saved views' }).getByRole('link')
  await expect(view).toHaveCount(1)
  for (const width of [900, 1199, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/find')
    await expect(view).toHaveCount(1)
    const box = await view.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    await view.click()
    await expect(page).toHaveURL(/\/find\?status=4$/)
  }
})

test('a view that is saved on the phone without a connection is there at once, and arrives', async () => {
  const link = new BadNetwork(server().port)
  await link.listen()
  const { page } = await signedIn('ada', 'phone', '/find?status=4', link)
  await expect(page.getByText(/taskings? ·.*Live/)).toBeVisible()
  link.online = false
  await expect(page.getByText(/Results on this device/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'This view', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Late ones')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The window closes when the device keeps it, and not before.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/find?status=0')
  await page.getByRole('button', { name: 'This view', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Late ones' }).click()
  await expect(page).toHaveURL(/\/find\?status=4$/)
  link.online = true
  await expect(page.getByText(/taskings? ·.*Live/)).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await stored(page, 'outbox')).length, { timeout: 60_000 }).toBe(0)
  expect(await stored(page, 'attention')).toEqual([])
  await link.close()
})
