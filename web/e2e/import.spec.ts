import { expect, test, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { crowd } from './support/crowd.ts'

// C-210: people out of a file, and a file that two bring at the same moment.
const { signedIn } = crowd()
const choose = (page: Page, name: string, lines: readonly string[]) =>
  page.getByLabel('File to import').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })

for (const size of ['desk', 'phone'] as const) {
  test(`people are looked through by row and column, made in one act and invited; the rest goes back as a file (${size})`, async () => {
    const { page } = await signedIn('mia', size, '/resources/users/import')
    await choose(page, 'people.csv', [
      'Full Name;Email;Roles;Team',
      'Nora Quill;nora@example.org;Analyst, PO;Banking',
      'Otis Reed;PETE@fieldpost.example;Analyst;',
      'Vera Able;vera@example.org;Finance;',
      'Wim Able;NORA@example.org;Analyst;',
    ])
    await expect(page.getByText('Only an Admin can give or take Finance.')).toBeVisible()
    await expect(page.getByText('There is already an account with this address')).toHaveCount(2)
    await expect(page.getByText('All valid rows or none. Each gets an invitation to choose a password.')).toBeVisible()
    const [errors] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 3 rows with errors' }).click(),
    ])
    expect(await readFile(await errors.path(), 'utf8')).toContain('Roles: Only an Admin can give or take Finance.')
    // The demonstration sends no mail, so the links come as a file, once.
    const [links] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Import 1 valid row' }).click(),
    ])
    expect(await readFile(await links.path(), 'utf8')).toMatch(/Nora Quill,nora@example\.org,http.*\/reset#token=/)
    await expect(page.getByText('1 user imported', { exact: true })).toBeVisible()
    await expect(page.getByText('1 row imported. What is below is still to be mended.')).toBeVisible()
    // Another file changes nothing about that, and the page stays when all of it is imported.
    await choose(page, 'rest.csv', ['Full Name;Email;Roles;Team', 'Otto Reed;otto@example.org;Analyst;'])
    await page.getByRole('button', { name: 'Import 1 valid row' }).click()
    await expect(page.getByText('1 row imported.', { exact: true })).toBeVisible()
    await expect(page.getByText('This server sends no letters, so give them their links yourself.')).toBeVisible()
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download again' }).click(),
    ])
    expect(await readFile(await again.path(), 'utf8')).toMatch(/Nora Quill,.*\n?[^]*Otto Reed,/)
    await page.goto('/resources/users?q=quill')
    await expect(page.getByRole('link', { name: 'Nora Quill' })).toBeVisible()
    const [list] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export these people' }).click(),
    ])
    expect(await readFile(await list.path(), 'utf8')).toContain('Nora Quill,nora@example.org,Analyst;PO,Banking,')
  })
}

test('rows that are too long to go together go one part after the other, as many as one body carries', async () => {
  const { page } = await signedIn('mia', 'desk', '/resources/users/import')
  const people = Array.from({ length: 500 }, (_, at) => `${'Å'.repeat(60)} ${at};person-${at}@example.org;Analyst;`)
  await choose(page, 'people.csv', ['Full Name;Email;Roles;Team', ...people])
  const bring = page.getByRole('button', { name: /^Import .*valid rows?$/ })
  await expect(bring).toHaveText(/^Import the first \d+ valid rows$/, { timeout: 30_000 })
  const first = Number(/\d+/.exec((await bring.textContent()) ?? '')?.[0])
  await bring.click()
  await expect(page.getByText(`${first} rows imported. The others are below.`)).toBeVisible({ timeout: 60_000 })
  await expect(bring).toHaveText(`Import ${500 - first} valid rows`)
  await bring.click()
  await expect(page.getByText('500 rows imported.', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.goto('/resources/users?q=person-499')
  await expect(page.getByRole('link', { name: /^ÅÅÅ.* 499$/ })).toBeVisible()
})

test('two who import the same file at the same moment get it once, and the second is told at each row', async () => {
  const [mia, ada] = await Promise.all([
    signedIn('mia', 'desk', '/resources/advisors/import'),
    signedIn('ada', 'phone', '/resources/advisors/import'),
  ])
  const file = ['Full Name', 'Zora Able', 'Yves Adjei']
  for (const { page } of [mia, ada]) {
    await choose(page, 'advisors.csv', file)
    await expect(page.getByText('New', { exact: true })).toHaveCount(2)
  }
  const press = ({ page }: typeof mia) => page.getByRole('button', { name: 'Import 2 valid rows' }).click()
  await Promise.all([press(mia), press(ada)])
  const toldOf = ({ page }: typeof mia) => page.getByText('Rows 1, 2: There is already an advisor of this name')
  await expect.poll(async () => (await toldOf(mia).count()) + (await toldOf(ada).count())).toBe(1)
  const second = (await toldOf(mia).count()) > 0 ? mia : ada
  await expect(second.page.getByText('Nothing was imported.')).toBeVisible()
  await expect(second.page.getByText('New · name exists')).toHaveCount(2, { timeout: 30_000 })
  await second.page.goto('/resources/advisors?q=zora')
  await expect(second.page.getByText('1–1 of 1')).toBeVisible()
})

test('after an answer that was lost the file that was mended is sent, not the rows of before', async () => {
  const { page } = await signedIn('mia', 'desk', '/resources/advisors/import')
  const sent: string[] = []
  await page.context().route('**/api/resources/advisors/import', (route) => {
    sent.push(route.request().postData() ?? '')
    return sent.length === 1 ? route.abort() : route.continue()
  })
  const bring = page.getByRole('button', { name: 'Import 2 valid rows' })
  await choose(page, 'advisors.csv', ['Full Name', 'Zora Albe', 'Yves Adjei'])
  await bring.click()
  await expect(page.getByText('Not known to be imported.')).toBeVisible()
  // Two letters have changed places: its name and its length are those of before.
  await choose(page, 'advisors.csv', ['Full Name', 'Zora Able', 'Yves Adjei'])
  await expect(page.getByText('Not known to be imported.')).toHaveCount(0)
  await bring.click()
  await expect(page).toHaveURL(/\/resources\/advisors$/)
  expect(sent.map((body) => /Zora \w+/.exec(body)?.[0])).toEqual(['Zora Albe', 'Zora Able'])
})
