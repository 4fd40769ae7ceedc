import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stop } from './support/keyboard.ts'

const { signedIn } = crowd()

/** What the keyboard comes to and nobody sees. */
async function unseen(page: Page, presses: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  const names = new Set<string>()
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(key)
    const { name, isSeen } = await stop(page)
    if (name && !isSeen) names.add(name)
  }
  return [...names]
}

for (const [width, height] of [
  [390, 844],
  [640, 400],
] as const)
  test(`no sticky bar lies over what the keyboard stands on, at ${width}×${height} (S28)`, async () => {
    const { page } = await signedIn('mia', 'phone')
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('link', { name: 'Open queue' })).toBeVisible({ timeout: 30_000 })
    expect(await unseen(page, 60)).toEqual([])
    await page.goto('/queue?tab=2')
    await page.locator('#main li button').first().click()
    await expect(page.locator('#main h2[tabindex="-1"]')).toBeVisible()
    expect(await unseen(page, 40)).toEqual([])
    await page.locator('[data-sticky-footer] button').first().focus()
    expect(await unseen(page, 20, 'Shift+Tab')).toEqual([])
  })
