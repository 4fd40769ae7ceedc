import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { Person, stored } from './support/people.ts'
import { cutWords } from './support/text-size.ts'

const { signedIn, server } = crowd()

const onItsSide = { width: 667, height: 375 }

test('a phone on its side shows both fields of signing in', async () => {
  const stranger = new Person(server(), 'phone')
  const page = await stranger.open()
  await page.setViewportSize(onItsSide)
  for (const label of ['Email', 'Password'])
    await expect(page.getByLabel(label, { exact: true })).toBeInViewport({ ratio: 1 })
  await stranger.close()
  expect(stranger.complaints).toEqual([])
})

test('on a phone on its side what is read has the height: the bars above it go along', async () => {
  const { page } = await signedIn('cora', 'phone', '/queue')
  await page.setViewportSize(onItsSide)
  await page.locator('#main').getByText(/^T-\d/).first().click()
  const decide = page.getByRole('button', { name: 'Authorize' }).first()
  const steps = page.getByText('1 of 24')
  await expect(steps).toBeInViewport()
  await expect(decide).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('region', { name: 'Files' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('banner')).not.toBeInViewport()
  await expect(steps).not.toBeInViewport()
  await expect(decide).toBeInViewport({ ratio: 1 })
  const footer = await page.locator('[data-sticky-footer]').boundingBox()
  expect(footer?.height).toBeLessThanOrEqual(66)
})

test('on a phone on its side the bar at the foot is low, and its words stand beside their icons, or all below them; none is too small for a finger', async () => {
  const { page } = await signedIn('pete', 'phone', '/dashboard/team')
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const [width, isRow] of [
    [844, true],
    [320, false],
  ] as const) {
    await page.setViewportSize({ width, height: 390 })
    await expect(bar).toBeInViewport({ ratio: 1 })
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(48)
    const slots = await bar.locator('a, button').evaluateAll((all) =>
      all.map((slot) => {
        const { height } = slot.getBoundingClientRect()
        const icon = slot.querySelector('svg')?.getBoundingClientRect()
        const range = document.createRange()
        range.selectNodeContents([...slot.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? slot)
        return { isHighEnough: height >= 44, isBeside: range.getBoundingClientRect().left >= (icon?.right ?? 0) }
      }),
    )
    expect(slots).toEqual(Array.from({ length: 5 }, () => ({ isHighEnough: true, isBeside: isRow })))
  }
})

/** Where the numbers of the cards stand: their rows, each with how many are in it. */
const rowsOf = (page: Page) =>
  page.locator('main a:has(> span > b)').evaluateAll((cards) => {
    const tops = cards.map((card) => Math.round(card.querySelector('b')?.getBoundingClientRect().top ?? 0))
    return [...new Set(tops)].map((row) => tops.filter((top) => top === row).length)
  })

test('the four numbers of the dashboard stand in one row or in two and two, on one line, and none of their names is cut', async () => {
  const { page } = await signedIn('mia', 'desk')
  await expect(page.locator('main a').getByText(/(since|as on) Monday/)).toHaveCount(4)
  for (const [width, rows] of [
    [320, [2, 2]],
    [360, [2, 2]],
    [507, [2, 2]],
    [667, [4]],
    [820, [4]],
    [900, [4]],
    [1024, [4]],
    [1920, [4]],
  ] as const)
    await test.step(String(width), async () => {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => rowsOf(page)).toEqual(rows)
      expect((await cutWords(page)).filter((words) => /YTD|Monday/.test(words))).toEqual([])
    })
})

test('the bar below a form goes on to the edge of a window that is wider than a page', async () => {
  const { page } = await signedIn('mia', 'desk', '/projects/add')
  await page.setViewportSize({ width: 2560, height: 1440 })
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport()
  const groundAt = (x: number) => page.screenshot({ clip: { x, y: 1370, width: 8, height: 60 } })
  expect((await groundAt(2_500)).equals(await groundAt(400))).toBe(true)
})

test('small words beside the title of a panel that go below it stay within its head', async () => {
  const { page } = await signedIn('fin', 'desk', '/resources/funding')
  await page.setViewportSize({ width: 900, height: 900 })
  const year = page.getByRole('region', { name: 'The year' })
  const words = year.getByText('adding up month by month')
  await page.evaluate(() => document.documentElement.style.setProperty('--fp-inset', '160px'))
  const [head, title, small] = await Promise.all(
    [year.locator('header'), year.getByRole('heading'), words].map((one) => one.boundingBox()),
  )
  if (!head || !title || !small) throw new Error('They are not drawn')
  expect(small.y).toBeGreaterThanOrEqual(title.y + title.height)
  expect(small.y).toBeLessThan(title.y + title.height + 4)
  expect(head.y + head.height - small.y - small.height).toBeGreaterThanOrEqual(8)
})

test('beside the form of a pool code its open taskings are shown on the line that counts them', async () => {
  const { page } = await signedIn('fin', 'desk', '/resources/funding/codes/1')
  const count = page.getByText(/^Used by \d+ open taskings$/)
  await expect(count).toBeVisible()
  const [words, show] = await Promise.all(
    [count, page.getByRole('button', { name: 'Show', exact: true })].map((one) => one.boundingBox()),
  )
  if (!words || !show) throw new Error('They are not drawn')
  expect(Math.abs(show.y + show.height / 2 - words.y - words.height / 2)).toBeLessThan(4)
})

test('a tasking whose sheet has not come prints no place to drop a file at and none to write in', async () => {
  const { page } = await signedIn('mia', 'desk')
  const [first] = await stored(page, 'projects')
  await page.goto(`/projects/${String(first?.['id'])}`)
  const drop = page.getByText(/drop them here/)
  const smaller = page.getByText('Make photos smaller')
  await expect(drop).toBeVisible()
  await expect(smaller).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible()
  await expect(drop).toBeHidden()
  await expect(smaller).toBeHidden()
  await expect(page.locator('form:has(#comment)')).toBeHidden()
})

test('nothing of a phone on its side stands under its camera', async () => {
  const { page } = await signedIn('cora', 'phone', '/queue')
  await page.setViewportSize({ width: 844, height: 390 })
  const cdp = await page.context().newCDPSession(page)
  const insets = { top: 0, left: 47, right: 47, bottom: 21 }
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets })
  await page.locator('#main').getByText(/^T-\d/).first().click()
  const seen = () =>
    page
      .locator('button:visible, a:visible, h2:visible, textarea:visible')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).filter(({ width, bottom }) => width > 1 && bottom > 0),
      )
  const isClear = async () => {
    const boxes = await seen()
    expect(boxes.length).toBeGreaterThan(2)
    expect(boxes.filter(({ left, right }) => left < insets.left || right > 844 - insets.right)).toEqual([])
  }
  await page.getByRole('button', { name: /^Deny/ }).first().click()
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeVisible()
  await isClear()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await isClear()
})
