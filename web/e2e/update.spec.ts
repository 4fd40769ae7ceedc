import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { aNewerBuild, newerId } from './support/newer-build.ts'

const { signedIn, server } = crowd()
const build = (page: Page) => page.locator('meta[name="build"]').getAttribute('content')

test('a new version is offered, taken on a tap, and offered to the other tab, which keeps what is typed', async () => {
  const pete = await signedIn('pete', 'desk', '/requests')
  const { page } = pete
  await pete.isInstalled()
  const older = await build(page)
  server().build = await aNewerBuild()
  await server().restart()

  await page.reload()
  await expect(page.getByText('New version ready')).toBeVisible({ timeout: 60_000 })
  const other = await page.context().newPage()
  await other.goto('/requests')
  await expect(other.getByText('New version ready')).toBeVisible({ timeout: 60_000 })
  expect([await build(page), await build(other)]).toEqual([older, older])

  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => build(page), { timeout: 30_000 }).toBe(newerId)
  await expect(page.getByText('New version ready')).toHaveCount(0)
  expect(await build(other)).toBe(older)
  await other.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => build(other), { timeout: 30_000 }).toBe(newerId)
  await other.close()
})
