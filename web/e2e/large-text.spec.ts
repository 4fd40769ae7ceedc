import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { Person } from './support/people.ts'
import { beyondTheScreen } from './support/screen.ts'
import { aTasking } from './support/speaker.ts'
import { cutWords, withBrowserFont, withSystemText } from './support/text-size.ts'

const { signedIn, speaking, server } = crowd()

const bodySize = (page: Page) => page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize))

async function holdsItsWords(page: Page, where: string): Promise<void> {
  await expect.poll(() => bodySize(page), where).toBe(28)
  expect.soft(await beyondTheScreen(page), where).toEqual([])
  expect.soft(await cutWords(page), where).toEqual([])
}

test('text is twice as large where the system of a phone says so, and nothing is cut or reaches beyond the screen', async () => {
  const id = await aTasking(await speaking('mia'))
  const { page } = await signedIn('mia', 'phone')
  await expect(page.getByText('In Progress').first()).toBeVisible()
  expect(await bodySize(page)).toBe(14)
  await withSystemText(page, 2)
  for (const [path, words] of [
    ['/dashboard/manager', 'Recently Completed'],
    ['/find?status=0', /^T-\d/],
    ['/find', 'Please select at least one filter'],
    [`/projects/${id}`, 'Deliverables'],
    ['/queue', /^T-\d/],
    ['/requests', 'Country'],
    ['/profile/2', 'Full Name'],
    ['/find?status=3&view=calendar', 'Today'],
    ['/device', 'Leaving this device'],
    ['/settings/services', 'Freight Forwarding'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('#main').getByText(words).first()).toBeVisible({ timeout: 30_000 })
      await holdsItsWords(page, path)
    })

  const stranger = new Person(server(), 'phone')
  await stranger.open()
  await withSystemText(stranger.page, 2)
  await expect(stranger.page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await holdsItsWords(stranger.page, 'sign-in')
  await stranger.close()
  expect(stranger.complaints).toEqual([])
})

test('text grows with the font size of the browser at the desk, which is laid out as a smaller one', async () => {
  const { page } = await signedIn('mia', 'desk', '/find?status=0')
  await expect(page.getByRole('table').getByText(/^T-\d/).first()).toBeVisible({ timeout: 30_000 })
  expect(await bodySize(page)).toBe(13)
  await withBrowserFont(page, 24)
  await expect.poll(() => bodySize(page)).toBe(19.5)
  // The table measures its room once the letters have grown.
  await expect.poll(() => cutWords(page)).toEqual([])
  expect(await beyondTheScreen(page)).toEqual([])
})
