import { expect, test, type Page } from '@playwright/test'
import { neverLocks } from './support/lock.ts'
import { crowd } from './support/crowd.ts'

// S23: words, filters as chips, counts, and what a row shows whatever the names.
const { signedIn, speaking } = crowd()
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' })
const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const line = (page: Page) => page.locator('main').getByText(/^[\d,]+ taskings?/)
const found = async (page: Page): Promise<number> => {
  await expect(line(page)).toHaveText(/Live/)
  return Number(((await line(page).textContent()) ?? '').replace(/\D.*/, ''))
}

test('words narrow filters and are marked; each chip takes away what it names, and Clear all the rest', async () => {
  const { page, complaints } = await signedIn('mia')
  await page.goto('/find?countries=1,2&status=0,1,2,3,7')
  const all = await found(page)
  await page.getByLabel('Search taskings', { exact: true }).fill('Kény')
  await page.getByLabel('Search taskings', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/countries=1,2&status=0,1,2,3,7/)
  await expect(page).toHaveURL(/term=K/)
  await expect(results(page).locator('mark').first()).toHaveText('Keny')
  expect(await results(page).locator('mark').count()).toBe((await results(page).getByRole('row').count()) - 1)
  const some = await found(page)
  expect(some).toBeGreaterThan(0)
  expect(some).toBeLessThan(all)

  await expect(chips(page).getByRole('listitem')).toHaveText([
    /Country\s*Kenya/,
    /Country\s*Peru/,
    /Status\s*5 of 8/,
    /Text\s*“Kény”/,
  ])
  // What stands beside a choice is what the list is as long as once it is the only one.
  const kenya = page.getByRole('group', { name: 'Countries' }).getByText(/^Kenya/)
  await expect(kenya.locator('..').locator('small')).toHaveText(String(some))
  await chips(page).getByRole('button', { name: 'Remove Country Peru' }).click()
  await expect(page).toHaveURL(/countries=1&/)
  expect(await found(page)).toBe(some)
  await chips(page).getByRole('button', { name: 'Remove Text' }).click()
  await expect(page).not.toHaveURL(/term/)
  await expect(page.getByLabel('Search taskings', { exact: true })).toHaveValue('')
  await expect(results(page).locator('mark')).toHaveCount(0)
  const peru = page.getByRole('group', { name: 'Countries' }).getByText(/^Peru/).locator('..').locator('small')
  const told = Number(await peru.textContent())
  expect(told).toBeGreaterThan(0)
  await page.goto('/find?countries=2&status=0,1,2,3,7')
  expect(await found(page)).toBe(told)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText('Please select at least one filter to find projects.')).toBeVisible()
  await expect(page).toHaveURL(/\/find\??$/)
  expect(complaints).toEqual([])
})

test('after Enter the field keeps the keyboard and what is typed on; Back and a chip bring it what the address has', async () => {
  const { page } = await signedIn('mia')
  await page.goto('/find?countries=1&status=0,1,2,3,7')
  await found(page)
  const field = page.getByLabel('Search taskings', { exact: true })
  await field.click()
  await page.keyboard.type('Keny')
  await page.keyboard.press('Enter')
  await page.keyboard.type('a dri')
  await expect(page).toHaveURL(/term=Keny(&|$)/)
  await expect(field).toHaveValue('Kenya dri')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/term=Kenya.dri(&|$)/)
  await expect(chips(page).getByText('“Kenya dri”')).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('Keny')
  // Back before the page has followed.
  await field.fill('Kenya drivers')
  await field.evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit()
    history.back()
    const from = performance.now()
    while (performance.now() - from < 500);
  })
  await expect(field).toHaveValue('Keny')
  await expect(chips(page).getByText('“Keny”')).toBeVisible()
  await expect(page).toHaveURL(/term=Keny(&|$)/)
  await chips(page).getByRole('button', { name: 'Remove Text' }).click()
  await expect(field).toHaveValue('')
})

test('a reference opens its tasking, from the top and from Find on the phone; part of one is looked for', async () => {
  const mia = await signedIn('mia')
  await mia.page.goto('/find?status=3')
  const reference = (await results(mia.page).getByRole('link').first().textContent()) ?? ''
  const top = mia.page.getByLabel('Search taskings, pool codes, people')
  await top.fill(reference.toLowerCase())
  await top.press('Enter')
  await expect(mia.page).toHaveURL(/\/projects\/\d+$/)
  await expect(mia.page.getByRole('heading', { name: new RegExp(reference) })).toBeVisible()

  const ada = await signedIn('ada', 'phone')
  await ada.page.goto('/find')
  await ada.page.getByLabel('Search taskings', { exact: true }).fill(` ${reference} `)
  await ada.page.getByLabel('Search taskings', { exact: true }).press('Enter')
  await expect(ada.page).toHaveURL(/\/projects\/\d+$/)
  await expect(ada.page.locator('#main').getByText(reference).first()).toBeAttached()
  const device = reference.replace(/-\d+$/, '')
  await ada.page.goto('/find')
  await ada.page.getByLabel('Search taskings', { exact: true }).fill(device)
  await ada.page.getByLabel('Search taskings', { exact: true }).press('Enter')
  await expect(ada.page.getByRole('list', { name: 'Results' }).locator('mark').first()).toHaveText(device)
})

test('at 1440 a description has thirty characters and more, with the filters and without; Apply stays in sight', async () => {
  const { page } = await signedIn('mia')
  await page.goto('/find?status=0,1,2,3,7')
  await found(page)
  for (const folded of [false, true]) {
    if (folded) await page.getByRole('button', { name: 'Hide filters' }).click()
    await expect(page.getByRole('form', { name: 'Filters' })).toHaveCount(folded ? 0 : 1)
    const seen = await results(page).getByRole('row').evaluateAll(lettersSeen)
    expect(seen.length).toBe(20)
    expect(seen.filter(({ letters, all }) => letters < Math.min(30, all))).toEqual([])
  }
  await page.getByRole('button', { name: 'Show filters' }).click()
  // Between phone and desk a description has no room beside eight columns.
  await page.setViewportSize({ width: 912, height: 768 })
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(20)
  await page.setViewportSize({ width: 1280, height: 480 })
  for (const name of ['Apply', 'Clear'])
    await expect(page.getByRole('form', { name: 'Filters' }).getByRole('button', { name, exact: true })).toBeInViewport(
      {
        ratio: 1,
      },
    )
})

test('a card shows its status and its due date whole, whatever the names, down to 320 px', async () => {
  const mia = await speaking('mia')
  const long = 'Democratic Republic of the Extraordinarilylongplacenamewithoutanyspaceatall and its Dependencies'
  await mia.post('resources/countries', { id: 1, title: long, active: true })
  const { page } = await signedIn('mia', 'phone')
  await page.goto('/find?countries=1&status=0,1,2,3,7')
  const cards = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(cards.first()).toContainText('Extraordinarily')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await cards.evaluateAll(cutOff)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

/** How many letters of the description are drawn within its cell, in each row but the head. */
function lettersSeen(rows: Element[]): { letters: number; all: number }[] {
  return rows.slice(1).map(({ children: [, cell] }) => {
    const nodes = cell && document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const box = (cell?.querySelector('span') ?? cell)?.getBoundingClientRect()
    let [letters, all] = [0, 0]
    for (let node = nodes?.nextNode(); node && box; node = nodes?.nextNode()) {
      for (let at = 0; at < (node.textContent?.length ?? 0); at++) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { right, bottom } = range.getBoundingClientRect()
        all++
        if (right <= box.right + 1 && bottom <= box.bottom + 1) letters++
      }
    }
    return { letters, all }
  })
}

/** Cards of which the status or the day due is not whole within them. */
function cutOff(cards: Element[]): (string | null)[] {
  return cards.flatMap((card) => {
    const [head, foot] = [card.querySelector('a')?.firstElementChild, card.querySelector('a')?.lastElementChild]
    const edge = card.getBoundingClientRect()
    return [head?.lastElementChild, foot?.lastElementChild].flatMap((part) => {
      const words = document.createRange()
      if (part) words.selectNodeContents(part)
      const [box, text] = [part?.getBoundingClientRect(), words.getBoundingClientRect()]
      const isWhole =
        box && text.width > 40 && box.left >= edge.left && box.right <= edge.right && text.right <= box.right + 1
      return isWhole ? [] : [card.textContent]
    })
  })
}

test('when a day begins under an open page the server is asked once more', async () => {
  const { page } = await signedIn('mia', 'desk')
  await neverLocks(page)
  await page.goto('/find?countries=1&status=0,1,2,3,7')
  await found(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/.*countries=1/.test(request.url())) asked.push(request.url())
  })
  await page.waitForTimeout(2_000)
  expect(asked).toEqual([])
  await page.evaluate(() => {
    const real = Date.now.bind(Date)
    Date.now = () => real() + 86_400_000
  })
  await expect.poll(() => asked.length, { timeout: 70_000 }).toBeGreaterThan(0)
})
