import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'

// One's own account: what the server alone knows is true after what was saved here, and nobody's correction is lost.
const { signedIn, speaking } = crowd()
const devices = (page: Page) => page.getByRole('region', { name: 'Signed-in devices' })
const calendar = (page: Page) => page.getByRole('region', { name: 'Due dates in your calendar' })

test('a new password is seen in the list of signed-in devices at once', async () => {
  await speaking('pete')
  const { page } = await signedIn('pete', 'desk', '/profile/5')
  await expect(devices(page).getByRole('button', { name: /^End / }).first()).toBeVisible()
  await page.getByLabel('Current password').fill('fieldpost-demo')
  await page.getByLabel('New password').fill('harvest moon 41 lanterns')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible({ timeout: 30_000 })
  await expect(devices(page).getByRole('button', { name: /^End / })).toHaveCount(0)
  await expect(devices(page).getByText('this one')).toBeVisible()
})

test('the address of a calendar is known when one comes back at once; revoked, it leaves the keyboard on the page', async () => {
  const { page } = await signedIn('pete', 'desk', '/profile/5')
  await expect(calendar(page).getByText('There is none.')).toBeVisible()
  await calendar(page).getByRole('button', { name: 'Make an address' }).click()
  await expect(calendar(page).getByLabel('Address')).toBeVisible()
  await page.getByRole('link', { name: 'Find', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Find' })).toBeVisible()
  await page.goBack()
  await expect(calendar(page).getByText(/^There is one since/)).toBeVisible()
  await calendar(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(calendar(page).getByText('There is none.')).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
})

test('what an Admin corrects while one types on one’s profile stands beside it, and is replaced only when one says so', async () => {
  const { page } = await signedIn('pete', 'desk', '/profile/5')
  const ada = await speaking('ada')
  const name = page.getByLabel('Full Name')
  await name.fill('Pete O.')
  await ada.patch('resources/users', { id: 5, fullName: 'Peter Okafor' })
  const changed = page.getByRole('list', { name: 'Changed by both' })
  await expect(changed).toContainText('Full Name: Peter Okafor', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await ada.get('resources/users/5')).toMatchObject({ fullName: 'Peter Okafor' })

  await page.getByRole('button', { name: 'Keep mine: Full Name' }).click()
  const saving = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved Successfully!').first()).toBeVisible()
  // What was not edited here is not sent.
  expect(Object.keys((await saving).postDataJSON() as object)).toEqual(['id', 'fullName', 'modifiedDate'])
  expect(await ada.get('resources/users/5')).toMatchObject({ fullName: 'Pete O.' })
})
