import { expect, test } from '@playwright/test'
import { must } from '#shared/lib/must.ts'
import { startRelay, textOf } from '../../sync-server/testing/relay.ts'
import { aDevice } from './support/device.ts'
import { findings } from './support/findings.ts'
import { Person } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

let server: RunningServer
let relay: Awaited<ReturnType<typeof startRelay>>
const publicUrl = 'https://fieldpost.example.org'
const people: Person[] = []
const aPerson = (at: RunningServer, size: 'phone' | 'desk' = 'desk') => {
  const person = new Person(at, size)
  people.push(person)
  return person
}

// One server for all of them, so one after the other.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  relay = await startRelay()
  const env = { SMTP_URL: relay.url, SMTP_FROM: 'Fieldpost <noreply@example.org>', PUBLIC_URL: publicUrl }
  server = await startServer({ env })
})
test.afterAll(async () => {
  await server.dispose()
  await relay.close()
})
test.afterEach(() => Promise.all(people.splice(0).map((person) => person.close())))

/** A link as it stands in a letter, or in what the server prints. */
const linkIn = (text: string): string => must(/https?:\/\/\S+#token=[\w-]+/.exec(text)?.[0], 'a link')
/** The path of the link in the only letter of this kind to somebody: a person presses it at the address of the app. */
async function linkTo(address: string, subject: string): Promise<string> {
  const letters = () =>
    relay.received.filter(({ to, source }) => to.includes(address) && source.includes(`Subject: ${subject}\r\n`))
  await expect.poll(() => letters().length, { timeout: 30_000 }).toBe(1)
  const { source, from } = must(letters()[0])
  expect(from).toBe('noreply@example.org')
  const link = linkIn(textOf(source))
  expect(link.startsWith(`${publicUrl}/reset#token=`)).toBe(true)
  return link.slice(publicUrl.length)
}
async function call(path: string, body: object, token = ''): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  return (await answer.json()) as Record<string, unknown>
}

async function choose(person: Person, password: string): Promise<void> {
  await person.page.getByLabel('New password', { exact: true }).fill(password)
  await person.page.getByRole('button', { name: 'Set password' }).click()
}

test('who is invited chooses a password and signs in; the link works once', async () => {
  const { token } = (await call('login', { email: 'mia@fieldpost.example', password: 'fieldpost-demo' })) as {
    token: string
  }
  const nora = { fullName: 'Nora Quill', email: 'nora@fieldpost.example', roles: 'Analyst' }
  const told = await call('resources/users?invite=true', nora, token)
  // The server sends letters, so nobody else is shown the link.
  expect(JSON.stringify(told)).not.toContain('#token=')
  const link = await linkTo(nora.email, 'Your account for Fieldpost')

  const person = aPerson(server, 'phone')
  await person.open(link)
  await expect(person.page.getByLabel('New password', { exact: true })).toBeVisible()
  await expect(person.page).toHaveURL('/reset')
  await choose(person, 'short')
  await expect(person.page.getByText('Password must be at least 6 characters')).toBeVisible()
  await choose(person, 'Nora1984')
  await expect(person.page.getByText('A name or an e-mail address is not a password.')).toBeVisible()
  await choose(person, 'seven brown owls')
  await expect(person.page.getByText('Your password is set. You can sign in now.')).toBeVisible()
  await person.page.getByRole('link', { name: 'Sign in' }).click()
  await person.page.getByLabel('Email').fill(nora.email)
  await person.page.getByLabel('Password', { exact: true }).fill('seven brown owls')
  await person.page.getByRole('button', { name: 'Sign in' }).click()
  await expect(person.page.getByRole('heading', { name: /Ready to work offline/ })).toBeVisible({ timeout: 60_000 })

  await person.page.goto(link)
  await choose(person, 'eight brown owls')
  await expect(person.page.getByText('This link is no longer valid. Please ask for a new one.')).toBeVisible()
  const another = person.page.getByRole('button', { name: 'Ask for a new link' })
  await expect(another).toBeFocused()
  await another.click()
  await expect(person.page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  expect(person.complaints).toEqual([])
})

test('a forgotten password is replaced through the link in a letter, and whoever was signed in is not any more', async () => {
  const elsewhere = await aDevice(server, 'pete', 'desk')
  people.push(elsewhere)

  const person = aPerson(server)
  await person.open()
  await person.page.getByRole('button', { name: 'Forgot password' }).click()
  await person.page.getByLabel('Email').fill('pete@fieldpost.example')
  await person.page.getByRole('button', { name: /reset/i }).click()
  await expect(person.page.getByText('Password reset email sent, click back to return to login')).toBeVisible()
  await person.page.goto(await linkTo('pete@fieldpost.example', 'Set a new password for Fieldpost'))
  await choose(person, 'seven brown owls')
  await expect(person.page.getByText('Your password is set. You can sign in now.')).toBeVisible()

  await expect(
    elsewhere.page
      .getByRole('dialog')
      .getByText(/Sign in again/)
      .first(),
  ).toBeVisible({ timeout: 20_000 })
  await person.page.getByRole('link', { name: 'Sign in' }).click()
  await person.signIn('pete', 'fieldpost-demo')
  await expect(person.page.getByText('Incorrect email address or password.')).toBeVisible()
  await person.signIn('pete', 'seven brown owls')
  await expect(person.page.getByRole('heading', { name: /Ready to work offline/ })).toBeVisible({ timeout: 60_000 })
  expect(person.complaints).toEqual([])
})

test('signing out in one tab signs out the others of this browser, and guesses elsewhere do not keep its owner out', async () => {
  const person = await aDevice(server, 'mia', 'desk')
  people.push(person)
  const other = await person.page.context().newPage()
  await other.goto('/find?status=3')
  await expect(other.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await person.page.getByRole('button', { name: 'Mia Lindqvist', exact: true }).click()
  await person.page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  const guess = async () => (await call('login', { email: 'mia@fieldpost.example', password: 'wrong-password' })).code
  await expect.poll(guess, { intervals: [0], timeout: 60_000 }).toBe('TOO_MANY_REQUESTS')
  await person.signIn('mia')
  await expect(other).toHaveURL('/find?status=3')
})

test('the first administrator of a fresh server is made with the link that it prints', async () => {
  const fresh = await startServer({ args: [] })
  const link = linkIn(fresh.output)
  const person = aPerson(fresh, 'phone')
  await person.open(link.slice(fresh.url.length))
  await expect(person.page).toHaveURL('/setup')
  await person.page.getByRole('button', { name: 'Make the account' }).click()
  await expect(person.page.getByText('Full name is required')).toBeVisible()
  await person.page.getByLabel('Full name').fill('Ada Novak')
  await person.page.getByLabel('Email').fill('ada@example.org')
  await person.page.getByLabel('Password', { exact: true }).fill('password123')
  await person.page.getByRole('button', { name: 'Make the account' }).click()
  await expect(person.page.getByText('This password is too common. Please choose another one.')).toBeVisible()
  await person.page.getByLabel('Password', { exact: true }).fill('seven brown owls')
  await person.page.getByRole('button', { name: 'Make the account' }).click()
  await person.page.getByRole('link', { name: 'Sign in' }).click()
  await person.page.getByLabel('Email').fill('ada@example.org')
  await person.page.getByLabel('Password', { exact: true }).fill('seven brown owls')
  await person.page.getByRole('button', { name: 'Sign in' }).click()
  await expect(person.page.getByRole('heading', { name: /Ready to work offline/ })).toBeVisible({ timeout: 60_000 })

  const steps = person.page.getByRole('region', { name: 'Before the first request' })
  const done = steps.getByRole('listitem').filter({ has: person.page.getByRole('img', { name: 'Done' }) })
  await expect(steps.getByRole('listitem')).toHaveCount(5, { timeout: 20_000 })
  await expect(done).toHaveCount(0)
  await steps.getByRole('link', { name: 'Teams' }).click()
  await person.page.getByRole('link', { name: 'New Team' }).click()
  await person.page.getByLabel('Name').fill('Banking')
  await person.page.getByRole('button', { name: 'Save' }).click()
  await expect(person.page.getByText('Saved Successfully!')).toBeVisible()
  await person.page.goto('/')
  await expect(done).toHaveText(/Teams/)
  expect(person.complaints).toEqual([])
  await fresh.restart()
  expect(fresh.output.match(/#token=/g)?.length).toBe(1)
  await fresh.dispose()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the pages of links have no serious accessibility fault (${colorScheme})`, async () => {
    const person = aPerson(server)
    await person.open()
    await person.page.emulateMedia({ colorScheme })
    const audit = async (name: string) => expect(await findings(person.page, 'serious'), name).toEqual([])
    for (const path of ['/reset', `/reset#token=${'x'.repeat(43)}`, '/setup', `/setup#token=${'x'.repeat(43)}`]) {
      await person.page.goto('about:blank')
      await person.page.goto(path)
      await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible()
      await person.page.waitForTimeout(300)
      await audit(path)
    }
  })
}
