import { expect, test, type Page } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { crowd } from './support/crowd.ts'
import { stored, type Person } from './support/people.ts'
import { aTasking } from './support/speaker.ts'

// S26 and S27, each as one walk through a network that comes and goes: what was written is never lost, never twice, and never somebody else's.
const { signedIn, speaking, server } = crowd()
let link: BadNetwork
test.beforeEach(async () => {
  link = new BadNetwork(server().port)
  await link.listen()
})
test.afterEach(() => link.close())

async function comment(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Comment', { exact: true })
  await field.fill(text)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  // Until then the button is at work, and takes no press; what is typed meanwhile stays.
  await expect(field).toHaveValue('')
  await expect(page.getByText(text).first()).toBeVisible()
}
const unsent = (page: Page) => expect.poll(async () => (await stored(page, 'outbox')).length, { timeout: 40_000 })

/** What the server has, however often and by whomever it was sent. */
async function commentsOf(id: number): Promise<string[]> {
  const { get } = await speaking('mia')
  return (await get<{ comment: string }[]>(`projects/${id}/comments`)).map(({ comment }) => comment).sort()
}

/** As when its life is over: the server knows this device's session no more, and the device has not heard of it. */
async function sessionEnds({ page }: Person): Promise<void> {
  const token = await page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('fieldpost-session')
      request.onsuccess = () => resolve(request.result)
    })
    const read = opened.transaction('session').objectStore('session').get('session')
    const session = await new Promise<{ token: string }>((resolve) => {
      read.onsuccess = () => resolve(read.result as { token: string })
    })
    opened.close()
    return session.token
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server().url}/api/logout`, { method: 'POST', headers, body: '{}' })
  expect(answer.ok).toBe(true)
}

/** One pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function logOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

test('S26: a session that ended loses nothing, also when the browser dies; the next person sees and sends nothing of it', async () => {
  const id = await aTasking(await speaking('mia'))
  const path = `/projects/${id}`
  const pete = await signedIn('pete', 'desk', path, link)
  await expect(pete.page.getByLabel('Comment', { exact: true })).toBeVisible({ timeout: 20_000 })
  link.online = false
  for (const text of ['First of three', 'Second of three', 'Third of three']) await comment(pete.page, text)
  await unsent(pete.page).toBe(3)
  await sessionEnds(pete)
  pete.kill()

  link.online = true
  await pete.open(path)
  const dialog = () => pete.page.getByRole('dialog')
  await expect(dialog().getByText('Sign in again to send 3 items. Nothing is lost.')).toBeVisible({ timeout: 30_000 })
  expect(await commentsOf(id)).toEqual([])
  pete.kill()
  await pete.open(path)
  await expect(dialog().getByText('Sign in again to send 3 items. Nothing is lost.')).toBeVisible({ timeout: 30_000 })
  await dialog().getByLabel('Password', { exact: true }).fill('fieldpost-demo')
  await dialog()
    .getByRole('button', { name: /Sign in/ })
    .click()
  await unsent(pete.page).toBe(0)
  expect(await commentsOf(id)).toEqual(['First of three', 'Second of three', 'Third of three'])

  link.online = false
  await comment(pete.page, 'Kept for Pete alone')
  await unsent(pete.page).toBe(1)
  await logOut(pete.page, 'Pete Okafor')
  await pete.page.getByRole('button', { name: 'Keep them on this device and log out' }).click()
  await expect(pete.page.getByLabel('Email')).toBeVisible({ timeout: 30_000 })
  link.online = true
  await pete.signInAndPrepare('ana')
  await pete.page.goto(path)
  await expect(pete.page.getByText('Third of three').first()).toBeVisible({ timeout: 30_000 })
  await expect(pete.page.getByText('Kept for Pete alone')).toHaveCount(0)
  expect(await stored(pete.page, 'outbox')).toEqual([])
  expect(await commentsOf(id)).toHaveLength(3)
  await logOut(pete.page, 'Ana Whitfield')
  await expect(pete.page.getByLabel('Email')).toBeVisible({ timeout: 30_000 })
  await pete.signIn('pete')
  await expect.poll(() => commentsOf(id), { timeout: 60_000 }).toContain('Kept for Pete alone')
  expect(await commentsOf(id)).toHaveLength(4)
})

test('S27: a server that is down, a page that was never here, Field Mode and a second tab', async () => {
  const id = await aTasking(await speaking('mia'))
  const pete = await signedIn('pete', 'desk', `/projects/${id}`, link)
  const { page } = pete
  await expect(page.getByLabel('Comment', { exact: true })).toBeVisible({ timeout: 20_000 })

  const down = (path: string) =>
    page.context().route(path, (route) => route.fulfill({ status: 503, contentType: 'text/plain', body: 'Down' }))
  await down('**/api/**')
  await comment(page, 'Written while the server is down')
  await comment(page, 'And the one after it')
  // What is here is read, and how long it waits before the next try is said.
  await page.goto('/dashboard/team')
  await expect(page.getByRole('link', { name: /^T-\d+-\d+/ }).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/trying again in \d+ s/).first()).toBeVisible({ timeout: 30_000 })
  await page.goto('/outbox')
  await expect(page.getByRole('button', { name: 'Try now' }).first()).toBeVisible({ timeout: 30_000 })
  await unsent(page).toBe(2)
  pete.kill()
  await pete.open('/outbox')
  await expect
    .poll(() => commentsOf(id), { timeout: 60_000 })
    .toEqual(['And the one after it', 'Written while the server is down'])
  await unsent(pete.page).toBe(0)

  await pete.page.goto('/projects/99999999')
  await expect(pete.page.getByText('There is no tasking with this number.')).toBeVisible({ timeout: 20_000 })
  link.online = false
  await pete.page.goto('/projects/99999998')
  await expect(pete.page.getByText('Not on this device yet. Connect once to load it.')).toBeVisible({ timeout: 20_000 })
  link.online = true

  await pete.page.goto('/device')
  const form = new FormData()
  form.append('file', new File([Buffer.from(picture, 'base64')], 'Hall.png', { type: 'image/png' }))
  await (await speaking('mia')).post(`projects/${id}/upload`, form)
  const isHere = async () => (await stored(pete.page, 'files')).some(({ name }) => name === 'Hall.png')
  await expect.poll(isHere, { timeout: 30_000 }).toBe(true)
  const fieldMode = pete.page.getByRole('switch', { name: /Send and receive only/ })
  await fieldMode.click()
  await expect(fieldMode).toBeChecked()
  await pete.page.goto(`/projects/${id}`)
  await expect(pete.page.getByText('Hall.png').first()).toBeVisible()
  await comment(pete.page, 'Sent when I say so')
  const tab = await pete.page.context().newPage()
  await tab.goto('/outbox')
  await pete.page.waitForTimeout(3_000)
  expect(await stored(tab, 'outbox')).toHaveLength(1)
  const before = link.requests.length
  await Promise.all([
    tab.getByRole('button', { name: /Send/ }).first().click(),
    pete.page.goto('/outbox').then(() =>
      pete.page
        .getByRole('button', { name: /Send/ })
        .first()
        .click({ timeout: 5_000 })
        .catch(() => undefined),
    ),
  ])
  await expect.poll(() => commentsOf(id), { timeout: 30_000 }).toHaveLength(3)
  await unsent(tab).toBe(0)
  const asked = link.requests.slice(before)
  expect(asked.filter((request) => request.startsWith('GET /api/sync/live'))).toEqual([])
  expect(link.requests.filter((request) => request.startsWith('GET /api/files/'))).toEqual([])
  await tab.close()
})

test('S27: of three that wait one is refused: the others are there, it says the server’s sentence, and goes when nothing hinders it', async () => {
  const words = await speaking('mia')
  const [id, other] = [await aTasking(words), await aTasking(words)]
  const ana = await signedIn('ana', 'phone', `/projects/${id}`, link)
  const { page } = ana
  await expect.poll(async () => (await stored(page, 'projects')).some((row) => row['id'] === other)).toBe(true)
  await expect(page.getByLabel('Comment', { exact: true })).toBeVisible({ timeout: 20_000 })
  link.online = false
  await comment(page, 'Before it')
  await page.goto(`/projects/${other}/edit#core`)
  await page.getByRole('button', { name: /^Country:/ }).click()
  await page.getByRole('dialog').getByRole('option', { name: 'Uganda' }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page).toHaveURL(`/projects/${other}`)
  await page.goto(`/projects/${id}`)
  await comment(page, 'After it')
  await unsent(page).toBe(3)

  const uganda = (await stored(page, 'countries')).find(({ title }) => title === 'Uganda')?.['id']
  await words.post('resources/countries', { id: uganda, active: false })
  link.online = true
  await unsent(page).toBe(0)
  expect(await commentsOf(id)).toEqual(['After it', 'Before it'])
  await page.goto('/outbox')
  await page.getByRole('button', { name: /^Edit T-/ }).click()
  await expect(page.getByText(/Please select a country. The chosen one is no longer active/).first()).toBeVisible()
  await words.post('resources/countries', { id: uganda, active: true })
  await page.getByRole('button', { name: 'Try again' }).click({ timeout: 30_000 })
  await expect.poll(() => stored(page, 'attention'), { timeout: 30_000 }).toEqual([])
  await unsent(page).toBe(0)
  expect(await words.get(`projects/${other}`)).toMatchObject({ countryId: uganda })
})
