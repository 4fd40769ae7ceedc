import { expect, test } from '@playwright/test'
import { BrokenFiles } from './support/broken-files.ts'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'

const { signedIn, server } = crowd()

test('an app that the server calls too old says so, looks for the new one at once, keeps what waits, and delivers it as soon as it may', async () => {
  const files = new BrokenFiles(server().port)
  await files.listen()
  const { page } = await signedIn('pete', 'phone', '/', files)
  const [project] = (await stored(page, 'projects')).filter((row) => row['phase'] === 'progress')
  await page.goto(`/projects/${String(project?.['id'])}`)
  const comment = page.getByLabel('Comment', { exact: true })
  await expect(comment).toBeVisible()
  await page.waitForTimeout(2_000)

  files.lose = (path) => (path === '/api/sync' ? 426 : undefined)
  files.answers.length = 0
  await comment.fill('Said by an old app')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText(/Update Fieldpost to send/).first()).toBeAttached({ timeout: 20_000 })
  const looked = () => files.answers.filter(({ path }) => path === '/service-worker.js').length
  await expect.poll(looked, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(await stored(page, 'outbox')).toHaveLength(1)
  expect(await stored(page, 'attention')).toEqual([])

  files.lose = () => undefined
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => stored(page, 'outbox'), { timeout: 20_000 }).toEqual([])
  await expect(page.getByText(/Update Fieldpost to send/)).toHaveCount(0)
  expect((await stored(page, 'comments')).filter((row) => row['comment'] === 'Said by an old app')).toHaveLength(1)
  await files.close()
})
