import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import type { Persona, Size } from './support/people.ts'
import { beyondTheScreen } from './support/screen.ts'

// S02: what each person finds in the menus, and where nobody finds a way.
const { signedIn, speaking } = crowd()

const office = ['Advisors', 'Countries', 'Funding', 'Teams', 'Users', 'Services', 'Sub-services', 'Deliverables']
const projects = ['Taskings', 'My requests', 'Drafts', 'Outbox']
/** In the order of the menus: dashboards, projects, office. */
const menus: Record<Persona, { dashboards: string[]; adds: boolean; starts: boolean; office: string[] }> = {
  ana: { dashboards: ['Manager'], adds: true, starts: true, office: [] },
  mia: { dashboards: ['Manager'], adds: true, starts: true, office },
  adam: { dashboards: ['Operations'], adds: false, starts: true, office: [] },
  cora: { dashboards: ['Operations'], adds: false, starts: true, office: [] },
  pete: { dashboards: ['Team'], adds: false, starts: true, office: [] },
  fin: { dashboards: [], adds: false, starts: false, office },
  ada: { dashboards: ['Manager', 'Operations', 'Team'], adds: true, starts: true, office: [...office, 'Organisation'] },
}

/** Every link of the sidebar, its groups opened one after the other. */
async function linksOf(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Main' })
  const found = new Set<string>()
  for (const group of ['Dashboard', 'Projects', 'Resources', 'Settings']) {
    const button = menu.getByRole('button', { name: group })
    if ((await button.count()) === 0) continue
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
    for (const link of await menu.getByRole('link').all())
      found.add(((await link.textContent()) ?? '').replace(/\d+$/, '').trim())
  }
  return [...found]
}

for (const [who, { dashboards, adds, starts, office: places }] of Object.entries(menus) as [
  Persona,
  (typeof menus)[Persona],
][])
  test(`${who} finds in the menus what is theirs and nothing else`, async () => {
    const { page } = await signedIn(who)
    const links = await linksOf(page)
    expect(links.filter((link) => ['Manager', 'Operations', 'Team'].includes(link))).toEqual(dashboards)
    expect(links.filter((link) => projects.includes(link))).toEqual(projects)
    expect([links.includes('Add a Project'), links.includes('Start a Request')]).toEqual([adds, starts])
    expect(links.filter((link) => [...office, 'Organisation'].includes(link))).toEqual(places)
  })

for (const size of ['desk', 'phone'] as const satisfies Size[])
  test(`who is refused a page is told and led home; the search leads to Find (${size})`, async () => {
    const { page } = await signedIn('cora', size)
    await page.goto('/dashboard/manager')
    await expect(page).toHaveURL('/')
    await expect(page.getByText('You do not have access to that page.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to my dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard\/operations/)
    if (size === 'desk') {
      const foot = page.getByText(`© ${new Date().getFullYear()}`)
      await expect(foot).toBeVisible()
      await page.goto('/requests/mine')
      const menu = page.getByRole('navigation', { name: 'Main' })
      await expect(menu.getByRole('button', { name: 'Projects' })).toHaveAttribute('aria-expanded', 'true')
      await expect(menu.getByRole('button', { name: 'Dashboard' })).toHaveAttribute('aria-expanded', 'false')
      await page.getByRole('link', { name: /, home$/ }).click()
      await expect(page).toHaveURL(/\/dashboard\/operations/)
      await page.getByRole('searchbox', { name: /^Search taskings/ }).fill('kenya')
      await page.getByRole('searchbox', { name: /^Search taskings/ }).press('Enter')
      await expect(page).toHaveURL(/\/find\?type=search&term=kenya/)
    } else {
      await page.getByRole('button', { name: 'More' }).last().click()
      await expect(page.getByText(`© ${new Date().getFullYear()}`)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Countries' })).toHaveCount(0)
      await page.getByRole('link', { name: 'My requests' }).click()
      await expect(page).toHaveURL(/\/requests\/mine/)
    }
  })

test('an address that names no request and no tasking says so, with and without a connection; the bottom bar marks one place', async () => {
  const pete = await signedIn('pete', 'phone')
  const { page } = pete
  const places = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
  await page.goto('/requests/drafts')
  await expect(places).toHaveText([/^Drafts/])
  await pete.isInstalled()
  for (const offline of [false, true]) {
    await pete.setOffline(offline)
    if (offline) await expect(page.getByRole('link', { name: /^Offline/ }).first()).toBeVisible({ timeout: 30_000 })
    for (const path of ['/requests/abc/tasks', '/requests/abc/details', '/requests/abc/projects'])
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByText('This request does not exist any more, or never did.')).toBeVisible()
      })
    await page.goto('/projects/abc')
    await expect(page.getByText('There is no tasking with this number.')).toBeVisible()
  }
})

test('between phone and desk the bar says in whole words how this device stands with the server', async () => {
  const mia = await signedIn('mia', 'desk', '/projects/44000088')
  const { page } = mia
  await page.setViewportSize({ width: 912, height: 768 })
  await expect(page.getByLabel('Comment', { exact: true })).toBeVisible({ timeout: 30_000 })
  await mia.setOffline(true)
  await page.getByLabel('Comment', { exact: true }).fill('Said between phone and desk')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const words = page.locator('header a').getByText('Offline · 1 saved on this device')
  await expect(words).toBeInViewport({ ratio: 1, timeout: 30_000 })
  expect(await words.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  expect(await beyondTheScreen(page)).toEqual([])
})

test('in the menu of icons every place can be reached, however low the window', async () => {
  const { page } = await signedIn('ada', 'desk', '/projects/44000088')
  await page.setViewportSize({ width: 1024, height: 600 })
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Devices', exact: true })).toBeVisible()
  for (const link of await menu.getByRole('link').all()) {
    await link.focus()
    await expect(link).toBeInViewport({ ratio: 1 })
  }
  await menu.getByRole('link', { name: 'Find', exact: true }).click()
  await expect(page).toHaveURL('/find')
})

test('Finance saves a pool code and nothing else of the office; the server says so too', async () => {
  const fin = await speaking('fin')
  const code = { projectTypeId: 1, poolCode: 'ZZ-900', shipNumber: 9, funds: 5_000, active: true }
  expect((await fin.post('resources/pools/codes', code)).id).toBeGreaterThan(0)
  for (const [path, row] of [
    ['resources/countries', { title: 'Chad' }],
    ['resources/advisors', { name: 'Olu Bright' }],
    ['resources/teams', { name: 'Logistics' }],
    ['settings/services', { name: 'Field Support' }],
  ] as const)
    await expect(fin.post(path, row)).rejects.toThrow('answered 403')
})

test('the bar of a short form stands at the foot of the window, and an import is called so on the phone', async () => {
  const { page } = await signedIn('ada', 'desk', '/resources/users/new')
  await page.setViewportSize({ width: 1440, height: 1200 })
  const foot = page.locator('[data-desktop="bar"]')
  const underIt = () =>
    foot.evaluate((bar) => Math.round(document.documentElement.clientHeight - bar.getBoundingClientRect().bottom))
  await expect.poll(underIt).toBe(0)
  await page.goto('/projects/add')
  await expect.poll(underIt).toBe(0)

  await page.goto('/resources/countries/import')
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'countries.csv', mimeType: 'text/csv' },
    buffer: Buffer.from('Name,Active\nAtlantis,true\n'),
  })
  await expect.poll(underIt).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/resources/countries/import')
  await expect(page.locator('header').getByText('Import', { exact: true })).toBeVisible()
})
