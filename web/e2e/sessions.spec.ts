import { expect, test, type Page } from '@playwright/test'
import { must } from '#shared/lib/must.ts'
import { crowd } from './support/crowd.ts'
import { Person, stored } from './support/people.ts'

// Signed-in devices: whoever ends one elsewhere ends it there, and nothing that was written there is lost.
const { signedIn, server } = crowd()
const panel = (page: Page) => page.getByRole('region', { name: 'Signed-in devices' })
const ends = (page: Page) => panel(page).getByRole('button', { name: /^End / })

/** Opens a tasking in progress, to write a comment on. */
async function opensATasking({ page }: Person): Promise<void> {
  const project = must((await stored(page, 'projects')).find((row) => row['phase'] === 'progress'))
  await page.goto(`/projects/${String(project['id'])}`)
  await expect(page.getByLabel('Comment', { exact: true })).toBeVisible()
}

/** Told at once, although it asked for nothing; what is written there then waits, and goes out after signing in again. */
async function isToldAndKeepsItsWork({ page }: Person, typed: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Sign in again to send and receive. Nothing is lost.')).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue(typed)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => stored(page, 'outbox')).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign in to send 1 item' }).click()
  await expect(dialog.getByText('Sign in again to send 1 item. Nothing is lost.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('fieldpost-demo')
  await dialog.getByRole('button', { name: /Sign in/ }).click()
  await expect.poll(() => stored(page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await expect(page.getByText(typed).first()).toBeVisible()
}

test('on one’s profile another place is ended; it is told at its next contact, and its work is kept', async () => {
  const here = await signedIn('pete', 'phone', '/profile/5')
  const there = new Person(server(), 'desk')
  await there.open()
  await there.signInAndPrepare('pete')
  await opensATasking(there)
  await there.page.getByLabel('Comment', { exact: true }).fill('The room is booked')

  await here.page.reload()
  await expect(panel(here.page).getByText('this one')).toHaveCount(1)
  const places = await ends(here.page).count()
  expect(places).toBeGreaterThan(0)
  for (let left = places; left > 0; left--) {
    await expect(ends(here.page)).toHaveCount(left)
    await ends(here.page).first().click()
  }
  await expect(here.page.getByText('Signed out there.').first()).toBeVisible()
  await expect(ends(here.page)).toHaveCount(0)
  await isToldAndKeepsItsWork(there, 'The room is booked')
  // This one goes on.
  await here.page.reload()
  await expect(ends(here.page)).toHaveCount(1)
  expect(there.complaints).toEqual([])
  await there.close()
})

test('an administrator ends the place of somebody else, which is told; a Manager finds no such list', async () => {
  const [ada, pete, mia] = await Promise.all([
    signedIn('ada', 'desk', '/resources/users/5'),
    signedIn('pete', 'phone'),
    signedIn('mia', 'desk', '/resources/users/5'),
  ])
  await opensATasking(pete)
  await pete.page.getByLabel('Comment', { exact: true }).fill('The bus leaves at nine')
  await expect(mia.page.getByRole('button', { name: 'Send a reset link' })).toBeVisible()
  await expect(panel(mia.page)).toHaveCount(0)

  await expect(ends(ada.page).first()).toBeVisible()
  await expect(panel(ada.page).getByText('this one')).toHaveCount(0)
  for (let left = await ends(ada.page).count(); left > 0; left--) {
    await ends(ada.page).first().click()
    await expect(ends(ada.page)).toHaveCount(left - 1)
  }
  await expect(panel(ada.page).getByText('Signed in nowhere.')).toBeVisible()
  // What was sent goes from there with it (e2e/devices.spec.ts); what was being typed is kept.
  await expect(pete.page.getByText('An administrator has signed this device out.')).toBeVisible({ timeout: 30_000 })
  await pete.signInAndPrepare('pete')
  await expect(pete.page.getByLabel('Comment', { exact: true })).toHaveValue('The bus leaves at nine')
  await ada.page.reload()
  await expect(ends(ada.page)).toHaveCount(1)
})

test('a log-out whose page is closed while it clears has ended the session everywhere, and is finished at the next start', async () => {
  const pete = await signedIn('pete', 'desk')
  const { page } = pete
  const token = await page.evaluate(async () => {
    const opening = indexedDB.open('fieldpost-session')
    await new Promise((done) => (opening.onsuccess = done))
    const asked = opening.result.transaction('session').objectStore('session').get('session')
    await new Promise((done) => (asked.onsuccess = done))
    opening.result.close()
    return (asked.result as { token: string }).token
  })
  const sessions = async () =>
    (await fetch(`http://127.0.0.1:${server().port}/api/sessions`, { headers: { authorization: `Bearer ${token}` } }))
      .status
  expect([(await stored(page, 'projects')).length > 0, await sessions()]).toEqual([true, 200])
  await page.evaluate(() => {
    IDBObjectStore.prototype.clear = () => {
      location.reload()
      throw new DOMException('The page is being closed', 'AbortError')
    }
  })
  await page.getByRole('button', { name: 'Pete Okafor', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect.poll(() => stored(page, 'projects').catch(() => null)).toEqual([])
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect.poll(sessions).toBe(401)
})
