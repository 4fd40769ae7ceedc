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
  size: 'phone' | 'desk',
  path = '/',
): Promise<Person> {
  const person = new Person(server.url, size)
  people.push(person)
  await person.open(path)
  await person.signInAndPrepare(who)
  return person
}

const bell = (page: Page, name: string) =>
  expect(page.getByRole('link', { name, exact: true })).toBeVisible({ timeout: 30_000 })
const entries = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
/** As the server has it, whatever this device shows. */
async function unreadAtServer({ page, url }: Person): Promise<unknown> {
  const answer = await page.request.get(`${url}/api/notifications`)
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { unread: number }).unread
}

test('the bell counts a decision live; its entry opens the tasking and is read, here and at the server', async () => {
  const pete = await someone('pete', 'phone', '/inbox')
  // A letter links here: after the sign-in that was in between it is here that one arrives.
  await expect(pete.page).toHaveURL(`${server.url}/inbox`)
  await expect(pete.page.getByText('Nobody has told you anything yet.')).toBeVisible()

  const tasking = await ask(pete)
  await pete.page.goto(`${server.url}/requests/mine`)
  await bell(pete.page, 'Notifications')
  const adam = await someone('adam', 'desk')
  await adam.page.goto(server.url + tasking)
  await decide(adam.page, 'Approve')
  await bell(pete.page, 'Notifications, 1 unread')
  await expect(entries(adam.page)).toHaveCount(0)

  await pete.page.getByRole('link', { name: 'Notifications, 1 unread', exact: true }).click()
  await expect(pete.page.getByRole('status').filter({ hasText: '1 unread' })).toBeVisible()
  const entry = pete.page.getByRole('link', { name: /^Unread\. Adam Kessler gave the interim approval for T-/ })
  await entry.focus()
  await pete.page.keyboard.press('Enter')
  await expect(pete.page).toHaveURL(server.url + tasking)
  await expect.poll(() => unreadAtServer(pete), { timeout: 30_000 }).toBe(0)

  await pete.page.goto(`${server.url}/inbox`)
  await expect(pete.page.getByRole('link', { name: /^Adam Kessler gave the interim approval for T-/ })).toBeVisible()
  await expect(pete.page.getByRole('status').filter({ hasText: 'Nothing unread' })).toBeVisible()
  await expect(pete.page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  expect(people.flatMap((person) => person.complaints)).toEqual([])
})

test('what is marked as read without a connection is read at once here, and delivered later', async () => {
  const pete = await someone('pete', 'desk')
  const tasking = await ask(pete)
  const cora = await someone('cora', 'desk')
  await cora.page.goto(server.url + tasking)
  await decide(cora.page, 'Authorize')
  await cora.page.getByLabel('Comment', { exact: true }).fill('The booth is already hired')
  await cora.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await bell(pete.page, 'Notifications, 2 unread')

  await pete.isInstalled()
  await pete.setOffline(true)
  await pete.page.goto(`${server.url}/inbox`)
  await expect(entries(pete.page)).toHaveCount(2)
  await pete.page.getByRole('button', { name: 'Mark all as read' }).click()
  const said = pete.page.getByRole('status').filter({ hasText: 'Nothing unread' })
  await expect(said).toBeFocused()
  await bell(pete.page, 'Notifications')
  await pete.page.reload()
  await expect(entries(pete.page)).toHaveCount(2)
  await bell(pete.page, 'Notifications')
  expect((await stored(pete.page, 'outbox')).map(({ name }) => name)).toEqual(['readNotifications'])

  await pete.setOffline(false)
  await expect.poll(() => unreadAtServer(pete), { timeout: 60_000 }).toBe(0)
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 30_000 }).toEqual([])
})
