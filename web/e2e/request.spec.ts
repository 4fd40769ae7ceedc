import { expect, test } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { chooseInterpretation, describe, next } from './support/wizard.ts'

// S04: a request from its first field to its taskings, by somebody of no team.
const { signedIn, speaking } = crowd()

test('a request with a connection: each step asks for what it needs, and what it became is two taskings that wait for approval (S04)', async () => {
  const { page } = await signedIn('ana', 'desk', '/requests')
  await expect(page.getByRole('button', { name: /Pool code/ })).toBeVisible()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabel('Country').selectOption({ label: 'Kenya' })
  await page.getByLabel('Team').selectOption({ label: 'Banking' })
  await page.getByLabel('Advisor').selectOption({ index: 1 })
  const types = page.getByLabel('Project type')
  await expect(types.locator('option')).toHaveText(['Select', 'Banking TA', 'Banking Training'])
  await types.selectOption({ label: 'Banking TA' })
  await page.getByRole('button', { name: /Pool code/ }).click()
  await page.getByRole('dialog').getByText('BK-100').first().click()
  await expect(page.getByText('Ship 12', { exact: true })).toBeVisible()
  await expect(page.getByText('Balance', { exact: true }).locator('xpath=..')).toContainText('$')
  await page.getByRole('button', { name: '+14 d' }).click()
  await next(page, 'Tasks')

  await expect(page).toHaveURL(/\/requests\/\d+\/tasks$/)
  const id = Number(/requests\/(\d+)/.exec(page.url())?.[1])
  await expect(page.getByRole('main').locator('button[aria-pressed]')).toHaveCount(8)
  await next(page, 'Details')
  await expect(page.getByText('Please select at least one task.').first()).toBeVisible()
  // Whoever presses once more is led there once more.
  const allErrors = page.getByRole('alert').filter({ hasText: 'All Errors' })
  await expect(allErrors).toBeFocused()
  await page.getByRole('button', { name: 'Next: Details' }).focus()
  await page.keyboard.press('Enter')
  await expect(allErrors).toBeFocused()
  await chooseInterpretation(page)
  await next(page, 'Details')
  await expect(page).toHaveURL(`/requests/${id}/details`)
  await page.getByLabel('Contact Details').fill('ab')
  await page.getByLabel('Request Details').fill('cd')
  await next(page, 'Complete')
  await expect(page.getByRole('alert').filter({ hasText: 'All Errors' }).getByRole('listitem')).toHaveText([
    'Contact Details are required',
    'Request Details are required',
  ])
  await describe(page, 'Ana, Nairobi office', 'Two Swahili interpreters')
  await next(page, 'Complete')

  await expect(page).toHaveURL(`/requests/${id}/complete`)
  const drafts = page.getByRole('navigation').getByRole('link', { name: /^Drafts/ })
  await expect(drafts).toHaveAccessibleName('Drafts 2')
  await page.getByLabel('Recipients').click()
  await page.keyboard.type('one@example.org,two@example.org,')
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'terms.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Terms of reference'),
    })
  await expect(page.getByText('terms.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your Language Support Request is now complete.' })).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('link', { name: 'See the taskings of this request' }).click()
  await expect(page).toHaveURL(`/requests/${id}/projects`)
  const taskings = page.getByRole('table', { name: 'Taskings of this request' })
  await expect(taskings.getByRole('link', { name: /^T-\d+-\d+/ })).toHaveCount(2)
  await expect(taskings.getByText('Needs Interim Approval', { exact: true })).toHaveCount(2)
  await expect(drafts).toHaveAccessibleName('Drafts 1')

  const { get } = await speaking('ana')
  const received = () => get<{ files: unknown[] }>(`requests/${id}/summary`)
  await expect.poll(async () => (await received()).files, { timeout: 30_000 }).toMatchObject([{ name: 'terms.txt' }])
  expect(await received()).toMatchObject({ recipients: 'one@example.org; two@example.org', complete: true })
})
