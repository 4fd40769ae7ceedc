import { expect, test, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { crowd } from './support/crowd.ts'
import type { Person } from './support/people.ts'

// S02, S24, S25: who keeps the organisation's lists, and how.
const { signedIn, speaking } = crowd()
const go = (person: Person, path: string): Promise<unknown> => person.page.goto(path)
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const saved = (page: Page) => expect(page.getByText('Saved Successfully!').first()).toBeVisible()

for (const size of ['desk', 'phone'] as const)
  test(`a country is made, found, renamed and deactivated; what is missing is said at its field (${size})`, async () => {
    const { page } = await signedIn('mia', size)
    await page
      .getByRole('button', { name: size === 'desk' ? 'Resources' : 'More' })
      .last()
      .click()
    await page.getByRole('link', { name: 'Countries', exact: true }).click()
    await expect(page.getByText('1–20 of')).toBeVisible()
    await page.getByRole('button', { name: size === 'desk' ? 'Page 2' : 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)

    await page.getByRole('link', { name: 'New Country' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Bh')
    await save(page).click()
    await expect(page.getByRole('alert').getByText('Title is required')).toBeVisible()
    await page.getByRole('button', { name: 'Title is required' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await page.getByLabel('Name', { exact: true }).fill('Bhutan')
    await save(page).click()
    await saved(page)
    await expect(page).toHaveURL(/resources\/countries\/\d{6,}/)

    // On the phone a form stands alone.
    if (size === 'phone') await page.goto('/resources/countries')
    await page.getByLabel('Search countries').fill('bhut')
    await expect(page.getByRole('link', { name: 'Bhutan' }).first()).toBeVisible()
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    if (size === 'phone') await page.getByRole('link', { name: 'Bhutan' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Kenya')
    await save(page).click()
    await expect(page.getByText('There is already a country of this name').first()).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Kingdom of Bhutan')
    await page.getByLabel('Active', { exact: true }).uncheck()
    // The toast of the first save may still stand there.
    const answer = page.waitForResponse(/resources\/countries/)
    await save(page).click()
    expect((await answer).status()).toBe(200)
    if (size === 'phone') {
      await page.goto('/resources/countries')
      await page.getByLabel('Search countries').fill('bhut')
    }
    await expect(page.getByText('Inactive · 1')).toBeVisible()
    // Its state is the address, which follows a moment later: `check` would look at once.
    await page.getByRole('radio', { name: 'Inactive · 1' }).click()
    await expect(page.getByRole('link', { name: 'Kingdom of Bhutan' }).first()).toBeVisible()
  })

test('what is changed while the server answers is no longer wrong, and nothing moves under the hand; all else that is wrong is said', async () => {
  const mia = await signedIn('mia', 'desk')
  const { page } = mia
  await go(mia, '/resources/countries')
  await page.getByRole('link', { name: 'Kenya' }).first().click()
  let answer = () => undefined as void
  const typed = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/resources\/countries/, async (route) => {
    await typed
    await route.continue()
  })
  const title = page.getByLabel('Name', { exact: true })
  await title.fill('Jordan')
  await save(page).click()
  await title.fill('Republic of Kenya')
  const answered = page.waitForResponse(/resources\/countries/)
  answer()
  expect((await answered).status()).toBe(409)
  await expect(save(page)).toBeEnabled()
  await expect(page.getByText('There is already a country of this name')).toHaveCount(0)
  await expect(page.getByText('All Errors')).toHaveCount(0)
  await expect(page.getByText(/Not saved yet/)).toBeVisible()
  await title.fill('Jordan')
  await save(page).click()
  await expect(page.getByText('All Errors')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('own words that come back before the answer to them are nobody else’s', async () => {
  const mia = await signedIn('mia', 'desk')
  const { page } = mia
  await go(mia, '/resources/countries')
  await page.getByRole('link', { name: 'Kenya' }).first().click()
  await page.evaluate(() => {
    const offers: string[] = []
    Object.assign(globalThis, { offers })
    new MutationObserver(() => {
      const offer = document.querySelector('[aria-label^="Take the other"]')
      if (offer) offers.push(offer.ariaLabel ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
  const title = page.getByLabel('Name', { exact: true })
  for (const name of ['Republic of Kenya ', 'Kenya ', 'The Republic of Kenya ', 'Kenya  ']) {
    await title.fill(name)
    await save(page).click()
    await expect(title).toHaveValue(name.trim())
    await expect(save(page)).toBeEnabled()
  }
  expect(await page.evaluate(() => (globalThis as unknown as { offers: string[] }).offers)).toEqual([])
})

test('without a connection a form says so before a word is typed, and keeps what is typed over a reload', async () => {
  const mia = await signedIn('mia', 'phone')
  await go(mia, '/resources/advisors/new')
  await mia.setOffline(true)
  await expect(mia.page.getByText('Saving needs a connection.')).toBeVisible({ timeout: 30_000 })
  await mia.page.getByLabel('Full Name').fill('Nora Lindgren')
  await expect(mia.page.getByText(/Not saved yet · kept on this device/)).toBeVisible()
  await save(mia.page).click()
  await expect(mia.page.getByRole('alert')).toBeVisible()
  await mia.page.reload()
  await expect(mia.page.getByLabel('Full Name')).toHaveValue('Nora Lindgren')
  await mia.setOffline(false)
  await expect(mia.page.getByText('Saving needs a connection.')).toHaveCount(0, { timeout: 60_000 })
  await save(mia.page).click()
  await expect(mia.page).toHaveURL(/resources\/advisors\/\d{6,}/)
})

for (const size of ['desk', 'phone'] as const) {
  test(`who leaves a form with words in it is asked: to stay, to keep them here, or to throw them away (${size})`, async () => {
    const { page } = await signedIn('mia', size, '/resources/countries/1')
    const name = page.getByLabel('Name', { exact: true })
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    // The phone has one way out of a form, its own Back.
    const wayOut =
      size === 'phone' ? ({ role: 'button', name: 'Back' } as const) : ({ role: 'link', name: 'Find' } as const)
    const leave = () => page.getByRole(wayOut.role, { name: wayOut.name, exact: true }).click()
    await leave()
    await expect(asked).toHaveCount(0)
    await page.goto('/resources/countries/1')
    await name.fill('Republic of Kenya')
    await leave()
    await expect(asked).toBeVisible()
    await asked.getByRole('button', { name: 'Stay' }).click()
    await expect(asked).toHaveCount(0)
    await expect(page).toHaveURL(/countries\/1$/)
    await expect(name).toHaveValue('Republic of Kenya')
    await leave()
    await asked.getByRole('button', { name: 'Leave, keep it here' }).click()
    await expect(page).not.toHaveURL(/countries/)
    await page.goto('/resources/countries/1')
    await expect(name).toHaveValue('Republic of Kenya')
    await leave()
    await asked.getByRole('button', { name: 'Discard' }).click()
    await expect(page).not.toHaveURL(/countries/)
    await page.goto('/resources/countries/1')
    await expect(name).toHaveValue('Kenya')
    await page.goto('/resources/countries?q=kenya')
    await page.getByRole('link', { name: 'Kenya', exact: true }).click()
    // As a person types: the question's code is fetched with the form, and is there before a word is.
    await name.fill('')
    await name.pressSequentially('Republic of Kenya', { delay: 30 })
    await leave()
    await asked.getByRole('button', { name: 'Stay' }).click()
    await save(page).click()
    await saved(page)
    await leave()
    await expect(page).not.toHaveURL(/countries\/1/)
    await expect(asked).toHaveCount(0)
  })
}

for (const size of ['desk', 'phone'] as const)
  test(`services lead to their sub-services and those to their deliverables; a blank page is the first; teams are edited by their button (${size})`, async () => {
    const { page } = await signedIn('mia', size)
    await page.goto('/settings/services')
    await page.getByRole('link', { name: 'Language Support', exact: true }).click()
    await expect(page).toHaveURL(/settings\/subservices\?page=&boc=\d+/)
    const list = page.url()
    await page.getByRole('link', { name: 'New Sub-Service' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Sign Language')
    await save(page).click()
    await saved(page)
    if (size === 'phone') await page.goto(list)
    await expect(page.getByRole('link', { name: 'Sign Language', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Sign Language', exact: true }).click()
    await expect(page).toHaveURL(/settings\/deliverables\?page=&task=\d+/)
    await expect(page.getByText('There are no standard deliverables.')).toBeVisible()

    await page.goto('/resources/teams')
    await expect(page.getByText('Banking', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Banking', exact: true })).toHaveCount(0)
    await page.getByRole('link', { name: 'Edit Banking' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Banking')
  })

for (const size of ['desk', 'phone'] as const)
  test(`an account is opened with an invitation or a password; a Manager sets nobody else’s sign-in; an Admin’s roles stay (${size})`, async () => {
    const { page } = await signedIn('mia', size)
    await page.goto('/resources/users/new')
    await save(page).click()
    for (const message of ['Full name is required', 'Email is required', 'Roles are required'])
      await expect(page.getByRole('button', { name: message })).toBeVisible()
    await page.getByLabel('Full Name').fill('Nora New')
    await page.getByLabel('Email').fill('nora@example.org')
    await page.getByLabel('Analyst').check()
    await page.getByRole('radio', { name: 'Set a new one' }).check()
    await save(page).click()
    await expect(page.getByText('Password must be at least 6 characters').first()).toBeVisible()
    await page.getByLabel('New password').fill('seven brown owls')
    await save(page).click()
    await saved(page)
    await expect(page.getByText('Strong')).toHaveCount(0)

    await page.goto('/resources/users')
    await page.getByLabel('Search people').fill('pete')
    await page.getByRole('link', { name: 'Pete Okafor' }).click()
    await expect(page.getByText('Only an Admin changes what somebody signs in with.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveAttribute('readonly', '')
    await page.getByRole('button', { name: 'Send a reset link' }).click()
    await expect(page.getByText(/a link to choose a new password is on its way/)).toBeVisible()
  })

test('where no letters are sent, whoever opens an account reads the link of the invitation, whole, and it works', async () => {
  const { page } = await signedIn('ada', 'desk', '/resources/users/new')
  await page.getByLabel('Full Name').fill('Nora New')
  await page.getByLabel('Email').fill('nora@example.org')
  await page.getByLabel('Analyst').check()
  await save(page).click()
  await saved(page)
  await expect(page).toHaveURL(/\/resources\/users\/\d+$/)
  await expect(page.getByText('This server sends no letters, so give them this link yourself.')).toBeVisible()
  const link = (await page.getByText(/#token=/).textContent()) ?? ''
  expect(link).toMatch(/^http/)
  await page.goto(link)
  await expect(page.getByLabel('New password')).toBeVisible()
})

test('open work is handed over in one call, all of it but what is taken out', async () => {
  const { page } = await signedIn('mia')
  await page.goto('/resources/users/1')
  const panel = page.getByRole('region', { name: /open taskings wait for Ana Whitfield/ })
  await expect(panel).toBeVisible()
  const open = (await panel.getByRole('checkbox').count()) - 1
  expect(open).toBeGreaterThan(2)
  await page.getByRole('switch', { name: 'Active' }).click()
  await expect(panel.getByText('Hand them over before the account becomes inactive.')).toBeVisible()
  await panel.getByRole('checkbox').nth(1).uncheck()
  await panel.getByRole('button', { name: `Hand over ${open - 1}`, exact: true }).click()
  await expect(panel.getByText('Choose who takes them')).toBeVisible()
  await panel.getByRole('button', { name: /Choose somebody/ }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('pete')
  await page.getByRole('option', { name: /Pete Okafor/ }).click()
  await panel.getByRole('button', { name: `Hand over ${open - 1} to Pete Okafor` }).click()
  await expect(page.getByText(`${open - 1} taskings are Pete Okafor’s now`)).toBeVisible()
  await expect(page.getByRole('region', { name: '1 open tasking waits for Ana Whitfield' })).toBeVisible()
  await page.goto('/resources/users/5')
  await expect(page.getByRole('region', { name: /open taskings wait for Pete Okafor/ })).toBeVisible()
})

test('one’s own name, password and places signed in are on the profile; another’s profile is not one’s own', async () => {
  const pete = await signedIn('pete')
  const { page } = pete
  await page.getByRole('banner').getByRole('button', { name: 'Pete Okafor' }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByLabel('Full Name').fill('Peter Okafor ')
  await page.getByRole('link', { name: 'Find', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await save(page).click()
  await saved(page)
  await expect(page.getByLabel('Full Name')).toHaveValue('Peter Okafor')
  await expect(page.getByText('You changed this account elsewhere')).toHaveCount(0)
  await page.getByLabel('Current password').fill('not this')
  await page.getByLabel('New password').fill('harvest moon 41 lanterns')
  await expect(page.getByText('Very strong')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/This is not your current password/)).toBeVisible()
  await expect(page.getByText('this one')).toBeVisible()
  await page.goto('/profile/1')
  await expect(page).toHaveURL(/profile\/5$/)
})

test('an Admin takes what was done in these days home as a table; a Manager has no way there', async () => {
  const ada = await signedIn('ada', 'phone', '/settings/organisation')
  const mia = await speaking('mia')
  await mia.post('resources/countries', { title: '=Bhutan' })
  const download = ada.page.waitForEvent('download')
  await ada.page.getByRole('button', { name: 'Export what was done' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.split('\r\n')[0]).toContain('Received,Made,Person')
  expect(text).toMatch(/Mia Lindqvist,2,\d+,saveCountry,applied/)
  await ada.page.getByLabel('First day').fill('2026-02-01')
  await ada.page.getByLabel('Last day').fill('2026-01-01')
  await ada.page.getByRole('button', { name: 'Export what was done' }).click()
  await expect(ada.page.getByText('The first day is after the last')).toBeVisible()
  await expect(mia.get('audit?from=2026-01-01&to=2026-12-31')).rejects.toThrow('answered 403')
})

test('Finance looks at countries and people, and does not change them', async () => {
  const { page } = await signedIn('fin')
  await page.goto('/resources/countries/1')
  await expect(page.getByText(/You can look at countries/)).toBeVisible()
  await expect(save(page)).toHaveCount(0)
  await page.goto('/resources/countries/nonsense')
  await expect(page.getByText('There is no such country')).toBeVisible()
  await page.goto('/resources/users/5')
  await expect(page.getByText(/You can look at people/)).toBeVisible()
})

test('a file is looked through row by row; what is wrong stands in its cell and goes back as a file, the rest is imported in one act', async () => {
  const { page } = await signedIn('mia')
  await page.goto('/resources/advisors')
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByLabel('File to import').setInputFiles({
    name: 'new advisors.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Full Name;Team;Remarks\nZora Able;Banking;\nAl;Banking;\nOlu Bright;Nowhere;\nYves Adjei;;\n'),
  })
  await expect(page.getByText('Not taken: Remarks.')).toBeVisible()
  const row = (line: number) => page.getByRole('row', { name: new RegExp(`^${line} `) })
  await expect(row(3)).toContainText('Name is required')
  await expect(row(4)).toContainText('There is no active team “Nowhere”')
  await expect(row(2)).toContainText('New')
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 2 rows with errors' }).click(),
  ])
  expect(errors.suggestedFilename()).toBe('new advisors-errors.csv')
  await page.getByRole('button', { name: 'Import 2 valid rows' }).click()
  await expect(page.getByText('2 advisors imported')).toBeVisible()
  // What is done is not offered again, although a name may come twice; what is wrong stays.
  await expect(page.getByText('2 rows imported. What is below is still to be mended.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 0 valid rows' })).toBeDisabled()
  await expect(row(3)).toContainText('Name is required')
  await page.goto('/resources/advisors?q=zora')
  await expect(page.getByRole('link', { name: 'Zora Able' })).toBeVisible()
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export these advisors' }).click(),
  ])
  const text = await readFile(await list.path(), 'utf8')
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFFull Name,Team,Created,Modified,Active',
    expect.stringMatching(/^Zora Able,Banking,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,yes$/),
  ])
})
