import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored, type Size } from './support/people.ts'
import { aTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()
const entries = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })

for (const size of ['phone', 'desk'] as const satisfies Size[]) {
  test(`what went wrong and was said in a toast is in the inbox of this device, with its page, and counts nowhere (${size})`, async () => {
    const cora = await signedIn('cora', size, '/profile/4')
    const { page } = cora
    await page.route('**/api/calendar', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
    )
    await page.getByRole('button', { name: /^Make (an address|a new one)$/ }).click()
    const said = page.getByRole('alert')
    await expect(said).toBeVisible({ timeout: 30_000 })
    const sentence = (await said.innerText()).trim()
    // It goes by itself where nobody points at it; and what was said is still known.
    await page.mouse.move(0, 0)
    await expect(said).toHaveCount(0, { timeout: 30_000 })
    await page.goto('/inbox')
    const entry = entries(page).filter({ hasText: sentence })
    await expect(entry).toHaveCount(1)
    await expect(entry).toContainText('Because it went wrong on this device: Profile')
    // It waits for nobody, and no number counts it.
    await tab(page, /^Needs you/).click()
    await expect(entry).toHaveCount(0)
    await tab(page, /^All/).click()
    await page.reload()
    await entry.getByRole('link').click()
    await expect(page).toHaveURL('/profile/4')
  })
}

test('a comment is answered under the bell without a connection, once; a muted tasking is heard of again from its tab', async () => {
  const pete = await signedIn('pete', 'desk', '/requests/mine')
  const told = await speaking('pete')
  const { items } = await told.get<{ items: { id: number }[] }>('notifications')
  if (items.length > 0) await told.post('notifications/read', { ids: items.map(({ id }) => id) })
  const cora = await speaking('cora')
  // Who gives a tasking to him tells him so, too.
  const projectId = await aTasking(await speaking('mia'), { assigneeId: 5 })
  await cora.post(`projects/${projectId}/comments`, {
    projectId,
    comment: '@Pete Okafor can the driver stay until Sunday?',
  })
  const { page } = pete
  await page.goto('/requests/mine')
  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' })
  await expect(bell).toBeVisible({ timeout: 30_000 })

  await pete.setOffline(true)
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await tab(page, /^Mentions/).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await panel.getByRole('button', { name: /^Reply on T-/ }).click()
  await expect(panel.getByLabel('Reply', { exact: true })).toBeFocused()
  await page.keyboard.type('Yes, until Sunday evening')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByLabel('Reply', { exact: true })).toHaveCount(0)
  await expect(panel.getByRole('button', { name: /^Reply on T-/ })).toBeFocused()
  await expect
    .poll(async () => (await stored(page, 'outbox')).map(({ name }) => name))
    .toEqual(['addComment', 'readNotifications'])

  await panel.getByRole('button', { name: /^Mute T-/ }).click()
  await tab(page, /^Muted/).click()
  await expect(panel.getByRole('list', { name: 'Muted taskings' }).getByRole('listitem')).toHaveCount(1)
  await pete.setOffline(false)
  await expect.poll(() => stored(page, 'outbox'), { timeout: 60_000 }).toEqual([])
  const comments = await cora.get<{ comment: string }[]>(`projects/${projectId}/comments`)
  expect(comments.map(({ comment }) => comment).filter((text) => text.startsWith('Yes'))).toEqual([
    'Yes, until Sunday evening',
  ])

  await page.goto('/inbox?show=muted')
  await page.getByRole('button', { name: /^Unmute T-/ }).click()
  await expect(page.getByText('Nothing is muted.')).toBeVisible()
})
