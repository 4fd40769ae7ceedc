import { expect, test, type Locator, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { crowd } from './support/crowd.ts'
import { Person, stored } from './support/people.ts'
import { beyondTheScreen } from './support/screen.ts'
import { toLastStep } from './support/wizard.ts'

/** Unsent work as a file: a colleague takes it to the server, or its author reads it back elsewhere. */
const { signedIn, server } = crowd()

async function savedFile(page: Page, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), buffer: readFileSync(await download.path()) }
}
async function openFile(page: Page, { name, buffer }: { name: string; buffer: Buffer }): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Saved copy').setInputFiles({ name, buffer, mimeType: 'application/octet-stream' })
  return dialog
}
const choose = async (page: Page, what: string) => {
  await page.getByRole('button', { name: 'More for the Outbox' }).click()
  await page.getByRole('menuitem', { name: what }).click()
}
/** The app has met the server, and what it signs copies with is known there. */
const hasKey = (page: Page) =>
  expect
    .poll(async () => (await stored(page, 'meta')).some(({ key }) => key === 'courier'), { timeout: 60_000 })
    .toBe(true)
async function finishedOffline(who: Person): Promise<void> {
  await hasKey(who.page)
  await who.setOffline(true)
  await who.page.getByRole('link', { name: 'Start a Request' }).click()
  await toLastStep(who.page)
  await who.page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(who.page.getByRole('heading', { name: /is saved on this device/ })).toBeVisible()
}
const isOneRequest = async (page: Page) =>
  expect(
    (await stored(page, 'requests')).filter(({ taskDetails }) => taskDetails === 'Interpreters for the workshop'),
  ).toHaveLength(1)

test('a request travels to the server in the device of a colleague who cannot read it: once, as its author’s, and Activity names who carried it', async () => {
  const pete = await signedIn('pete', 'phone')
  await finishedOffline(pete)
  await pete.page.goto('/outbox')
  await choose(pete.page, 'Hand to a colleague')
  const sheet = pete.page.getByRole('dialog', { name: 'Hand to a colleague' })
  await expect(sheet.getByText('Nobody but the server can read it.')).toBeVisible()
  await expect(sheet.getByText(/^1 item/)).toBeVisible()
  const file = await savedFile(pete.page, sheet.getByRole('button', { name: 'Save file' }))
  expect(file.name).toMatch(/^Pete-Okafor-.*\.fieldpost$/)
  expect(file.buffer.toString()).not.toMatch(/workshop|Interpret/i)
  await sheet.getByRole('button', { name: 'Close' }).click()

  const mia = await signedIn('mia', 'desk', '/outbox')
  await mia.page.getByRole('button', { name: 'Open a saved copy' }).click()
  const dialog = await openFile(mia.page, file)
  await expect(dialog.getByText('1 item')).toBeVisible()
  await expect(dialog).toHaveAccessibleName('Carry this for Pete Okafor?')
  await dialog.getByRole('button', { name: 'Take it along' }).click()
  const carried = mia.page.getByRole('list', { name: 'Carried for others' })
  await expect(carried.getByText(/^Delivered/)).toBeVisible({ timeout: 60_000 })
  await expect(carried).toContainText('For Pete Okafor: 1 item')
  const receipt = await savedFile(mia.page, carried.getByRole('button', { name: 'Save receipt' }))
  await mia.page.reload()
  await expect(carried.getByText(/^Delivered/)).toBeVisible({ timeout: 30_000 })

  await choose(pete.page, 'Open a saved copy')
  const told = await openFile(pete.page, receipt)
  await expect(told.getByText(/The server has received \d+ changes? of yours, carried by Mia Lindqvist/)).toBeVisible()
  await told.getByRole('button', { name: 'Done' }).click()
  expect((await stored(pete.page, 'outbox')).length).toBeGreaterThan(0)

  await pete.setOffline(false)
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 60_000 }).toEqual([])
  expect(await stored(pete.page, 'attention')).toEqual([])
  await isOneRequest(pete.page)
  await isOneRequest(mia.page)

  const [request] = (await stored(mia.page, 'requests')).filter(
    ({ taskDetails }) => taskDetails === 'Interpreters for the workshop',
  )
  const [tasking] = (await stored(mia.page, 'projects')).filter(({ requestId }) => requestId === request?.['id'])
  await mia.page.goto(`/projects/${String(tasking?.['id'])}`)
  await expect(mia.page.getByText('carried by Mia Lindqvist').first()).toBeVisible({ timeout: 30_000 })
})

test('a saved copy is read back on another device of the same person: what waited is sent from there, once', async () => {
  const pete = await signedIn('pete', 'phone')
  await finishedOffline(pete)
  await pete.page.goto('/outbox')
  const file = await savedFile(pete.page, pete.page.getByRole('button', { name: 'Save a copy' }))
  expect(file.buffer.toString()).toContain('Interpreters for the workshop')

  const other = new Person(server(), 'desk')
  await other.open('/')
  await other.signInAndPrepare('pete')
  const { page } = other
  await page.goto('/outbox')
  await page.getByRole('button', { name: 'Open a saved copy' }).click()
  const dialog = await openFile(page, file)
  await expect(dialog).toHaveAccessibleName('Read back your copy?')
  await expect(dialog.getByText(/1 item that waited/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Read back' }).click()
  await expect(page.getByRole('list', { name: 'Carried for others' }).getByText(/^Delivered/)).toBeVisible({
    timeout: 60_000,
  })
  await expect
    .poll(
      async () =>
        (await stored(page, 'requests')).some(({ taskDetails }) => taskDetails === 'Interpreters for the workshop'),
      { timeout: 30_000 },
    )
    .toBe(true)

  await pete.setOffline(false)
  await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 60_000 }).toEqual([])
  await isOneRequest(pete.page)
  expect(await stored(pete.page, 'attention')).toEqual([])
  await other.close()
  expect(other.complaints).toEqual([])
})

test('what does not open says so, and both sheets fit a narrow screen', async () => {
  const mia = await signedIn('mia', 'phone', '/outbox')
  const { page } = mia
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Open a saved copy' }).click()
  const dialog = await openFile(page, { name: 'holiday.fieldpost', buffer: Buffer.from('not one of ours') })
  await expect(dialog.getByText(/This is not a copy that Fieldpost has saved/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Choose another file' })).toBeVisible()
  expect(await beyondTheScreen(page)).toEqual([])
})
