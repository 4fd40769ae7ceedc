import { expect, test } from '@playwright/test'
import { crowd } from './support/crowd.ts'

// S20, S24: how the lists of the office stand, and the year of their money.
const { signedIn, speaking } = crowd()

test('funding is narrowed by the eight values; the year stands drawn and as a table, with the numbers of the server', async () => {
  const { page } = await signedIn('fin', 'desk', '/resources/funding')
  const teams = page.getByRole('group', { name: 'Filter by team' }).getByRole('button')
  await expect(teams).toHaveText([
    ...['All', 'Banking', 'Budget', 'Debt', 'Economic Crimes', 'Evaluation', 'OTA Operations', 'Revenue'],
  ])
  await teams.filter({ hasText: 'Banking' }).click()
  await expect(page).toHaveURL(/team=3/)
  await expect(page.getByText('Banking TA').first()).toBeVisible()
  await expect(page.getByText('Revenue TA')).toHaveCount(0)

  const year = page.getByRole('region', { name: 'The year' })
  await expect(year.locator('svg').first()).toBeVisible()
  await year.getByRole('button', { name: 'Table' }).click()
  const told = await (
    await speaking('fin')
  ).get<{ months: { actual: number; estimated: number }[]; actual: number }>('resources/funding/year?active=1&team=3')
  const dollars = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 2 })
  const rows = year.getByRole('row')
  await expect(rows).toHaveCount(13)
  for (const [at, { actual, estimated }] of told.months.entries())
    await expect(rows.nth(at + 1).getByRole('cell')).toContainText([
      `$${dollars(actual)}`,
      `$${dollars(estimated)}`,
      '$',
    ])
  await expect(year.getByText(`$${dollars(told.actual)}`).first()).toBeVisible()
})

test('a list has its form beside it where there is room, else the form stands alone; on the phone its rows are cards', async () => {
  const { page } = await signedIn('mia', 'desk', '/resources/advisors')
  const list = page.getByRole('table', { name: 'Advisors' })
  const form = page.getByRole('textbox', { name: 'Full Name', exact: true })
  await expect(page.getByRole('radio', { name: /^Inactive · \d+$/ })).toBeVisible()
  await list.getByRole('link').first().click()
  await expect(form).toBeVisible()
  await expect(list).toBeVisible()
  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(way.getByRole('listitem')).toHaveText(['Advisors', await form.inputValue()])
  await way.getByRole('link', { name: 'Advisors' }).click()
  await expect(form).toHaveCount(0)
  await expect(list).toBeVisible()
  await page.goBack()
  await page.setViewportSize({ width: 1199, height: 900 })
  await expect(way.getByRole('listitem')).toHaveText(['Advisors', await form.inputValue()])
  await expect(list).toHaveCount(0)
  await expect(form).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/resources/advisors')
  await expect(page.getByRole('link', { name: /\w/ }).first()).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveCount(0)
})

test('the names of a list are read whole at any width of a desk', async () => {
  const { page } = await signedIn('ada')
  for (const [path, label] of [
    ['/resources/users', 'Users'],
    ['/settings/deliverables', 'Deliverables'],
  ] as const) {
    await page.setViewportSize({ width: 910, height: 900 })
    await page.goto(path)
    const names = page.getByRole('table', { name: label }).locator('tbody td:first-child')
    await expect(names).toHaveCount(20)
    for (const width of [910, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const cut = () =>
        names.evaluateAll((cells) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
        )
      await expect.poll(cut, { message: `${label} at ${width}` }).toEqual([])
    }
  }
})

for (const size of ['desk', 'phone'] as const)
  test(`a list shows all its rows and says which are inactive; of advisors the active ones until one asks (C-206, ${size})`, async () => {
    const mia = await speaking('mia')
    const { page } = await signedIn('mia', size, '/resources/countries?q=jamaica')
    const list = page.locator('main')
    await expect(page.getByRole('radio', { name: /^All/ })).toBeChecked()
    await expect(page.getByRole('link', { name: 'Jamaica', exact: true })).toBeVisible()
    // Until the numbers come, the choice above the list has the same word.
    await expect(list.getByText('Inactive', { exact: true }).last()).toBeVisible()
    await page.getByRole('radio', { name: 'Active · 0' }).click()
    await expect(page).toHaveURL(/active=1/)
    await expect(page.getByText('No active one has these words.')).toBeVisible()
    await page.getByRole('radio', { name: 'All · 1' }).click()
    await expect(page).not.toHaveURL(/active/)

    // As many as the service says, wherever one asks.
    for (const path of ['countries', 'advisors', 'teams', 'users']) {
      const { totalItems } = await mia.get<{ totalItems: number }>(`resources/${path}?page=`)
      await page.goto(`/resources/${path}`)
      await expect(page.getByText(new RegExp(`of ${totalItems}$`)).first()).toBeVisible()
      await expect(page.getByRole('radio', { name: /^All/ })).toHaveCount(path === 'advisors' ? 0 : 1)
    }
    await page.goto('/resources/advisors')
    await expect(page.getByRole('link', { name: 'New Advisor' })).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Active/ })).toBeChecked()
    await expect(list.getByText('Inactive', { exact: true })).toHaveCount(0)
    await page.getByRole('radio', { name: /^Inactive/ }).click()
    await expect(page).toHaveURL(/active=0/)
    await expect(list.getByText('Inactive', { exact: true }).first()).toBeVisible()
  })

test('what is deactivated keeps its name in old taskings, and is marked there: in a list, in a card and in the tasking (C-146)', async () => {
  const mia = await speaking('mia')
  const { items } = await mia.get<{ items: { id: number; country: string; team: string }[] }>(
    'find?countries=1&status=3',
  )
  const [tasking = { id: 0, country: '', team: '' }] = items
  const { page } = await signedIn('ana', 'desk', '/find?countries=1&status=3')
  await expect(page.getByRole('cell', { name: tasking.country, exact: true }).first()).toBeVisible()
  await mia.post('resources/countries', { id: 1, active: false })
  const marked = `${tasking.country} (inactive)`
  await expect(page.getByRole('cell', { name: marked, exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('cell', { name: tasking.team, exact: true }).first()).toBeVisible()
  await page.goto(`/projects/${tasking.id}`)
  await expect(page.getByRole('link', { name: marked, exact: true })).toHaveAttribute('href', '/find?countries=1')
  await page.goto('/find?countries=1&status=3&view=cards')
  await expect(page.getByText(`${marked} · ${tasking.team}`).first()).toBeVisible()
})

test('an Admin reads what the organisation has set: in force, where it acts, and by which name it is changed', async () => {
  const { page } = await signedIn('ada', 'desk', '/settings/organisation')
  for (const variable of ['ORG_TZ', 'FISCAL_YEAR_START_MONTH', 'RECENT_DAYS', 'RESTRICT_TEAM_VISIBILITY'])
    await expect(page.getByText(variable, { exact: true })).toBeVisible()
  const fiscal = page.locator('dl > div').filter({ hasText: 'FISCAL_YEAR_START_MONTH' })
  await expect(fiscal).toContainText('January')
  await expect(fiscal).toContainText('Completed this year')
  await expect(page.getByText(/approv/i).first()).toBeVisible()
  const { page: mias } = await signedIn('mia', 'phone', '/settings/organisation')
  await expect(mias.getByText('You do not have access to that page.')).toBeVisible()
})

test('what is typed into the search of a list stands as it was typed, also fast, and in the middle of a word', async () => {
  const { page } = await signedIn('ada', 'desk', '/resources/countries')
  const slow = await page.context().newCDPSession(page)
  for (const [path, name] of [
    ['/resources/countries', 'Search countries'],
    ['/settings/devices', 'Person or device number'],
  ] as const) {
    await page.goto(path)
    const field = page.getByRole('searchbox', { name })
    await field.click()
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.keyboard.type('Kenya')
    await expect(page).toHaveURL(/Kenya/)
    await expect(field).toHaveValue('Kenya')
    await field.press('Home')
    await page.keyboard.type('xyz')
    await expect(field).toHaveValue('xyzKenya')
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.getByRole('heading', { level: 1 }).click()
    await page.goBack()
  }
})

test('enlarged to twice its size a desk still offers to import', async () => {
  const { page } = await signedIn('ada', 'desk', '/resources/advisors')
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(page.getByRole('link', { name: 'Import' })).toBeVisible()
  await page.goto('/resources/funding')
  await expect(page.getByRole('link', { name: 'Import codes' })).toBeVisible()
})
