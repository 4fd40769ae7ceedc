import { expect, test, type Page } from '@playwright/test'
import { must } from '#shared/lib/must.ts'
import { BadNetwork } from './support/bad-network.ts'
import { findings } from './support/findings.ts'
import { Person, stored, type Persona, type Size } from './support/people.ts'
import { beyondTheScreen } from './support/screen.ts'
import { startServer, type RunningServer } from './support/server.ts'

// Signed in anew: a prepared device never locks (support/lock.ts).
let server: RunningServer
let link: BadNetwork
let person: Person

test.beforeEach(async () => {
  server = await startServer()
  link = new BadNetwork(server.port)
  await link.listen()
})
test.afterEach(async () => {
  const { complaints } = person
  await person.close()
  await link.close()
  await server.dispose()
  expect(complaints).toEqual([])
})

async function signsIn(who: Persona, size: Size): Promise<Page> {
  person = new Person(link, size)
  await person.open()
  await person.signInAndPrepare(who)
  await person.isInstalled()
  return person.page
}
/** The address of a tasking in progress, and what it is about. */
async function aTasking(page: Page): Promise<{ path: string; about: string }> {
  const project = must((await stored(page, 'projects')).find((row) => row['phase'] === 'progress'))
  return { path: `/projects/${String(project['id'])}`, about: String(project['taskDetails']) }
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const isLocked = (page: Page) => expect(page).toHaveTitle(/^Locked/)
const unlockButton = (page: Page) => page.getByRole('button', { name: 'Unlock', exact: true })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
async function unlocks(page: Page, typed = 'fieldpost-demo'): Promise<void> {
  await password(page).fill(typed)
  await unlockButton(page).click()
}
async function choosesPin(page: Page, typed: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(typed)
  for (const label of ['PIN', 'PIN once more']) await dialog.getByLabel(label, { exact: true }).fill('274951')
  await dialog.getByRole('button', { name: 'Save the PIN' }).click()
}
/** As after a sleep of the machine: nobody has touched it for so long. */
const sleeps = (page: Page, minutes = 16) =>
  page.evaluate((ms) => localStorage.setItem('fieldpost-touched', String(Date.now() - ms)), minutes * 60_000)

/** What is in the page for eyes, readers and the keyboard. */
async function holdsNothing(page: Page, ...words: string[]): Promise<void> {
  await isLocked(page)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  const whole = await page.content()
  for (const word of words) expect(whole).not.toContain(word)
  for (const name of [/save a copy/i, /delete them/i, /outbox/i])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
}
async function isWell(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findings(page, 'serious'), colorScheme).toEqual([])
  }
  expect(await beyondTheScreen(page)).toEqual([])
}

test('on a phone without a connection it locks and opens with a PIN, after a reload too, and what was written is there', async () => {
  const page = await signsIn('pete', 'phone')
  const { path, about } = await aTasking(page)
  await page.goto(path)
  await page.getByLabel('Comment', { exact: true }).fill('The bus leaves at nine')
  await expect.poll(() => stored(page, 'forms')).toHaveLength(1)
  await page.goto('/device')
  await page.getByRole('button', { name: 'Choose a PIN' }).click()
  await choosesPin(page, 'not-the-password')
  await expect(page.getByText('That is not the password last given here')).toBeVisible()
  await expect(page.getByLabel('Your password')).toBeFocused()
  await choosesPin(page, 'fieldpost-demo')
  await expect(page.getByText('opens with your password or your PIN')).toBeVisible()
  link.online = false

  await page.goto(path)
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('The bus leaves at nine')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => stored(page, 'outbox')).toHaveLength(1)
  await page.getByLabel('Comment', { exact: true }).fill('And a second word')
  await sleeps(page)
  await page.getByLabel('Comment', { exact: true }).press('x')
  await holdsNothing(page, 'The bus leaves at nine', 'And a second word', about)
  await expect(heading(page, 'Pete Okafor')).toBeVisible()
  await expect(page.getByText('1 item is saved here and goes out')).toBeVisible()
  await expect(page.getByText('Offline · 1 saved on this device')).toBeVisible({ timeout: 30_000 })
  await isWell(page)
  await page.reload()
  await holdsNothing(page, 'The bus leaves at nine', 'And a second word', about)

  const digits = async (pin: string) => {
    for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
  }
  await digits('111111')
  await expect(page.getByText('That is not the PIN.')).toBeVisible()
  await isWell(page)
  await digits('27495')
  await page.getByRole('button', { name: 'Delete the last digit' }).click()
  await digits('51')
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('And a second word')
  await expect(page).toHaveURL(path)
  await page.reload()
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('And a second word')
  link.online = true
  await expect.poll(() => stored(page, 'outbox'), { timeout: 60_000 }).toEqual([])
})

test('at a desk nothing of the app is reachable behind the lock, and the first key after a sleep does nothing', async () => {
  const page = await signsIn('mia', 'desk')
  const { path, about } = await aTasking(page)
  await page.goto(path)
  await expect(page.getByLabel('Comment', { exact: true })).toBeVisible()
  // A dialog, and a toast that stays.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await sleeps(page)
  await page.keyboard.press('Escape')
  await holdsNothing(page, about)
  for (const key of ['?', 'Control+k', '/', 'Escape']) {
    await password(page).blur()
    await page.keyboard.press(key)
    await holdsNothing(page, about)
  }
  const reached = new Set<string>()
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    reached.add(
      await page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.getAttribute('aria-label') ?? (activeElement?.id || (activeElement?.textContent ?? ''))
      }),
    )
  }
  reached.delete(await page.evaluate(() => document.body.textContent ?? ''))
  expect([...reached].sort()).toEqual([
    'Show password',
    'Sign in again',
    'Sign in as someone else',
    'Unlock',
    'unlock-password',
  ])
  await page.goBack()
  await holdsNothing(page, about)
  await page.goto('/find')
  await holdsNothing(page, about)
  await isWell(page)

  await unlocks(page, 'Fieldpost-demo')
  await expect(page.getByText('That is not the password last given here.')).toBeVisible()
  await unlocks(page)
  await expect(page.locator('#main')).toBeVisible()
  await expect(page).toHaveURL(/\/find/)
})

test('a toast with something to do is gone behind the lock, and a mouse that moves is no touch after a sleep', async () => {
  const page = await signsIn('cora', 'desk')
  const waiting = must((await stored(page, 'projects')).find((row) => row['phase'] === 'authorization'))
  await page.goto(`/projects/${String(waiting['id'])}`)
  await page
    .getByRole('button', { name: /^Authorize/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Authorize', exact: true }).last().click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await sleeps(page)
  await page.mouse.move(300, 300)
  await holdsNothing(page)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.mouse.move(500, 500)
  await holdsNothing(page)
})

test('wrong tries make one wait, also after a reload and with a clock that jumps; two tabs lock and open together', async () => {
  const page = await signsIn('mia', 'desk')
  const other = await page.context().newPage()
  await other.goto('/device')
  await expect(other.getByRole('button', { name: 'Lock now' })).toBeVisible()
  await other.getByLabel('Several people use this device').check()
  await expect(other.getByText('Locks after 5 minutes without a touch')).toBeVisible()
  await other.getByRole('button', { name: 'Lock now' }).click()
  await holdsNothing(other)
  await holdsNothing(page)
  for (let time = 1; time <= 6; time++) {
    await expect(unlockButton(page)).toBeEnabled({ timeout: 15_000 })
    await unlocks(page, 'wrong')
    await expect(password(page)).toHaveValue('')
  }
  const waits = (tab: Page) => expect(tab.getByRole('button', { name: /^Wait \d+ s$/ })).toBeDisabled()
  await waits(page)
  await waits(other)
  // Of this tab alone: one that is made for all tabs also stops what the other one waits by.
  await page.addInitScript(() => {
    const here = Date
    globalThis.Date = class extends here {
      constructor(...given: [number | string]) {
        super(...(given.length > 0 ? given : ([Date.now()] as [number])))
      }
      static override now = () => here.now() + 86_400_000
    } as DateConstructor
  })
  await page.reload()
  await waits(page)
  await password(page).fill('fieldpost-demo')
  await password(page).press('Enter')
  await holdsNothing(page)

  await expect(unlockButton(other)).toBeEnabled({ timeout: 30_000 })
  await unlocks(other)
  await expect(other.locator('#main')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Lock now' })).toBeVisible()
})

test('two tabs open together', async () => {
  const page = await signsIn('mia', 'desk')
  const other = await page.context().newPage()
  await other.goto('/device')
  await other.getByRole('button', { name: 'Lock now' }).click()
  await isLocked(page)
  await unlocks(page)
  await expect(page.locator('#main')).toBeVisible()
  await expect(other.locator('#main')).toBeVisible()
})

test('a session that ended while it was locked: signing in again opens it, and what waited goes out', async () => {
  const page = await signsIn('pete', 'desk')
  const { path } = await aTasking(page)
  await page.goto(path)
  link.online = false
  await page.getByLabel('Comment', { exact: true }).fill('Written before it ended')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => stored(page, 'outbox')).toHaveLength(1)
  const token = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('fieldpost-session')
        request.onsuccess = () => {
          const read = request.result.transaction('session').objectStore('session').get('session')
          read.onsuccess = () => resolve((read.result as { token: string }).token)
        }
      }),
  )
  await sleeps(page)
  await page.keyboard.press('x')
  await holdsNothing(page, 'Written before it ended')
  await fetch(`${server.url}/api/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  link.online = true
  await expect(page.getByText('Your sign-in has ended. Nothing is lost: 1 item is saved here')).toBeVisible({
    timeout: 60_000,
  })
  await holdsNothing(page, 'Written before it ended')
  await isWell(page)
  // Who cannot or does not want to sign in reads and drafts all the same.
  await page.getByRole('button', { name: 'Unlock without signing in' }).click()
  await expect(unlockButton(page)).toBeVisible()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await password(page).fill('wrong-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Incorrect email address or password.')).toBeVisible()
  await holdsNothing(page, 'Written before it ended')
  await password(page).fill('fieldpost-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Written before it ended').first()).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => stored(page, 'outbox'), { timeout: 60_000 }).toEqual([])
})

test('where nobody can sign in a session that is over locks, and unlocked one reads and drafts', async () => {
  const page = await signsIn('pete', 'desk')
  const { path, about } = await aTasking(page)
  link.online = false
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('fieldpost-session')
        request.onsuccess = () => {
          const store = request.result.transaction('session', 'readwrite').objectStore('session')
          const read = store.get('session')
          read.onsuccess = () => store.put({ ...(read.result as object), since: 1 }, 'session')
          store.transaction.oncomplete = () => resolve()
        }
      }),
  )
  await page.goto(path)
  await expect(page.getByText('Your sign-in has ended. Unlock to read and to write drafts.')).toBeVisible({
    timeout: 60_000,
  })
  await holdsNothing(page, about)
  await unlocks(page)
  await page.getByLabel('Comment', { exact: true }).fill('Still at work')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => stored(page, 'outbox')).toHaveLength(1)
})

test('who is offered a locked device logs the other one out, sees nothing of them, and their work waits for them', async () => {
  const page = await signsIn('pete', 'phone')
  const { path, about } = await aTasking(page)
  await page.goto(path)
  link.online = false
  await page.getByLabel('Comment', { exact: true }).fill('For when Pete is back')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => stored(page, 'outbox')).toHaveLength(1)
  await sleeps(page)
  await page.getByLabel('Comment', { exact: true }).press('x')
  await holdsNothing(page, 'For when Pete is back', about)
  await expect(page.getByText('Offline')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await expect(page.getByText('1 item that has not been sent stay')).toBeVisible()
  await expect(page.getByText('Without a connection nobody can sign in here')).toBeVisible()
  await holdsNothing(page, 'For when Pete is back', about)
  await isWell(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(unlockButton(page)).toBeVisible()
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect.poll(() => stored(page, 'projects')).toEqual([])
  expect(await stored(page, 'outbox')).toHaveLength(1)
  link.online = true
  await person.signInAndPrepare('pete')
  await expect.poll(() => stored(page, 'outbox'), { timeout: 60_000 }).toEqual([])
})
