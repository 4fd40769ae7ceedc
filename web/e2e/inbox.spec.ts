import { expect, test, type Page } from '@playwright/test'
import { referenceOf } from '#shared/model/project.ts'
import { aDevice } from './support/device.ts'
import { Person, stored, type Persona, type Size } from './support/people.ts'
import { speaker } from './support/speaker.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { ask, decide } from './support/wizard.ts'

let server: RunningServer
let people: Person[]

test.beforeEach(async () => {
  server = await startServer()
  people = []
  // What Pete was told in the demonstration hangs on the day it is made.
  const pete = await speaker(server, 'pete')
  const { items } = await pete.get<{ items: { id: number }[] }>('notifications')
  if (items.length > 0) await pete.post('notifications/read', { ids: items.map(({ id }) => id) })
})
test.afterEach(async () => {
  await Promise.all(people.map((person) => person.close()))
  await server.dispose()
})

async function someone(who: Persona, size: Size, path = '/'): Promise<Person> {
  const person = await aDevice(server, who, size, { path })
  people.push(person)
  return person
}

const bell = (page: Page, name: string) =>
  expect(page.getByRole('link', { name, exact: true })).toBeVisible({ timeout: 30_000 })
const entries = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
/** Asks the server how much this person has unread, whatever their devices show. */
async function serverOf(who: Persona): Promise<() => Promise<number>> {
  const person = await speaker(server, who)
  return async () => (await person.get<{ unread: number }>('notifications')).unread
}

test('the bell counts a decision live; its entry opens the tasking and is read, here and at the server', async () => {
  const pete = new Person(server, 'phone')
  people.push(pete)
  await pete.open('/inbox')
  await pete.signInAndPrepare('pete')
  // A letter links here: after the sign-in that was in between it is here that one arrives.
  await expect(pete.page).toHaveURL('/inbox')
  await expect(pete.page.getByText('Nothing unread')).toBeVisible()

  await pete.page.goto('/requests')
  const tasking = await ask(pete)
  await pete.page.goto('/requests/mine')
  await bell(pete.page, 'Notifications')
  const adam = await someone('adam', 'desk', tasking)
  await decide(adam.page, 'Approve')
  await bell(pete.page, 'Notifications, 1 unread')
  const unreadOfPete = await serverOf('pete')
  expect(await unreadOfPete()).toBe(1)

  await pete.page.getByRole('link', { name: 'Notifications, 1 unread', exact: true }).click()
  await expect(pete.page.getByRole('status').filter({ hasText: '1 unread' })).toBeVisible()
  const entry = pete.page.getByRole('link', { name: /^Unread\. Adam Kessler gave the interim approval for T-/ })
  await entry.focus()
  await pete.page.keyboard.press('Enter')
  await expect(pete.page).toHaveURL(tasking)
  await expect.poll(unreadOfPete, { timeout: 30_000 }).toBe(0)

  await pete.page.goto('/inbox')
  await expect(pete.page.getByRole('link', { name: /^Adam Kessler gave the interim approval for T-/ })).toBeVisible()
  await expect(pete.page.getByRole('status').filter({ hasText: 'Nothing unread' })).toBeVisible()
  await expect(pete.page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  expect(people.flatMap((person) => person.complaints)).toEqual([])
})

test('what is marked as read without a connection is read at once here, and delivered later', async () => {
  const pete = await someone('pete', 'phone', '/requests')
  const tasking = await ask(pete)
  const cora = await someone('cora', 'desk', tasking)
  await cora.page.getByLabel('Comment', { exact: true }).fill('The booth is already hired')
  await cora.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await decide(cora.page, 'Authorize')
  await pete.page.goto('/requests/mine')
  await bell(pete.page, 'Notifications, 2 unread')
  const unreadOfPete = await serverOf('pete')

  await pete.setOffline(true)
  await pete.page.getByRole('link', { name: 'Notifications, 2 unread', exact: true }).click()
  await expect(entries(pete.page).filter({ hasText: 'Unread.' })).toHaveCount(2)
  await pete.page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(pete.page.getByRole('status').filter({ hasText: 'Nothing unread' })).toBeFocused()
  await pete.page.goto('/requests/mine')
  await bell(pete.page, 'Notifications')
  expect((await stored(pete.page, 'outbox')).map(({ name }) => name)).toEqual(['readNotifications'])
  expect(await unreadOfPete()).toBe(2)

  await pete.setOffline(false)
  await expect.poll(unreadOfPete, { timeout: 60_000 }).toBe(0)
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await bell(pete.page, 'Notifications')
})

test('at the desk it opens under the bell by keyboard; a refusal says why and what next; who mutes hears no more of it', async () => {
  const pete = await someone('pete', 'phone', '/requests')
  const tasking = await ask(pete)
  const ref = referenceOf(Number(tasking.split('/').at(-1)))
  await pete.page.goto('/requests/mine')
  const cora = await someone('cora', 'desk', tasking)
  await cora.page.getByLabel('Comment', { exact: true }).fill('The booth is already hired')
  await cora.page.getByRole('button', { name: 'Comment', exact: true }).click()
  const adam = await someone('adam', 'desk', '/dashboard/operations')

  await test.step('Adam is told that it waits for him, and goes there', async () => {
    const { page } = adam
    // What falls due is told him, too.
    const open = page.getByRole('button', { name: /^Notifications, \d+ unread$/ })
    await open.focus({ timeout: 30_000 })
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await expect(panel.getByText('Because it waits for you').first()).toBeVisible({ timeout: 30_000 })
    // It grows to that.
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(432)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(open).toBeFocused()
    await page.keyboard.press('Enter')
    await panel
      .getByRole('link', { name: /^Unread\. Pete Okafor asks you to approve T-/ })
      .first()
      .click()
    await expect(page).toHaveURL(tasking)
    await expect(panel).toHaveCount(0)
  })

  await test.step('Adam denies it; Pete reads the reason in the entry, which leads to the amendment', async () => {
    await adam.page.getByRole('button', { name: /^Deny/ }).first().click()
    await adam.page.getByLabel('Reason').fill('The dates clash with the election.')
    await adam.page.getByRole('dialog').getByRole('button', { name: 'Deny', exact: true }).click()
    const { page } = pete
    await bell(page, 'Notifications, 2 unread')
    await page.getByRole('link', { name: 'Notifications, 2 unread', exact: true }).click()
    const refusal = entries(page).filter({ hasText: 'denied' })
    await expect(refusal).toContainText('“The dates clash with the election.”')
    await expect(refusal).toContainText(/Because you (requested it|are the assignee)/)
    await expect(refusal.getByRole('link', { name: 'Amend and resubmit' })).toHaveAttribute('href', `${tasking}#amend`)
  })

  await test.step('Pete mutes it without a connection; once that is sent nobody’s comment reaches him, and Adam’s do', async () => {
    const { page } = pete
    await pete.setOffline(true)
    await page
      .getByRole('button', { name: `Mute ${ref}` })
      .first()
      .click()
    await expect(page.getByRole('button', { name: `Unmute ${ref}` })).toHaveCount(2)
    expect((await stored(page, 'outbox')).map(({ name }) => name)).toEqual(['muteTasking'])
    await pete.setOffline(false)
    await expect.poll(() => stored(page, 'outbox'), { timeout: 60_000 }).toEqual([])
    const unreadOfPete = await serverOf('pete')
    const before = await unreadOfPete()
    const unreadOfAdam = await serverOf('adam')
    const told = await unreadOfAdam()
    await cora.page.getByLabel('Comment', { exact: true }).fill('@Pete Okafor, and @Adam Kessler, the booth again')
    await cora.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect.poll(unreadOfAdam, { timeout: 30_000 }).toBe(told + 1)
    expect(await unreadOfPete()).toBe(before)
    await page
      .getByRole('button', { name: `Unmute ${ref}` })
      .first()
      .click()
    await expect(page.getByRole('button', { name: `Mute ${ref}` })).toHaveCount(2)
  })
  expect(people.flatMap((person) => person.complaints)).toEqual([])
})
