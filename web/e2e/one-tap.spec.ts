import { expect, test, type Page } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { aTasking } from './support/speaker.ts'

// What somebody does is on another person's screen by the news stream alone: no round of theirs is answered.
const { signedIn, speaking, server } = crowd()

async function comment(page: Page, text: string): Promise<void> {
  await page.getByLabel('Comment', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
}

test('a comment is on another screen though nothing that this device asks for is answered', async () => {
  const id = await aTasking(await speaking('mia'))
  const network = new BadNetwork(server().port)
  await network.listen()
  const pete = await signedIn('pete', 'phone', `/projects/${id}`)
  const cora = await signedIn('cora', 'desk', `/projects/${id}`, network)
  const rounds = () => network.requests.filter((request) => request.startsWith('POST /api/sync ')).length
  const hears = () => network.requests.some((request) => request.startsWith('GET /api/sync/live'))
  await expect.poll(hears, { timeout: 20_000 }).toBe(true)
  for (const { page } of [pete, cora])
    await expect(page.getByLabel('Comment', { exact: true })).toBeVisible({ timeout: 20_000 })
  // A stream that is opened while a round brings something begins where the device no longer stands: the first news costs a round.
  await comment(pete.page, 'Is anybody there?')
  await expect(cora.page.getByText('Is anybody there?').first()).toBeVisible({ timeout: 20_000 })
  // Both have said what they had to say at their start.
  for (let quiet = -1; quiet !== rounds(); await cora.page.waitForTimeout(3_000)) quiet = rounds()

  for (let n = 0; n < 20; n++) void network.dropNextResponse('POST /api/sync')
  const before = rounds()
  await comment(pete.page, 'The booth is up in hall 2.')
  await expect(cora.page.getByText('The booth is up in hall 2.').first()).toBeVisible({ timeout: 5_000 })
  await comment(pete.page, 'Its key is at the desk.')
  await expect(cora.page.getByText('Its key is at the desk.').first()).toBeVisible({ timeout: 5_000 })
  expect(rounds()).toBe(before)
  expect(await stored(cora.page, 'outbox')).toEqual([])
  await cora.stop()
  await network.close()
})
