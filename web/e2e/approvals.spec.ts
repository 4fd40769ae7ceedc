import { expect, test, type Page } from '@playwright/test'
import { Person, stored } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { ask, decide } from './support/wizard.ts'

let server: RunningServer
let people: Person[]

test.beforeEach(async () => {
  server = await startServer()
  people = []
})
test.afterEach(async () => {
  for (const person of people) await person.close()
  await server.dispose()
})

async function someone(
  who: Parameters<Person['signInAndPrepare']>[0],
  size: 'phone' | 'desk' = 'desk',
): Promise<Person> {
  const person = new Person(server.url, size)
  people.push(person)
  await person.open()
  await person.signInAndPrepare(who)
  return person
}

const status = (page: Page, label: string) =>
  expect(page.getByText(label, { exact: true }).first()).toBeVisible({ timeout: 20_000 })

test('approve, authorize, accept, comment and amend: everybody sees each step live', async () => {
  const pete = await someone('pete', 'phone')
  const path = await ask(pete)
  const adam = await someone('adam')
  const cora = await someone('cora')
  const mia = await someone('mia')
  for (const manager of [adam, cora, mia]) await manager.page.goto(server.url + path)

  await decide(adam.page, 'Approve')
  for (const { page } of [pete, cora, mia]) await status(page, 'Needs COR Authorization')
  await expect(adam.page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)

  await decide(cora.page, 'Authorize')
  for (const { page } of [pete, mia]) await status(page, 'Needs Acceptance')

  await pete.page.getByLabel('Comment', { exact: true }).fill('ok')
  await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(pete.page.getByText('Please enter at least 3 characters')).toBeVisible()
  await pete.page.getByLabel('Comment', { exact: true }).fill('The booth is already hired')
  await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(mia.page.getByText('The booth is already hired')).toBeVisible({ timeout: 20_000 })

  await decide(mia.page, 'Accept')
  for (const { page } of [pete, adam, cora]) await status(page, 'In Progress')
  await expect(pete.page.getByText('Mia Lindqvist').first()).toBeVisible()
  expect(people.flatMap((person) => person.complaints)).toEqual([])
})

test('a denial needs a reason, reaches the requester with it, and an amendment brings the tasking back', async () => {
  const pete = await someone('pete', 'phone')
  const path = await ask(pete)
  const cora = await someone('cora')
  await cora.page.goto(server.url + path)
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

  await pete.page
    .getByRole('button', { name: /Amend and resubmit/ })
    .first()
    .click()
  await pete.page.getByRole('dialog').getByRole('textbox').first().fill('The dates are moved to April')
  await pete.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Amend/ })
    .click()
  await status(cora.page, 'Needs Interim Approval')
  await expect(cora.page.getByText('The dates are moved to April').first()).toBeVisible()
})

test('an approval given offline is provisional; what changed meanwhile is not approved, and the person is told why', async () => {
  const pete = await someone('pete', 'phone')
  const path = await ask(pete)
  const cora = await someone('cora')
  const adam = await someone('adam')
  for (const { page } of [cora, adam]) await page.goto(server.url + path)
  await cora.isInstalled()
  await cora.setOffline(true)
  await decide(cora.page, 'Authorize')
  await status(cora.page, 'Needs Acceptance')
  await expect(cora.page.getByLabel('On this device').or(cora.page.getByText('On this device')).first()).toBeVisible()

  await adam.page.getByRole('button', { name: 'More' }).first().click()
  await adam.page.getByRole('menuitem', { name: /Edit request/i }).click()
  await adam.page.getByRole('dialog').getByRole('textbox').fill('Three interpreters instead of two')
  await adam.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(adam.page.getByText('Three interpreters instead of two').first()).toBeVisible()
  // Longer than the time in which an edit or a decision could be undone.
  await adam.page.waitForTimeout(7_000)

  await cora.setOffline(false)
  await status(cora.page, 'Needs Interim Approval')
  await cora.page.goto(`${server.url}/outbox`)
  await cora.page.getByRole('button', { name: /^Approve T-/ }).click()
  await expect(cora.page.getByText('This tasking changed since you reviewed it.').first()).toBeVisible({
    timeout: 20_000,
  })
  await expect(cora.page.getByRole('link', { name: 'Review again' }).first()).toBeVisible()
})

test('undone within six seconds, a decision leaves no trace', async () => {
  const pete = await someone('pete', 'phone')
  const path = await ask(pete)
  const cora = await someone('cora')
  await cora.page.goto(server.url + path)
  await decide(cora.page, 'Authorize')
  await cora.page.getByRole('button', { name: 'Undo' }).click()
  await status(cora.page, 'Needs Interim Approval')
  await cora.page.waitForTimeout(8_000)
  await status(pete.page, 'Needs Interim Approval')
})

test('a refused decision says who decided what and why, and offers nothing that cannot succeed', async () => {
  const pete = await someone('pete', 'phone')
  const path = await ask(pete)
  const cora = await someone('cora')
  const adam = await someone('adam')
  for (const { page } of [cora, adam]) await page.goto(server.url + path)
  await cora.isInstalled()
  await cora.setOffline(true)
  await decide(cora.page, 'Authorize')
  await adam.page.getByRole('button', { name: /^Deny/ }).first().click()
  await adam.page.getByRole('dialog').getByLabel('Reason').fill('Not this year')
  await adam.page.getByRole('dialog').getByRole('button', { name: 'Deny', exact: true }).click()
  await status(pete.page, 'Denied')

  await cora.setOffline(false)
  await status(cora.page, 'Denied')
  await cora.page.goto(`${server.url}/outbox`)
  await cora.page.getByRole('button', { name: /^Approve T-/ }).click()
  await expect(cora.page.getByText('Somebody else decided this tasking first.').first()).toBeVisible()
  await expect(cora.page.getByText(/Adam Kessler/).first()).toBeVisible()
  await expect(cora.page.getByText(/^Denied by Adam Kessler · /)).toBeVisible()
  await expect(cora.page.getByText('Not this year')).toBeVisible()
  await expect(cora.page.getByText('Trying again would be refused for the same reason.')).toBeVisible()
  await expect(cora.page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(cora.page.getByRole('link', { name: 'Open the tasking' })).toHaveAttribute('href', path)
  await cora.page.getByRole('button', { name: /Discard/ }).click()
  await cora.page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(cora.page.getByRole('button', { name: /^Approve T-/ })).toHaveCount(0)
  expect(await stored(cora.page, 'attention')).toEqual([])
})
