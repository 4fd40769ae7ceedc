import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { ask, decide } from './support/wizard.ts'

const { signedIn, speaking } = crowd()

const status = (page: Page, label: string) =>
  expect(page.getByText(label, { exact: true }).first()).toBeVisible({ timeout: 20_000 })

test('approve, authorize, accept, comment and amend: everybody sees each step live', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const path = await ask(pete)
  const [adam, cora, mia] = await Promise.all([
    signedIn('adam', 'desk', path),
    signedIn('cora', 'desk', path),
    signedIn('mia', 'desk', path),
  ])

  await decide(adam.page, 'Approve')
  for (const { page } of [pete, cora, mia]) await status(page, 'Needs COR Authorization')
  await expect(adam.page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  // The button that he pressed is gone; his keyboard goes on from the page.
  await expect(adam.page.locator('#main')).toBeFocused()

  await decide(cora.page, 'Authorize')
  for (const { page } of [pete, mia]) await status(page, 'Needs Acceptance')

  await pete.page.getByLabel('Comment', { exact: true }).fill('ok')
  await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(pete.page.getByText('Please enter at least 3 characters')).toBeVisible()
  await pete.page.getByLabel('Comment', { exact: true }).fill('The booth is already hired')
  await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(mia.page.getByText('The booth is already hired').first()).toBeVisible({ timeout: 20_000 })

  await decide(mia.page, 'Accept')
  for (const { page } of [pete, adam, cora]) await status(page, 'In Progress')
  await expect(pete.page.getByText('Mia Lindqvist').first()).toBeVisible()
})

test('a denial needs a reason, reaches the requester with it, and an amendment brings the tasking back', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const path = await ask(pete)
  const cora = await signedIn('cora', 'desk', path)
  await cora.page.getByRole('button', { name: /^Deny/ }).first().click()
  const dialog = cora.page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('no')
  await dialog.getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(dialog.getByText('Please enter a reason of at least 3 characters').first()).toBeVisible()
  await dialog.getByLabel('Reason').fill('The workshop is in April')
  await dialog.getByRole('button', { name: 'Deny', exact: true }).click()
  await status(cora.page, 'Denied')
  await status(pete.page, 'Denied')
  await expect(pete.page.getByText('The workshop is in April').first()).toBeVisible()

  // Whoever has just said no is not asked to answer it.
  await expect(cora.page.getByRole('button', { name: /Amend and resubmit/ })).toHaveCount(0)

  await pete.page
    .getByRole('button', { name: /Amend and resubmit/ })
    .first()
    .click()
  const answer = pete.page.getByRole('dialog')
  await expect(answer.getByText('The workshop is in April')).toBeVisible()
  await expect(answer.getByLabel('Amendment')).toHaveValue(/Interpreters for the workshop/)
  await expect(answer.getByRole('button', { name: /^Assignee: Cora/ })).toBeVisible()
  await answer.getByLabel('Amendment').fill('The dates are moved to April')
  await pete.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Amend/ })
    .click()
  await status(cora.page, 'Needs Interim Approval')
  await expect(cora.page.getByText('The dates are moved to April').first()).toBeVisible()
})

test('that the COR is still outstanding is said before accepting, and it is confirmed once', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const path = await ask(pete)
  const [adam, mia] = await Promise.all([signedIn('adam', 'desk', path), signedIn('mia', 'desk', path)])
  await decide(adam.page, 'Approve')
  const card = mia.page.getByRole('region', { name: 'Needs your acceptance' })
  await expect(card.getByText(/COR authorization is still outstanding/)).toBeVisible({ timeout: 20_000 })
  await card.getByRole('button', { name: /^Accept/ }).click()
  await card.getByRole('button', { name: 'Accept all the same', exact: true }).click()
  for (const { page } of [mia, pete]) await status(page, 'In Progress')
  await expect(mia.page.getByRole('alertdialog')).toHaveCount(0)
})

test('an approval given offline is provisional; what changed meanwhile is not approved, and the person is told why', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const path = await ask(pete)
  const [cora, adam] = await Promise.all([signedIn('cora', 'desk', path), signedIn('adam', 'desk', path)])
  // Before the cut both have what was asked a moment ago.
  for (const { page } of [cora, adam]) await status(page, 'Needs Interim Approval')
  await cora.setOffline(true)
  await decide(cora.page, 'Authorize')
  await status(cora.page, 'Needs Acceptance')
  await expect(cora.page.getByLabel('On this device').or(cora.page.getByText('On this device')).first()).toBeVisible()

  await adam.page.getByRole('button', { name: 'Edit Request', exact: true }).click()
  await adam.page.getByRole('dialog').getByRole('textbox').fill('Three interpreters instead of two')
  await adam.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(adam.page.getByText('Three interpreters instead of two').first()).toBeVisible()
  // Longer than the time in which an edit or a decision could be undone.
  await adam.page.waitForTimeout(7_000)

  await cora.setOffline(false)
  await status(cora.page, 'Needs Interim Approval')
  await cora.page.goto('/outbox')
  await cora.page.getByRole('button', { name: /^Approve T-/ }).click()
  await expect(cora.page.getByText(/^T-\d+-\d+ changed since you reviewed it/).first()).toBeVisible({
    timeout: 20_000,
  })
  // What changed, as it was read and as it is now; looked at again, it is decided anew.
  const changed = cora.page.getByRole('listitem').filter({ hasText: 'Request text: ' }).first()
  await expect(changed.locator('ins')).toHaveText('Three interpreters instead of two')
  await expect(changed.locator('del')).not.toHaveText('')
  await cora.page.getByRole('link', { name: 'Review again' }).first().click()
  await decide(cora.page, 'Authorize')
  await status(adam.page, 'Needs Acceptance')
})

test('a decision that has gone offers no Undo, though its toast stands under the keyboard, which goes on from its Close (C-087)', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const path = await ask(pete)
  const { page } = await signedIn('cora', 'desk', path)
  await decide(page, 'Authorize')
  const told = page.getByRole('status').filter({ hasText: 'Authorized T-' })
  const undo = told.getByRole('button', { name: 'Undo' })
  await undo.focus()
  await expect(undo).toHaveCount(0, { timeout: 10_000 })
  await expect(told.getByRole('button', { name: 'Close' })).toBeFocused()
  await status(pete.page, 'Needs Acceptance')
  await expect(told).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(told).toHaveCount(0)
})

test('undone within six seconds, a decision leaves no trace', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const path = await ask(pete)
  const cora = await signedIn('cora', 'desk', path)
  await decide(cora.page, 'Authorize')
  await cora.page.getByRole('button', { name: 'Undo' }).click()
  await status(cora.page, 'Needs Interim Approval')
  await cora.page.waitForTimeout(8_000)
  await status(pete.page, 'Needs Interim Approval')
  const { get } = await speaking('cora')
  expect(await get(`${path.slice(1)}/request`)).toMatchObject({ approvals: [] })
  expect(await get(`${path.slice(1)}/activity`)).toEqual([])
  expect(await get(path.slice(1))).toMatchObject({ statusId: 0, approved: false, modifiedBy: 'Pete Okafor' })
})

test('a refused decision says who decided what and why, and offers nothing that cannot succeed', async () => {
  const pete = await signedIn('pete', 'phone', '/requests')
  const path = await ask(pete)
  const [cora, adam] = await Promise.all([signedIn('cora', 'desk', path), signedIn('adam', 'desk', path)])
  // Before the cut both have what was asked a moment ago.
  for (const { page } of [cora, adam]) await status(page, 'Needs Interim Approval')
  await cora.setOffline(true)
  await decide(cora.page, 'Authorize')
  await adam.page.getByRole('button', { name: /^Deny/ }).first().click()
  await adam.page.getByRole('dialog').getByLabel('Reason').fill('Not this year')
  await adam.page.getByRole('dialog').getByRole('button', { name: 'Deny', exact: true }).click()
  await status(pete.page, 'Denied')

  await cora.setOffline(false)
  await status(cora.page, 'Denied')
  await cora.page.goto('/outbox')
  await cora.page.getByRole('button', { name: /^Approve T-/ }).click()
  await expect(cora.page.getByText('Somebody else decided this tasking first.').first()).toBeVisible()
  await expect(cora.page.getByText(/Adam Kessler/).first()).toBeVisible()
  await expect(cora.page.getByText(/^Denied by Adam Kessler at /)).toBeVisible()
  await expect(cora.page.getByText('Not this year')).toBeVisible()
  await expect(cora.page.getByText('Trying again would be refused for the same reason.')).toBeVisible()
  await expect(cora.page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(cora.page.getByRole('link', { name: 'Open the tasking' })).toHaveAttribute('href', path)
  await cora.page.getByRole('button', { name: /Discard/ }).click()
  await cora.page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(cora.page.getByRole('button', { name: /^Approve T-/ })).toHaveCount(0)
  expect(await stored(cora.page, 'attention')).toEqual([])
})

test('words written before a denial do not answer it; a denial that comes while they are typed is told there, and answered', async () => {
  const pete = await signedIn('pete', 'desk', '/requests')
  const { page } = pete
  const adam = await speaking('adam')
  const amend = async (words: string) => {
    await page.getByRole('button', { name: /^More for T-/ }).click()
    await page.getByRole('menuitem', { name: 'Amend Request' }).click()
    await page.getByRole('dialog').getByLabel('Amendment').fill(words)
  }
  const deny = (path: string) => adam.post(`${path.slice(1)}/deny`, { content: 'Not this quarter', assigneeId: 5 })
  const send = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

  const first = await ask(pete)
  await status(page, 'Needs Interim Approval')
  await pete.setOffline(true)
  await amend('One more day, please')
  await send('Amend')
  await expect(page.getByText('One more day, please').first()).toBeVisible()
  await deny(first)
  await pete.setOffline(false)
  await status(page, 'Denied')
  await expect.poll(() => stored(page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await status(page, 'Denied')
  await expect(page.getByText('One more day, please').first()).toBeVisible()

  await page.goto('/requests')
  const second = await ask(pete)
  await status(page, 'Needs Interim Approval')
  await amend('Two more days, please')
  await deny(second)
  await expect(page.getByRole('dialog').getByText('Not this quarter')).toBeVisible({ timeout: 20_000 })
  await send('Amend and resubmit')
  await status(page, 'Needs Interim Approval')
})
