import { expect, test, type Page } from '@playwright/test'
import { must } from '#shared/lib/must.ts'
import { BadNetwork } from './support/bad-network.ts'
import { crowd } from './support/crowd.ts'
import { findings } from './support/findings.ts'
import { stored, type Persona } from './support/people.ts'

/** What Admins see of devices, and what becomes of one that they end. */
const { signedIn, server } = crowd()
const link: { at?: BadNetwork } = {}
test.afterEach(async () => {
  await link.at?.close()
})

const DAY_MS = 86_400_000
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** A device of theirs somewhere, that has said this of itself. */
async function hasTold(who: Persona, line: string): Promise<void> {
  const post = async (path: string, body: object, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...more }
    const address = `http://127.0.0.1:${server().port}/api/${path}`
    return (await (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Answer
  }
  type Answer = { token: string; device: number; cursor: string }
  const { token } = await post('login', { email: `${who}@fieldpost.example`, password: 'fieldpost-demo' })
  const round = { protocol: 2, device: 0, cursor: null, from: 1, calls: [], limit: 20 }
  const more = { authorization: `Bearer ${token}`, 'x-device': line }
  const { device, cursor } = await post('sync', round, more)
  await post('sync', { ...round, device, cursor }, more)
}

test('a device that an Admin ends gives back what was sent at its next contact; what was not goes out after a sign-in', async () => {
  link.at = new BadNetwork(server().port)
  await link.at.listen()
  const pete = await signedIn('pete', 'phone', '/', link.at)
  const project = must((await stored(pete.page, 'projects')).find((row) => row['phase'] === 'progress'))
  const tasking = `/projects/${String(project['id'])}`
  await pete.page.goto(tasking)
  const comment = pete.page.getByLabel('Comment', { exact: true })
  await expect(comment).toBeVisible()
  link.at.online = false
  await comment.fill('The bridge is closed')
  await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(() => stored(pete.page, 'outbox')).toHaveLength(1)
  await comment.fill('And half a word')
  await expect.poll(() => stored(pete.page, 'forms')).not.toEqual([])

  const ada = await signedIn('ada', 'desk', '/settings/devices')
  await expect(rowOf(ada.page, 'Pete Okafor')).toContainText('1.0.0')
  await rowOf(ada.page, 'Pete Okafor')
    .getByRole('button', { name: /^End device/ })
    .click()
  const dialog = ada.page.getByRole('alertdialog')
  await expect(dialog.getByText('At its next contact what had been sent is removed from it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'End this device' }).click()
  await expect(rowOf(ada.page, 'Pete Okafor')).toContainText('Ended')
  // Nobody reaches it before.
  expect(await stored(pete.page, 'projects')).not.toEqual([])

  link.at.online = true
  await expect(pete.page.getByText('An administrator has signed this device out.')).toBeVisible({ timeout: 60_000 })
  for (const table of ['projects', 'requests', 'users', 'comments', 'judged', 'kept'])
    await expect.poll(async () => [table, await stored(pete.page, table)]).toEqual([table, []])
  expect([(await stored(pete.page, 'outbox')).length, (await stored(pete.page, 'forms')).length]).toEqual([1, 1])
  // It is said until somebody signs in, also after the app was closed.
  await pete.page.reload()
  await expect(pete.page.getByText('what had not been sent is still saved here')).toBeVisible()
  expect(await findings(pete.page, 'all')).toEqual([])

  await pete.signInAndPrepare('pete')
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 60_000 }).toEqual([])
  await pete.page.goto(tasking)
  await expect(pete.page.getByText('The bridge is closed').first()).toBeVisible()
  await expect(comment).toHaveValue('And half a word')
  await ada.page.reload()
  await expect(rowOf(ada.page, 'Pete Okafor').getByRole('button', { name: /^End device/ })).toBeVisible()
})

test('the list begins with what is unsent longest, narrows, and shows one device beside it; nobody else finds it', async () => {
  const since = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  await hasTold('fin', `0.9.2 7 ${since(6)}`)
  await hasTold('cora', `1.0.0 2 ${since(0.2)}`)
  await hasTold('mia', '1.0.0')
  const ada = await signedIn('ada', 'desk', '/settings/devices')
  const { page } = ada
  await expect(page.getByRole('row').nth(1)).toContainText('7 · oldest 6 d')
  await expect(page.getByRole('row').nth(1)).toContainText('old')
  await expect(page.getByRole('row').nth(2)).toContainText('2 · oldest 4 h')
  await page.getByRole('row').nth(1).getByRole('button').first().click()
  await expect(page.getByText(/^7 items were on this device only at its last contact/)).toBeVisible()
  await expect(page).toHaveURL(/device=\d+/)
  expect(await findings(page, 'all')).toEqual([])
  // Where whose they are would not be read beside it, it stands alone.
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.getByRole('row')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'End this device…' })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('row').nth(1)).toContainText('7 · oldest 6 d')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('radio', { name: /Unsent work/ }).press('Space')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByLabel('Person or device number').fill('cora')
  await expect(page.getByRole('row')).toHaveCount(2)

  const mia = await signedIn('mia', 'desk', '/settings/devices')
  await expect(mia.page.getByText('Device', { exact: true })).toHaveCount(0)
  await expect(mia.page.getByRole('link', { name: 'Devices' })).toHaveCount(0)
})
