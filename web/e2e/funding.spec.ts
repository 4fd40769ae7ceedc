import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { findings } from './support/findings.ts'
import { stored } from './support/people.ts'

// S20: who keeps pool types and codes, and what they see of their money.
const { signedIn, speaking } = crowd()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const saved = (page: Page) => expect(page.getByText('Saved Successfully!').first()).toBeVisible()
const type = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const codeRow = (page: Page, code: string) => page.getByRole('row', { name: new RegExp(code) })
const at = (page: Page, path: string) => page.goto(path)

async function hasNoFindings(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([])
}
/** Every element, but what is pushed along in its own row. */
async function isWithinTheScreen(page: Page): Promise<void> {
  const beyond = await page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(
        (element) =>
          element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('[aria-label="Filter by team"]'),
      )
      .map((element) => element.outerHTML.slice(0, 80)),
  )
  expect(beyond).toEqual([])
}

test('Finance adds a type for the chosen team and a code to it; what is missing is said at its field', async () => {
  const { page } = await signedIn('fin')
  await page.getByRole('button', { name: 'Resources' }).click()
  await page.getByRole('link', { name: 'Funding' }).click()
  await expect(type(page, 'Banking TA')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Filter by team' }).getByRole('button')).toHaveText([
    ...['All', 'Banking', 'Budget', 'Debt', 'Economic Crimes', 'Evaluation', 'OTA Operations', 'Revenue'],
  ])
  await page.getByRole('button', { name: 'Revenue', exact: true }).click()
  await expect(page).toHaveURL(/team=2/)
  await expect(type(page, 'Banking TA')).toHaveCount(0)

  await page.getByRole('link', { name: 'Add pool type' }).click()
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Name is required' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Revenue Grants')
  await expect(page.getByLabel('Team', { exact: true })).toHaveValue('2')
  await save(page).click()
  await saved(page)
  await expect(page).toHaveURL(/resources\/funding\/types\/\d{6,}\?team=2/)
  await type(page, 'Revenue Grants').click()
  await expect(page.getByText('There are no codes here.')).toBeVisible()

  await page.getByRole('link', { name: 'Add pool code' }).click()
  await page.getByLabel('Pool Code', { exact: true }).fill('AB')
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Pool Code is required' })).toBeVisible()
  await page.getByRole('button', { name: 'Ship Number is required' }).click()
  await expect(page.getByLabel('Ship Number')).toBeFocused()
  await page.getByLabel('Pool Code', { exact: true }).fill('RV-900')
  await page.getByLabel('Ship Number').fill('14')
  await page.getByLabel('Funds', { exact: true }).fill('50000')
  await save(page).click()
  await saved(page)
  await expect(page).toHaveURL(/resources\/funding\/codes\/\d{6,}/)
  await expect(codeRow(page, 'RV-900')).toContainText('14')
  await expect(codeRow(page, 'RV-900')).toContainText('$50,000')
  await expect(codeRow(page, 'RV-900')).toContainText('Yes')

  await page.reload()
  await expect(codeRow(page, 'RV-900')).toBeVisible()
  // The server writes it in its own way, and that is what stands here then.
  await page.getByLabel('Ship Number').fill('015 ')
  await page.getByLabel('Funds', { exact: true }).fill('60000')
  await page.keyboard.press('Enter')
  await saved(page)
  await expect(codeRow(page, 'RV-900')).toContainText('$60,000')
  await expect(page.getByLabel('Ship Number')).toHaveValue('15')
  await expect(page.getByLabel('Funds', { exact: true })).toHaveValue('60,000')
  await expect(page.getByText(/elsewhere|Not saved yet/)).toHaveCount(0)
  await page.getByRole('switch', { name: 'Active' }).uncheck()
  await save(page).click()
  await expect(codeRow(page, 'RV-900')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Inactive' }).click()
  await expect(page).toHaveURL(/active=0/)
  await expect(codeRow(page, 'RV-900')).toContainText('No')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/resources\/funding\?.*team=2/)
})

test('the address of a team that is no longer active shows that team, and says that it is not', async () => {
  await (await speaking('mia')).post('resources/teams', { id: 6, active: false })
  const { page } = await signedIn('ada', 'desk', '/resources/funding')
  const chips = page.getByRole('group', { name: 'Filter by team' }).getByRole('button')
  await expect(chips.filter({ hasText: 'Economic Crimes' })).toHaveCount(0)
  await at(page, '/resources/funding?team=6')
  await expect(chips.and(page.locator('[aria-pressed=true]'))).toHaveText('Economic Crimes (inactive)')
  const types = (await stored(page, 'projectTypes')) as unknown as { name: string; teamId: number; active: boolean }[]
  const [own, other] = [true, false].map((isOwn) => types.find((one) => one.active && (one.teamId === 6) === isOwn))
  await expect(type(page, own?.name ?? '')).toBeVisible()
  await expect(type(page, other?.name ?? '')).toHaveCount(0)
  await page.getByRole('link', { name: 'Add pool type' }).click()
  await expect(page.getByLabel('Team', { exact: true })).toHaveValue('6')
  await at(page, '/dashboard/team?team=6')
  await expect(page.getByLabel('Team', { exact: true })).toHaveValue('6')
})

test('funds are seen to move balance and utilization before they are saved; above a hundred per cent the true number stands', async () => {
  const { page } = await signedIn('mia')
  const code = (await stored(page, 'poolCodes')).find(({ poolCode }) => poolCode === 'BK-100') as unknown as Money
  const used = code.actual + code.estimated
  const dollars = (cents: number) =>
    `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-US', { maximumFractionDigits: 2 })}`
  await at(page, '/resources/funding?team=3')
  await type(page, 'Banking TA').click()
  await page.getByRole('link', { name: 'Edit BK-100' }).click()
  const beside = page.getByRole('region', { name: 'With these funds' })
  await expect(beside).toContainText(dollars(code.funds - used))

  const half = Math.ceil(used / 200)
  await page.getByLabel('Funds', { exact: true }).fill(String(half))
  const after = Math.ceil((100 * used) / (half * 100))
  expect(after).toBeGreaterThan(190)
  await expect(beside).toContainText(dollars(code.funds - used))
  await expect(beside).toContainText(dollars(half * 100 - used))
  await expect(beside).toContainText(`${after}%`)
  await expect(codeRow(page, 'BK-100')).not.toContainText(`${after}%`)
  await save(page).click()
  await saved(page)
  await expect(codeRow(page, 'BK-100')).toContainText(`${after}%`)
  const bar = codeRow(page, 'BK-100').locator('[aria-hidden] > span')
  await expect(bar).toHaveCount(1)
  const red = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--fp-danger'))
  const colour = await bar.evaluate((part) => part.style.background)
  expect([colour, red]).toEqual(['var(--fp-danger)', expect.stringMatching(/\w/)])

  await codeRow(page, 'BK-100').getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: 'Open taskings of BK-100' })
  await expect(sheet.getByRole('link').first()).toHaveText(/T-\d+-\d+/)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('row', { name: /^January \d{4}/ })).toBeVisible()
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(13)
})
interface Money {
  funds: number
  actual: number
  estimated: number
}

test('a bar is quiet below ninety per cent, amber from there, red above a hundred with the true number', async () => {
  const { page } = await signedIn('mia')
  const code = (await stored(page, 'poolCodes')).find(({ poolCode }) => poolCode === 'BK-100') as unknown as Money
  const used = code.actual + code.estimated
  await at(page, '/resources/funding?team=3')
  await type(page, 'Banking TA').click()
  await page.getByRole('link', { name: 'Edit BK-100' }).click()
  const beside = page.getByRole('region', { name: 'With these funds' })
  const colours = (where: typeof beside) => where.locator('[style*="background"]').evaluateAll(drawn)
  for (const [percent, tone] of [
    [89, 'quiet'],
    [90, 'amber'],
    [100, 'amber'],
    [101, 'red'],
    [250, 'red'],
  ] as const)
    await test.step(`${percent}%`, async () => {
      const funds = Math.ceil((100 * used) / percent)
      await page.getByLabel('Funds', { exact: true }).fill((funds / 100).toFixed(2))
      await expect(beside).toContainText(`${percent}%`)
      expect(await colours(beside)).toEqual(tones[tone])
      await save(page).click()
      await expect(codeRow(page, 'BK-100')).toContainText(`${percent}%`)
      expect(await colours(codeRow(page, 'BK-100'))).toEqual(tones[tone])
      const number = codeRow(page, 'BK-100').getByText(`${percent}%`, { exact: true })
      expect(await number.getAttribute('data-tone')).toBe({ quiet: null, amber: 'near', red: 'over' }[tone])
    })
})
const tones = {
  quiet: ['--fp-barActual', '--fp-barEstimated'],
  amber: ['--fp-warnDot', '--fp-warnDot'],
  red: ['--fp-danger'],
}
/** The first token of each part's fill: what is still estimated is a paler tone of the same. */
const drawn = (parts: (HTMLElement | SVGElement)[]): string[] =>
  parts.map((part) => /--fp-\w+/.exec(part.style.background)?.[0] ?? '')

test('on the phone types are cards, a form stands alone with its foot, and without a connection it says so before a word is typed', async () => {
  const fin = await signedIn('fin', 'phone')
  await fin.isInstalled()
  const { page } = fin
  await at(page, '/resources/funding?team=3')
  await type(page, 'Banking TA').click()
  await expect(page).toHaveURL(/type=\d/)
  await expect(page.getByRole('img', { name: /actual \$.* in funds/ })).toBeVisible()
  await isWithinTheScreen(page)
  await fin.setOffline(true)
  await page.reload()
  await expect(page.getByText(/As of/).first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'BK-100' }).click()
  await expect(page.getByText('Saving needs a connection.')).toBeVisible({ timeout: 30_000 })
  await page.getByLabel('Ship Number').fill('77')
  await save(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await isWithinTheScreen(page)
  await fin.setOffline(false)
  await expect(page.getByText('Saving needs a connection.')).toHaveCount(0, { timeout: 60_000 })
  await save(page).click()
  await saved(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('ship 77')).toBeVisible()
})

test('on a wide phone how fresh the page is and its buttons stand in one line', async () => {
  const { page } = await signedIn('fin', 'phone', '/resources/funding')
  for (const width of [414, 480]) {
    await page.setViewportSize({ width, height: 900 })
    const live = await page.getByText(/^(Live|As of)/).boundingBox()
    const add = await page.getByRole('link', { name: 'Add pool type' }).boundingBox()
    expect(add?.y, String(width)).toBeLessThan((live?.y ?? 0) + (live?.height ?? 0))
  }
})

test('without findings of axe, in light and dark, with names of eighty characters at 320 pixels', async () => {
  const { page } = await signedIn('ada')
  await at(page, '/resources/funding/types/1')
  await page.getByLabel('Name', { exact: true }).fill(`Revenue ${'assistance '.repeat(6)}${'x'.repeat(6)}`)
  await save(page).click()
  await saved(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1440, height: 900 })
    await at(page, '/resources/funding/codes/2?type=1')
    await expect(page.getByRole('region', { name: 'With these funds' })).toBeVisible()
    await expect(codeRow(page, 'RV-220')).toBeVisible()
    await hasNoFindings(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await at(page, '/resources/funding?type=1')
    await expect(page.getByRole('link', { name: 'RV-220' })).toBeVisible()
    await isWithinTheScreen(page)
    await hasNoFindings(page)
    await page.getByRole('button', { name: 'Table' }).click()
    const months = page.getByRole('table').first()
    await expect(months.getByRole('row', { name: /^Jan \d{4}/ })).toBeVisible()
    // What reaches beyond its panel is cut.
    expect(await months.evaluate((node) => node.scrollWidth - (node.parentElement?.clientWidth ?? 0))).toBeLessThan(1)
    await at(page, '/resources/funding/codes/2')
    await expect(page.getByRole('navigation').getByText('RV-220')).toBeVisible()
  }
})

test('beside a form the names of types and codes stay whole; where they would not, the form stands alone', async () => {
  const { page } = await signedIn('ada')
  for (const width of [1200, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await at(page, '/resources/funding/codes/2?type=1')
    await expect(page.getByRole('region', { name: 'With these funds' })).toBeVisible()
    await expect(codeRow(page, 'RV-220')).toHaveCount(width < 1440 ? 0 : 1)
    const cut = await page
      .locator('#main [title]')
      .evaluateAll((names) =>
        names
          .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.getClientRects().length > 1)
          .map((name) => `${(name as HTMLElement).title} ${name.scrollWidth}/${name.clientWidth}`),
      )
    expect(cut, `at ${width}`).toEqual([])
  }
})

test('Ana is sent away with a notice, and finds no way there', async () => {
  const { page } = await signedIn('ana')
  for (const path of ['/resources/funding', '/resources/funding/codes/1', '/resources/funding/types/new']) {
    await at(page, path)
    await expect(page.getByText('You do not have access to that page.')).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Resources' })).toHaveCount(0)
})
