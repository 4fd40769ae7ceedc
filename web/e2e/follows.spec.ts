import { expect, test } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'

// S24, S25: what the office changes is so at once wherever somebody works.
const { signedIn, speaking } = crowd()

test('what a Manager adds or deactivates is so in a form that is open; the account of an Admin is not theirs to change', async () => {
  const [ana, mia, words] = await Promise.all([
    signedIn('ana', 'phone', '/projects/add'),
    signedIn('mia', 'desk', '/settings/subservices?page=&boc=1'),
    speaking('mia'),
  ])
  const offered = ana.page.getByLabel('Sub-service').locator('option')
  await ana.page.getByLabel('Service', { exact: true }).selectOption({ label: 'Language Support' })
  await expect(offered.filter({ hasText: /^Interpretation$/ })).toHaveCount(1)
  await expect(mia.page.getByRole('columnheader')).toContainText(['Created', 'Modified', 'Active'])
  await mia.page.getByRole('link', { name: 'Edit Interpretation' }).click()
  await mia.page.getByRole('switch', { name: 'Active', exact: true }).uncheck()
  await mia.page.getByRole('button', { name: 'Save', exact: true }).click()
  await words.post('settings/subservices', { bocId: 1, name: 'Sign Language' })
  await expect(offered.filter({ hasText: /^Interpretation$/ })).toHaveCount(0, { timeout: 30_000 })
  await expect(offered.filter({ hasText: /^Sign Language$/ })).toHaveCount(1, { timeout: 30_000 })

  await words.post('resources/countries', { id: 1, active: false })
  await expect
    .poll(async () => (await stored(ana.page, 'countries')).find(({ id }) => id === 1)?.['active'], { timeout: 30_000 })
    .toBe(false)
  await ana.page.getByRole('button', { name: /^Country:/ }).click()
  const countries = ana.page.getByRole('dialog').getByRole('option')
  await expect(countries.filter({ hasText: 'Albania' })).toHaveCount(1)
  await expect(countries.filter({ hasText: 'Kenya' })).toHaveCount(0)

  const { page } = mia
  await page.goto('/resources/users/7')
  await expect(page.getByText('Only an Admin can change the account of an Admin.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Admin/ })).toBeChecked()
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly', '')
  await expect(page.getByRole('radio', { name: 'Set a new one' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
})

test('whose account is closed is signed out at the next contact; their drafts wait on the device for the day it is opened again', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const { page } = pete
  const mia = await speaking('mia')
  await page.getByRole('button', { name: '+14 d' }).click()
  await expect.poll(async () => (await stored(page, 'forms')).length).toBe(1)
  await mia.patch('resources/users', { id: 5, active: false })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/Sign in again/).first()).toBeVisible({ timeout: 30_000 })
  expect(await stored(page, 'forms')).toHaveLength(1)
  const signsIn = async () => {
    await dialog.getByLabel('Password', { exact: true }).fill('fieldpost-demo')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signsIn()
  await expect(dialog.getByText('Incorrect email address or password.')).toBeVisible()
  await mia.patch('resources/users', { id: 5, active: true })
  const due = await page.getByLabel('Due date').inputValue()
  await signsIn()
  await expect(dialog).toHaveCount(0, { timeout: 30_000 })
  await page.reload()
  await expect(page.getByLabel('Due date')).toHaveValue(due)
})
