import { expect, test, type Page } from '@playwright/test'
import { aDevice } from './support/device.ts'
import { stored, type Persona, type Person, type Size } from './support/people.ts'
import { speaker } from './support/speaker.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { chooseInterpretation, describe, fillStart, next } from './support/wizard.ts'

let server: RunningServer
let people: Person[]

test.beforeEach(async () => {
  server = await startServer()
  people = []
})
test.afterEach(async () => {
  await Promise.all(people.map((person) => person.close()))
  await server.dispose()
})

async function someone(who: Persona, size: Size): Promise<Person> {
  const person = await aDevice(server, who, size)
  people.push(person)
  return person
}

const requestsOf = async (page: Page) =>
  (await stored(page, 'requests')).filter((row) => row['taskDetails'] === 'Two interpreters for the audit')

test('a request that is refused is one item with the right reason, and is mended without typing anything again', async () => {
  const pete = await someone('pete', 'phone')
  const { page } = pete
  await pete.setOffline(true)
  await page.getByRole('link', { name: 'Start a Request' }).click()
  await fillStart(page)
  await next(page, 'Tasks')
  await chooseInterpretation(page)
  await next(page, 'Details')
  await describe(page, 'Pete, Nairobi office', 'Two interpreters for the audit')
  await next(page, 'Complete')
  await page.getByLabel('Associate director approval').fill('Adam agreed on the phone')

  await test.step('Enter in the empty box of recipients finishes nothing', async () => {
    const recipients = page.getByRole('combobox', { name: /Recipients/ })
    await recipients.press('Enter')
    await expect(page.getByRole('button', { name: 'Finish', exact: true })).toBeVisible()
    expect(await stored(page, 'outbox')).toHaveLength(3)
    await recipients.fill('ana@fieldpost.example')
    await recipients.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove ana@fieldpost.example' })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(page.getByRole('heading', { name: /is saved on this device/ })).toBeVisible()
  const references = await page.getByText(/^T-\d+-\d+$/).allInnerTexts()

  await test.step('its country is switched off meanwhile, and the server refuses all of it', async () => {
    const [request] = await requestsOf(page)
    await (await speaker(server, 'mia')).post('resources/countries', { id: request?.['countryId'], active: false })
    await pete.setOffline(false)
    await expect(page.getByRole('heading', { name: 'This request was not accepted' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/Please select a country. The chosen one is no longer active/).first()).toBeVisible()
    expect(await stored(page, 'attention')).toHaveLength(4)
  })

  await test.step('the Outbox has one item, and says the first refusal', async () => {
    await page.goto('/outbox')
    await expect(page.getByText('1 item needs you').first()).toBeAttached()
    const item = page.getByRole('button', { name: /Language Support/ })
    await expect(item).toHaveCount(1)
    await item.click()
    await expect(page.getByText(/Please select a country. The chosen one is no longer active/)).toBeVisible()
    await expect(page.getByText('Two interpreters for the audit')).toBeVisible()
    await page.getByRole('link', { name: 'Edit' }).click()
  })

  await test.step('Edit leads through the wizard with every word, also after a kill', async () => {
    await expect(page.getByRole('alert').filter({ hasText: 'All Errors' })).toContainText('Please select a country')
    await page.getByLabel('Country').selectOption({ label: 'Uganda' })
    await next(page, 'Tasks')
    await expect(page.getByRole('checkbox', { name: /Interpretation/ })).toBeChecked()
    pete.kill()
    await pete.open('/requests/drafts')
    await pete.page
      .getByRole('link', { name: /category yet|Language Support/ })
      .first()
      .click()
    await expect(pete.page.getByRole('checkbox', { name: /Interpretation/ })).toBeChecked()
    await next(pete.page, 'Details')
    await expect(pete.page.getByLabel('Contact Details')).toHaveValue('Pete, Nairobi office')
    await expect(pete.page.getByLabel('Request Details')).toHaveValue('Two interpreters for the audit')
    await next(pete.page, 'Complete')
    await expect(pete.page.getByRole('button', { name: 'Remove ana@fieldpost.example' })).toBeVisible()
    await expect(pete.page.getByLabel('Associate director approval')).toHaveValue('Adam agreed on the phone')
  })

  await test.step('Finish makes exactly one request, under the references that were read before', async () => {
    await pete.page.getByRole('button', { name: 'Finish', exact: true }).click()
    await expect(pete.page.getByRole('heading', { name: /is now complete/ })).toBeVisible({ timeout: 30_000 })
    expect(await pete.page.getByText(/^T-\d+-\d+$/).allInnerTexts()).toEqual(references)
    expect(await stored(pete.page, 'attention')).toEqual([])
    const adam = await someone('adam', 'desk')
    await expect
      .poll(() => requestsOf(adam.page), { timeout: 30_000 })
      .toMatchObject([{ complete: true, recipients: 'ana@fieldpost.example' }])
  })
  expect(pete.complaints).toEqual([])
})

test('the reason of a denial survives closing, a reload and a kill, goes when it is sent and comes back when it is undone', async () => {
  const adam = await someone('adam', 'desk')
  const [tasking] = (await stored(adam.page, 'projects')).filter(
    (row) => row['phase'] === 'interim' && !row['approved'],
  )
  const path = `/projects/${String(tasking?.['id'])}`
  const why = 'No budget is left this quarter; ask again in July'
  const reason = () => adam.page.getByRole('dialog').getByLabel('Reason')
  const openDeny = () => adam.page.getByRole('button', { name: /^Deny/ }).first().click()
  await adam.page.goto(path)

  await openDeny()
  await reason().fill(why)
  await adam.page.keyboard.press('Escape')
  await openDeny()
  await expect(reason()).toHaveValue(why)
  await adam.page.reload()
  await openDeny()
  await expect(reason()).toHaveValue(why)
  await reason().press('End')
  await reason().pressSequentially('.')
  await adam.page.waitForTimeout(1_000)
  adam.kill()
  await adam.open(path)
  await openDeny()
  await expect(reason()).toHaveValue(`${why}.`)

  await adam.page.getByRole('dialog').getByRole('button', { name: 'Deny', exact: true }).click()
  await expect(adam.page.getByText(/It counts when it reaches the server/).first()).toBeVisible()
  expect(await stored(adam.page, 'forms')).toEqual([])
  await adam.page.getByRole('button', { name: 'Undo' }).click()
  await openDeny()
  await expect(reason()).toHaveValue(`${why}.`)
  await adam.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(reason()).toHaveValue('')
  await expect.poll(() => stored(adam.page, 'forms')).toEqual([])
  expect(adam.complaints).toEqual([])
})

test('an approval made without a connection says that it counts when it reaches the server, however the link seemed', async () => {
  const adam = await someone('adam', 'desk')
  const [tasking] = (await stored(adam.page, 'projects')).filter(
    (row) => row['phase'] === 'interim' && !row['approved'],
  )
  await adam.page.goto(`/projects/${String(tasking?.['id'])}`)
  // The server stands still: nothing has told the page yet that it is out of reach.
  server.freeze()
  await adam.page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await adam.page
    .getByRole('region', { name: /^Needs your/ })
    .getByRole('textbox', { name: 'Comment' })
    .fill('Agreed')
  await adam.page.keyboard.press('Enter')
  await expect(adam.page.getByText(/^Approved T-.*It counts when it reaches the server\.$/)).toBeVisible()
  const notice = adam.page.getByRole('status').filter({ hasText: 'Approved by you' })
  await expect(notice).toContainText('It counts when it reaches the server.')
  server.thaw()
  await expect(notice).not.toContainText('It counts when it reaches the server.', { timeout: 60_000 })
  await expect(notice).toBeVisible()
})
