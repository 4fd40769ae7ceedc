import { expect, test } from '@playwright/test'
import { unexpected } from '#shared/model/messages.ts'
import { findings } from './support/findings.ts'
import { Person, stored } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

let server: RunningServer
let person: Person

// One server for all of them, so one after the other.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.dispose())
test.beforeEach(() => {
  person = new Person(server, 'desk')
})
test.afterEach(() => person.close())

test('a stranger is sent to sign in, gets clear words, and lands where they wanted to go (S01)', async () => {
  const wanted = '/projects/7/edit?x=1#details'
  const page = await person.open(wanted)
  await expect(page).toHaveURL(`/?r=${encodeURIComponent(wanted)}`)
  await expect(page.locator('img[src^="data:image/svg+xml"]').first()).toBeVisible()
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid email').first()).toBeVisible()
  await person.signIn('ana', 'short')
  await expect(page.getByText('Invalid email')).toHaveCount(0)
  await expect(page.getByText('Password must be at least 6 characters').first()).toBeVisible()
  await person.signIn('ana', 'a wrong password')
  await expect(page.getByText('Incorrect email address or password.')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Close/ })).toHaveCount(0)
  await person.signIn('ana')
  await page.getByRole('button', { name: 'Continue' }).click({ timeout: 60_000 })
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(wanted)
  expect(person.complaints).toEqual([])
})

test('a server that stands still is said while it is waited for, and signs in when it goes on', async () => {
  const page = await person.open()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  server.freeze()
  await person.signIn('ana')
  const waiting = page.getByText('No answer yet. It may take up to 30 seconds.')
  await expect(waiting).toBeVisible({ timeout: 20_000 })
  server.thaw()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible({ timeout: 60_000 })
  await expect(waiting).toHaveCount(0)
})

test('that the server cannot be reached is told calmly; red is what has to be mended', async () => {
  const page = await person.open()
  const told = async (words: RegExp) => {
    const [r = 0, , b = 0] = await page
      .getByRole('alert')
      .filter({ hasText: words })
      .evaluate((one) => (getComputedStyle(one).color.match(/\d+/g) ?? []).map(Number))
    return r > b ? 'red' : 'grey'
  }
  await person.signIn('ana', 'a wrong password')
  expect(await told(/^Incorrect email/)).toBe('red')
  await person.setOffline(true)
  await person.signIn('ana')
  expect(await told(/^Can't reach the server/)).toBe('grey')
})

test('a failure that nobody caught becomes a sentence, once; what was called off on purpose does not', async () => {
  await person.open()
  await person.page.evaluate(() => {
    void Promise.reject(new DOMException('Called off', 'AbortError'))
    for (let n = 0; n < 3; n++) void Promise.reject(new Error('A bug'))
  })
  await expect(person.page.getByText(unexpected)).toHaveCount(1)
})

test('a return path to somewhere else is ignored', async () => {
  await person.open('/?r=//evil.example')
  await person.signInAndPrepare('ana')
  await expect(person.page).toHaveURL('/dashboard/manager')
})

test('a page that is not for one’s role leads to a notice and home again', async () => {
  await person.open('/dashboard/manager')
  await person.signIn('cora')
  await person.page.getByRole('button', { name: 'Continue' }).click({ timeout: 60_000 })
  await expect(person.page.getByText('You do not have access to that page.')).toBeVisible()
  await person.page
    .getByRole('link', { name: 'Go to my dashboard' })
    .or(person.page.getByRole('button', { name: 'Go to my dashboard' }))
    .click()
  await expect(person.page).toHaveURL('/dashboard/operations')
})

test('a reset is answered alike for known and unknown addresses', async () => {
  await person.open()
  for (const address of ['ana@fieldpost.example', 'nobody@fieldpost.example']) {
    await person.page.goto('/')
    await person.page.getByRole('button', { name: 'Forgot password' }).click()
    await person.page.getByLabel('Email').fill(address)
    await person.page.getByRole('button', { name: /reset/i }).click()
    await expect(person.page.getByText('Password reset email sent, click back to return to login')).toBeVisible()
  }
})

test('when the session is over, work is kept and goes on after signing in again', async () => {
  await person.open()
  await person.signInAndPrepare('pete')
  const [project] = (await stored(person.page, 'projects')).filter((row) => row['phase'] === 'progress')
  await person.page.goto(`/projects/${String(project?.['id'])}`)
  await person.page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('fieldpost-session')
      request.onsuccess = () => resolve(request.result)
    })
    const session = await new Promise<{ token: string }>((resolve) => {
      const request = opened.transaction('session').objectStore('session').get('session')
      request.onsuccess = () => resolve(request.result as { token: string })
    })
    await fetch('/api/logout', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    opened.close()
  })
  // The server says so as soon as the news stream ends; whoever is in the middle of something can go on writing.
  const dialog = person.page.getByRole('dialog')
  await expect(dialog.getByText(/Sign in again/).first()).toBeVisible({ timeout: 20_000 })
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await person.page.getByLabel('Comment', { exact: true }).fill('Written after the session had ended')
  await person.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => stored(person.page, 'outbox')).toHaveLength(1)
  await person.page.getByRole('button', { name: 'Sign in to send 1 item' }).click()
  await expect(dialog.getByText('Sign in again to send 1 item. Nothing is lost.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('fieldpost-demo')
  await dialog.getByRole('button', { name: /Sign in/ }).click()
  await expect.poll(() => stored(person.page, 'outbox'), { timeout: 20_000 }).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen has a serious accessibility fault (${colorScheme})`, async () => {
    await person.open()
    await person.page.emulateMedia({ colorScheme })
    const audit = async (name: string) => expect(await findings(person.page, 'serious'), name).toEqual([])
    await audit('sign-in')
    await person.signInAndPrepare('cora')
    const [project] = (await stored(person.page, 'projects')).filter((row) => row['phase'] === 'authorization')
    for (const path of [
      '/dashboard/operations?tab=1',
      `/projects/${String(project?.['id'])}`,
      '/requests',
      '/requests/drafts',
      '/outbox',
      '/find?status=0',
      '/device',
    ]) {
      await person.page.goto(path)
      await expect(person.page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await person.page.waitForTimeout(500)
      await audit(path)
    }
    expect(person.complaints).toEqual([])
  })
}
