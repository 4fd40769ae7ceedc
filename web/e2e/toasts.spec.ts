import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { anAskedTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()
const copied = (page: Page) => page.getByRole('status').filter({ hasText: 'Copied.' })

async function openShortcuts(page: Page): Promise<void> {
  // A menu that fades takes the keys still.
  await expect(page.locator('[role=menu]')).toHaveCount(0)
  await page.keyboard.press('?')
}

async function copy(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^More for T-/ }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
}

test('a toast stands while the keyboard is on it or the pointer, and goes a while after; without either it stands six seconds (C-087)', async () => {
  const { page } = await signedIn('mia', 'desk', '/projects/44000088')
  await copy(page)
  await expect(copied(page)).toBeVisible()
  await page.mouse.move(700, 700)
  const from = Date.now()
  await expect(copied(page)).toHaveCount(0, { timeout: 10_000 })
  expect(Date.now() - from).toBeGreaterThan(5_000)

  await copy(page)
  await page.mouse.move(700, 700)
  const close = copied(page).getByRole('button', { name: 'Close' })
  await close.focus()
  await page.waitForTimeout(9_000)
  await expect(close).toBeFocused()
  await page.locator('#main').focus()
  await expect(copied(page)).toHaveCount(0, { timeout: 10_000 })

  await copy(page)
  await copied(page).hover()
  await page.waitForTimeout(9_000)
  await expect(copied(page)).toBeVisible()
  await page.mouse.move(700, 700)
  await expect(copied(page)).toHaveCount(0, { timeout: 10_000 })
})

test('where one is closed and another waits, the two beside it stay (C-087)', async () => {
  const { page } = await signedIn('mia', 'desk', '/projects/44000088')
  for (let times = 0; times < 4; times++) await copy(page)
  await expect(copied(page)).toHaveCount(3)
  // While the pointer is on the first its time stands still.
  const first = await copied(page).first().elementHandle()
  await copied(page).first().hover()
  await copied(page).nth(1).getByRole('button', { name: 'Close' }).press('Enter')
  await page.waitForTimeout(1_500)
  expect(await first?.evaluate((toast) => toast.isConnected)).toBe(true)
  await expect(copied(page)).toHaveCount(3)
})

test('three toasts are seen at a time, and the others have their six seconds afterwards (C-087)', async () => {
  const { page } = await signedIn('mia', 'desk', '/projects/44000088')
  await copy(page)
  const from = Date.now()
  for (let times = 1; times < 5; times++) await copy(page)
  await page.mouse.move(700, 700)
  expect(Date.now() - from).toBeLessThan(5_000)
  await expect(copied(page)).toHaveCount(3)
  await page.waitForTimeout(from + 9_500 - Date.now())
  await expect(copied(page)).toHaveCount(2)
  await expect(copied(page)).toHaveCount(0, { timeout: 10_000 })
})

test('a toast takes no press that is meant for the bar: it stands under it', async () => {
  const { page } = await signedIn('mia', 'desk', '/projects/44000088')
  await copy(page)
  await expect(copied(page)).toBeVisible()
  const pill = page.getByRole('link', { name: 'Up to date' })
  // Sooner than the toast goes.
  await pill.click({ timeout: 3_000 })
  // It goes along into what is opened, where a screen reader finds it.
  await expect(page.getByRole('dialog', { name: 'Outbox' }).locator(copied(page))).toBeVisible()
})

for (const [width, height] of [
  [390, 844],
  [320, 640],
] as const)
  test(`on a phone of ${width} px a toast hides neither the way back, nor the buttons of a page, nor its bar`, async () => {
    const { page } = await signedIn('mia', 'phone', '/find')
    await page.setViewportSize({ width, height })
    await page.goto('/projects/44000088')
    const pressed = [
      page.getByRole('button', { name: 'Back' }),
      page.getByRole('link', { name: 'Up to date' }),
      page.getByRole('link', { name: 'Edit', exact: true }),
      page.getByRole('button', { name: /^More for T-/ }),
    ]
    await copy(page)
    await expect(copied(page)).toBeVisible()
    for (const target of pressed) await target.click({ trial: true, timeout: 1_000 })
    await page.getByRole('button', { name: 'Back' }).click({ timeout: 3_000 })
    await expect(page).toHaveURL(/\/dashboard/)
    // The same toast, over the bar of this page.
    const bar = page.getByRole('navigation').last()
    await expect(bar).toBeVisible()
    await expect(copied(page)).toBeVisible()
    for (const link of await bar.locator('a, button').all()) await link.click({ trial: true, timeout: 1_000 })
  })

test('on a phone the end of a page can be pushed out from under a toast', async () => {
  const { page } = await signedIn('mia', 'phone', '/projects/44000088')
  await copy(page)
  await expect(copied(page)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const toast = await copied(page).boundingBox()
  const end = await page.locator('#main section').last().boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(toast?.y ?? 0)
})

test('on a phone a toast stands over the footer in which a tasking is decided', async () => {
  const id = await anAskedTasking(await speaking('pete'))
  const { page } = await signedIn('cora', 'phone', `/projects/${id}`)
  const footer = page.locator('[data-sticky-footer]')
  await expect(footer).toBeVisible()
  await copy(page)
  await expect(copied(page)).toBeVisible()
  for (const button of await footer.getByRole('button').all()) await button.click({ trial: true, timeout: 1_000 })
})

test('while a keyboard lies over the foot of the phone a toast stands under the bar', async () => {
  const { page } = await signedIn('mia', 'phone', '/projects/44000088')
  const typing = (height: number) =>
    page.evaluate((left) => {
      Object.defineProperty(visualViewport, 'height', { value: left, configurable: true })
      visualViewport?.dispatchEvent(new Event('resize'))
    }, height)
  await copy(page)
  const yOf = async () => (await copied(page).boundingBox())?.y ?? 0
  await expect.poll(yOf).toBeGreaterThan(700)
  await typing(500)
  await expect.poll(yOf).toBeLessThan(100)
  await typing(844)
  await expect.poll(yOf).toBeGreaterThan(700)
})

test('a toast lies over the bar at no moment of its coming: it would take a press whose button comes up just then', async () => {
  const { page } = await signedIn('mia', 'desk', '/projects/44000088')
  const pill = page.getByRole('link', { name: 'Up to date' })
  const box = await pill.boundingBox()
  const watch = await page.evaluateHandle(
    ({ x, y }) => {
      const seen = { frames: 0, over: 0 }
      const look = () => {
        const toasts = document.querySelector('.notistack-SnackbarContainer')
        if (toasts?.textContent) seen.frames++
        if (toasts?.contains(document.elementFromPoint(x, y))) seen.over++
        requestAnimationFrame(look)
      }
      look()
      return seen
    },
    { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 },
  )
  await copy(page)
  await page.mouse.move(700, 700)
  await expect(copied(page)).toHaveCount(1)
  await expect(copied(page)).toHaveCount(0, { timeout: 10_000 })
  const { frames, over } = await watch.jsonValue()
  expect(frames).toBeGreaterThan(10)
  expect(over).toBe(0)
})

test('while a dialog is open a toast is heard and in reach of the keyboard, and stands when it has closed', async () => {
  const { page } = await signedIn('mia', 'desk', '/projects/44000088')
  const dialog = page.getByRole('dialog')
  const close = copied(page).getByRole('button', { name: 'Close' })
  await copy(page)
  await openShortcuts(page)
  await expect(dialog).toBeVisible()
  // What is hidden from a screen reader has no role.
  await expect(copied(page)).toBeVisible()
  await dialog.getByRole('button').first().focus()
  await page.keyboard.press('Shift+Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(copied(page)).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await copy(page)
  await openShortcuts(page)
  await expect(dialog.locator(copied(page))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(copied(page)).toBeVisible()
})

test('a toast that stands while a dialog fills the phone takes no press that is meant for its head', async () => {
  const { page } = await signedIn('mia', 'phone', '/projects/44000088')
  await copy(page)
  await page.getByRole('button', { name: /^More for T-/ }).press('Enter')
  await page.getByRole('menuitem', { name: /^Amend/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(copied(page))).toBeVisible()
  const title = await dialog.getByRole('heading').first().boundingBox()
  const toast = await dialog.locator(copied(page)).boundingBox()
  expect(toast?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0))
  await dialog.locator('header').getByRole('button', { name: 'Close' }).click({ timeout: 3_000 })
  await expect(dialog).toHaveCount(0)
})
