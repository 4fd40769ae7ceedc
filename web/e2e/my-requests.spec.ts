import { expect, test } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { ask, next } from './support/wizard.ts'

const { signedIn, speaking } = crowd()

test('a denied request stands first with its reason, under Needs you too; what is done has its own list', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const { page } = pete
  const id = Number((await ask(pete)).split('/').at(-1))
  await expect(page.getByText('Needs Interim Approval').first()).toBeVisible()
  const cora = await speaking('cora')
  await expect(async () => {
    await cora.post(`projects/${id}/deny`, { content: 'The workshop is in April', assigneeId: 2 })
  }).toPass({ timeout: 20_000 })
  await page.goto('/requests/mine')
  const first = page.getByRole('article').first()
  await expect(first.getByText('“The workshop is in April”')).toBeVisible({ timeout: 30_000 })
  await expect(first).toContainText(/Denied by Cora [^,]+, \w+ \d/)
  await first.getByRole('link', { name: /^Amend and resubmit T-/ }).click()
  const answer = page.getByRole('dialog', { name: /^Amend and resubmit T-/ })
  await expect(answer).toContainText('The workshop is in April')
  await answer.getByRole('button', { name: 'Back' }).click()
  await expect(answer).toHaveCount(0)
  await expect(page).toHaveURL(`/projects/${id}`)
  await page.goBack()
  await page.getByRole('radio', { name: /^Needs you · [1-9]/ }).click()
  await expect(page).toHaveURL(/show=needsYou/)
  await expect(page.getByRole('article').first().getByText('“The workshop is in April”')).toBeVisible()
  await page.getByRole('radio', { name: /^Done · / }).click()
  await expect(page.getByText('“The workshop is in April”')).toHaveCount(0)
})

test('the same again asks for a new date, and has everything else that was said; without a connection too', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const { page } = pete
  await ask(pete)
  await page.goto('/requests/mine')
  const again = page.getByRole('link', { name: /^Same again with new dates: Language Support/ }).first()
  await expect(again).toBeVisible()
  await pete.setOffline(true)
  await again.click()
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await expect(page.getByRole('button', { name: /Pool code/ })).toContainText('BK-100')
  await next(page, 'Tasks')
  await expect(page.getByText('Please enter a due date').first()).toBeVisible()
  await page.getByRole('button', { name: '+14 d' }).click()
  await next(page, 'Tasks')
  await expect(page.getByRole('checkbox', { name: /Interpretation/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /Written Translation/ })).toBeChecked()
  await next(page, 'Details')
  await expect(page.getByLabel('Contact Details')).toHaveValue('Pete, Nairobi office')
  await expect(page.getByLabel('Request Details')).toHaveValue('Interpreters for the workshop')
  await next(page, 'Complete')
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(page.getByText(/will be sent automatically when there is a connection/)).toBeVisible()
  await pete.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Your Language Support Request is now complete.' })).toBeVisible({
    timeout: 60_000,
  })
})

test('on the narrowest phone nothing of where a tasking is for is cut behind its assignee', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const { page } = pete
  const id = Number((await ask(pete)).split('/').at(-1))
  await page.setViewportSize({ width: 320, height: 640 })
  const { requestId } = await (await speaking('pete')).get<{ requestId: number }>(`projects/${id}`)
  await page.goto(`/requests/${requestId}/projects`)
  const place = page.getByText(/ · Kenya · Banking · BK-100$/).first()
  await expect(place).toBeVisible({ timeout: 30_000 })
  expect(await place.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})
