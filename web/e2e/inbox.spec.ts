import { expect, test, type Page } from '@playwright/test'
import { Person, stored, type Persona } from './support/people.ts'
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

async function someone(who: Persona, size: 'phone' | 'desk', path = '/'): Promise<Person> {
  const person = new Person(server.url, size)
  people.push(person)
  await person.open(path)
  await person.signInAndPrepare(who)
  return person
}

const bell = (page: Page, name: string) =>
  expect(page.getByRole('link', { name, exact: true })).toBeVisible({ timeout: 30_000 })
const entries = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
/** Asks the server how much this person has unread, whatever their devices show. */
async function serverOf(who: Persona): Promise<() => Promise<unknown>> {
  const { url } = server
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: `${who}@fieldpost.example`, password: 'fieldpost-demo' })
  const signIn = await fetch(`${url}/api/login`, { method: 'POST', headers, body })
  const { token } = (await signIn.json()) as { token: string }
  return async () => {
    const answer = await fetch(`${url}/api/notifications`, { headers: { authorization: `Bearer ${token}` } })
    return ((await answer.json()) as { unread: number }).unread
  }
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
  const unreadOfPete = await serverOf('pete')
  expect(await unreadOfPete()).toBe(1)

  await pete.page.getByRole('link', { name: 'Notifications, 1 unread', exact: true }).click()
  await expect(pete.page.getByRole('status').filter({ hasText: '1 unread' })).toBeVisible()
  const entry = pete.page.getByRole('link', { name: /^Unread\. Adam Kessler gave the interim approval for T-/ })
  await entry.focus()
  await pete.page.keyboard.press('Enter')
  await expect(pete.page).toHaveURL(server.url + tasking)
  await expect.poll(unreadOfPete, { timeout: 30_000 }).toBe(0)

  await pete.page.goto(`${server.url}/inbox`)
  await expect(pete.page.getByRole('link', { name: /^Adam Kessler gave the interim approval for T-/ })).toBeVisible()
  await expect(pete.page.getByRole('status').filter({ hasText: 'Nothing unread' })).toBeVisible()
  await expect(pete.page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  expect(people.flatMap((person) => person.complaints)).toEqual([])
})

test('what is marked as read without a connection is read at once here, and delivered later', async () => {
  const pete = await someone('pete', 'phone')
  const tasking = await ask(pete)
  const cora = await someone('cora', 'desk')
  await cora.page.goto(server.url + tasking)
  await cora.page.getByLabel('Comment', { exact: true }).fill('The booth is already hired')
  await cora.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await decide(cora.page, 'Authorize')
  await pete.page.goto(`${server.url}/requests/mine`)
  await bell(pete.page, 'Notifications, 2 unread')
  const unreadOfPete = await serverOf('pete')

  await pete.isInstalled()
  await pete.setOffline(true)
  await pete.page.getByRole('link', { name: 'Notifications, 2 unread', exact: true }).click()
  await expect(entries(pete.page)).toHaveCount(2)
  await pete.page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(pete.page.getByRole('status').filter({ hasText: 'Nothing unread' })).toBeFocused()
  await pete.page.goto(`${server.url}/requests/mine`)
  await bell(pete.page, 'Notifications')
  expect((await stored(pete.page, 'outbox')).map(({ name }) => name)).toEqual(['readNotifications'])
  expect(await unreadOfPete()).toBe(2)

  await pete.setOffline(false)
  await expect.poll(unreadOfPete, { timeout: 60_000 }).toBe(0)
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await bell(pete.page, 'Notifications')
})
