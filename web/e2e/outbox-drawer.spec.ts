import { expect, test } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { aTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()

test('the pill opens the Outbox over the page one is at: what waits is taken back or sent from there', async () => {
  const id = await aTasking(await speaking('mia'))
  const mia = await signedIn('mia', 'desk', `/projects/${id}`)
  const { page } = mia
  await expect(page.getByLabel('Comment', { exact: true })).toBeVisible({ timeout: 60_000 })
  await mia.setOffline(true)
  for (const words of ['The first, to be taken back', 'The second, to be sent']) {
    await page.getByLabel('Comment', { exact: true }).fill(words)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('')
  }
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'Agenda.txt', mimeType: 'text/plain', buffer: Buffer.from('Nine o’clock') })
  await expect(page.getByRole('region', { name: 'Files' })).toContainText('On this device')
  await page.getByLabel('Comment', { exact: true }).fill('A third, half typed')
  await page
    .getByRole('link', { name: /3 saved on this device/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: 'Outbox' })
  await expect(drawer.getByRole('heading', { name: /^Waiting/ })).toBeVisible()
  await expect(drawer.getByText('Agenda.txt')).toBeVisible()
  await drawer
    .getByRole('button', { name: /^Comment on/ })
    .first()
    .click()
  await expect(drawer.getByText('The first, to be taken back')).toBeVisible()
  await drawer.getByRole('button', { name: 'Take back' }).click()
  await page.getByText('Undo', { exact: true }).click()
  await expect(drawer.getByRole('button', { name: /^Comment on/ })).toHaveCount(2)
  await drawer
    .getByRole('button', { name: /^Comment on/ })
    .last()
    .click()
  await expect(drawer.getByText('The first, to be taken back')).toBeVisible()
  await drawer.getByRole('button', { name: 'Take back' }).click()
  // The file is announced before its bytes go.
  const waiting = async () => (await stored(page, 'outbox')).map((call) => call['name'])
  await expect.poll(waiting).toEqual(['addComment', 'announceFile'])
  await mia.setOffline(false)
  await drawer.getByRole('button', { name: 'Send all' }).click()
  await expect.poll(() => stored(page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await expect(drawer.getByRole('heading', { name: /^Sent/ })).toBeVisible()
  const going = async () => (await stored(page, 'uploads')).filter((file) => file['fileId'] === 0)
  await expect.poll(going, { timeout: 30_000 }).toEqual([])
  await drawer.getByRole('button', { name: 'Send all' }).click()
  await expect(page.getByText('Nothing is left to send.')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(`/projects/${id}`)
  await expect(page.getByLabel('Comment', { exact: true })).toHaveValue('A third, half typed')
  const comments = await (await speaking('mia')).get<{ comment: string }[]>(`projects/${id}/comments`)
  expect(comments.map(({ comment }) => comment)).toEqual(['The second, to be sent'])
})
