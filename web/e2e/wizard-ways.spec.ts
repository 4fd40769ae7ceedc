import { expect, test } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { describe, fillStart, next } from './support/wizard.ts'

/** In the wizard something is always left to do: what is wrong leads to its field, and what is gone begins anew. */
const { signedIn, speaking } = crowd()

const start = {
  ...{ countryId: 1, teamId: 3, advisorId: 2, projectTypeId: 3, poolCode: 'BK-100', dueDate: '2027-12-31' },
  blanketTasking: null,
}
const interpretation = { category: 1, tasks: [{ taskId: 101, name: 'Interpretation', description: '' }] }
const housing = { category: 8, tasks: [{ taskId: 801, name: 'Housing', description: '' }] }
const texts = { contactDetails: 'Pete, Nairobi', taskDetails: 'Two interpreters', specialInstructions: '' }

async function aDraftOfPetes() {
  const pete = await speaking('pete')
  const { id: requestId } = await pete.post('requests/details', start)
  await pete.post('requests/tasks', { requestId, ...interpretation })
  await pete.post('requests/tasks/details', { requestId, ...texts })
  return { ...pete, requestId }
}

test('a draft whose category was changed after its details goes on where its sub-task is asked, also from its last step (S08)', async () => {
  const { post, requestId } = await aDraftOfPetes()
  await post('requests/tasks', { requestId, ...housing })
  const { page } = await signedIn('pete', 'desk', '/requests/drafts')
  await expect(page.getByRole('table', { name: 'Drafts' }).getByRole('row').nth(1)).toContainText('Details')
  await page.getByRole('link', { name: 'Other Support' }).click()
  await expect(page.getByRole('radiogroup', { name: /^Housing: which task\?/ })).toBeVisible()
  await page.goto(`/requests/${requestId}/complete`)
  await expect(page).toHaveURL(`/requests/${requestId}/details`)
  await page.getByRole('radio', { name: 'Repairs' }).check()
  await next(page, 'Complete')
  await expect(page.getByText('Housing')).not.toHaveCount(0)
  await expect(page).toHaveURL(/complete$/)
})

test('each fault of a copy is told at its last step and leads to its field (S09)', async () => {
  const { post, requestId } = await aDraftOfPetes()
  const id: unknown = await post('requests/clone', { requestId })
  await post('requests/tasks', { requestId: id, ...interpretation })
  await post('requests/tasks/details', { requestId: id, ...texts })
  const pete = await signedIn('pete', 'desk', `/requests/${String(id)}/complete`)
  const { page } = pete
  const fin = await speaking('fin')
  const pool = (await stored(page, 'poolCodes')).find(({ poolCode }) => poolCode === 'BK-100')
  await fin.post('resources/pools/codes', { ...pool, active: false })
  const advisor = (await stored(page, 'advisors')).find((row) => row['id'] === 2)
  await (await speaking('mia')).post('resources/advisors', { ...advisor, active: false })
  await page.reload()
  const isOff = async (table: 'poolCodes' | 'advisors') =>
    (await stored(page, table)).some((row) => row['active'] === false)
  await expect.poll(async () => (await isOff('poolCodes')) && (await isOff('advisors')), { timeout: 30_000 }).toBe(true)

  const faults = page.getByRole('alert').filter({ hasText: 'All Errors' }).getByRole('button')
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(faults).toHaveCount(2)
  await faults.filter({ hasText: /pool/i }).click()
  await expect(page).toHaveURL(`/requests?draft=${String(id)}#start-poolCode`)
  await expect(page.getByRole('button', { name: /Pool code/ })).toBeFocused()
  await page.goBack()
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await faults.filter({ hasText: /advisor/i }).click()
  await expect(page.getByRole('combobox', { name: 'Advisor' })).toBeFocused()
})

test('texts that are too long together are told of at the longest, with all that was typed', async () => {
  const { requestId } = await aDraftOfPetes()
  const { page } = await signedIn('pete', 'phone', `/requests/${String(requestId)}/details`)
  const longest = page.getByRole('textbox', { name: 'Request Details' })
  // On its way a quotation mark takes two characters.
  const quotes = (count: number) => '"so" '.repeat(count)
  await page.getByRole('textbox', { name: 'Contact Details' }).fill(quotes(3_300))
  await longest.fill(quotes(3_400))
  await page.getByRole('textbox', { name: 'Special Instructions' }).fill(quotes(3_300))
  await page.getByRole('button', { name: /^Next/ }).click()
  await expect(longest).toHaveAccessibleDescription(/Together these texts are too long\. Please shorten this one/)
  await longest.fill('Two interpreters')
  await next(page, 'Complete')
})

test('when the last sub-task is switched off its task is not offered, and where it was chosen Details leads back (C-129)', async () => {
  const { post, requestId } = await aDraftOfPetes()
  await post('requests/tasks', { requestId, ...housing })
  const mia = await speaking('mia')
  for (const [id, name] of Object.entries({
    811: 'New Lease',
    812: 'Lease Renewal',
    813: 'Repairs',
    814: 'Utilities',
    815: 'Residential Security',
  }))
    await mia.patch('settings/subservices', { id: Number(id), name, bocId: 8, active: false })
  const { page } = await signedIn('pete', 'phone', `/requests/${requestId}/details`)
  await expect(page.getByText('Housing is no longer offered.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next: Complete' })).toBeDisabled()
  await page.getByRole('link', { name: 'Choose another task' }).click()
  await expect(page.getByRole('radio', { name: /Housing \(inactive\)/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Medical Support/ }).check()
  await next(page, 'Details')
  await next(page, 'Complete')
  await expect(page).toHaveURL(/complete$/)
  await page.goto(`/requests/${requestId}/tasks`)
  await expect(page.getByRole('radio', { name: /^Medical Support/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Housing/ })).toHaveCount(0)
})

test('a draft that was thrown away elsewhere begins anew with what was entered here', async () => {
  const { remove, requestId } = await aDraftOfPetes()
  const pete = await signedIn('pete', 'desk', `/requests/${requestId}/details`)
  const { page } = pete
  await page.getByLabel('Contact Details').waitFor()
  await pete.setOffline(true)
  await describe(page, 'Pete, Nairobi office', 'Ninety people, and a ramp')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/complete$/)
  await remove(`requests/${requestId}`)
  await pete.setOffline(false)
  await expect(page.getByRole('heading', { name: 'This request was not accepted' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Edit' }).click()
  await fillStart(page)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/requests\/\d+\/tasks$/)
  await page.getByRole('button', { name: /Language Support/ }).click()
  await page.getByRole('checkbox', { name: /Interpretation/ }).check()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Request Details')).toHaveValue('Ninety people, and a ramp')
  await page.getByLabel('Request Details').press('Control+Enter')
  await page.getByLabel('Recipients').fill('ana@fieldpost.example')
  await page.getByLabel('Recipients').press('Control+Enter')
  await expect(page.getByRole('heading', { name: /is now complete/ })).toBeVisible({ timeout: 30_000 })
  const [request] = (await stored(page, 'requests')).filter((row) => row['taskDetails'] === 'Ninety people, and a ramp')
  expect(request).toMatchObject({ complete: true, recipients: 'ana@fieldpost.example' })
  expect(await stored(page, 'attention')).toEqual([])
})
