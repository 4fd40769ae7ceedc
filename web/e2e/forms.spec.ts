import { expect, test, type Page } from '@playwright/test'
import { Person, stored } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

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

async function someone(who: Parameters<Person['signInAndPrepare']>[0]): Promise<Person> {
  const person = new Person(server.url, 'desk')
  people.push(person)
  await person.open()
  await person.signInAndPrepare(who)
  return person
}

test('a form lists everything that is wrong with it, and what is typed takes its error away', async () => {
  const { page, complaints } = await someone('fin')
  await page.goto(`${server.url}/requests`)
  await page.getByRole('button', { name: /^Next/ }).click()
  const list = page.getByRole('alert').filter({ hasText: 'All Errors' })
  await expect(list.getByRole('listitem')).toHaveText([
    'Please select a country',
    'Please select a team',
    'Please select an advisor',
    'Please select a project',
    'Please select a pool code',
    'Please enter a due date',
  ])
  await page.getByLabel('Country').selectOption({ label: 'Kenya' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(list).not.toContainText('Please select a country')
  await page.getByRole('button', { name: /^Next/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(5)
  expect(await stored(page, 'outbox')).toEqual([])
  expect(complaints).toEqual([])
})

test('canceling waits for the server and is never queued; without a connection it says so first', async () => {
  const mia = await someone('mia')
  const pete = await someone('pete')
  const [tasking] = (await stored(mia.page, 'projects')).filter(
    (row) => row['phase'] === 'progress' && row['teamId'] === 3,
  )
  const path = `/projects/${String(tasking?.['id'])}`
  await pete.page.goto(server.url + path)
  await mia.page.goto(server.url + path)
  await mia.isInstalled()

  await mia.setOffline(true)
  await expect(async () => {
    await openCancel(mia.page)
    await expect(mia.page.getByRole('alertdialog')).toContainText('Canceling needs a connection', { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await mia.page.getByRole('button', { name: 'OK' }).click()
  expect(await stored(mia.page, 'outbox')).toEqual([])

  await mia.setOffline(false)
  await expect(async () => {
    await openCancel(mia.page)
    await expect(mia.page.getByText('Are you sure you want to cancel this project?')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await mia.page.getByRole('button', { name: 'Cancel project' }).click()
  for (const { page } of [mia, pete])
    await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  expect(await stored(mia.page, 'outbox')).toEqual([])
  expect((await stored(mia.page, 'judged')).filter((call) => call['name'] === 'cancelProject')).toEqual([])
})

async function openCancel(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  if (await dialog.isVisible()) await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click({ timeout: 2_000 })
}
