import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { beyondTheScreen } from './support/screen.ts'
import { aTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()

type User = { id: number; fullName: string; email: string; roles: string; teamId: number; active: boolean }

test('under the title stands once who made it and who touched it last; a name of 80 letters breaks nothing', async () => {
  const mia = await speaking('mia')
  const { items } = await mia.get<{ items: User[] }>('resources/users?page=1')
  const ana = items.find(({ email }) => email.startsWith('ana@'))
  const fullName = `Ana ${'Anastasiawilhelmina'.repeat(4)}`
  await mia.post('resources/users', { ...ana, fullName })
  const id = await aTasking(await speaking('ana'))
  await mia.post('projects/details', { id, taskingCostEstimate: 1_000 })
  const { page } = await signedIn('mia', 'desk', `/projects/${id}`)

  for (const width of [1440, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const made = page.getByText(/^Created by Ana Anastasia.+, \w+ \d{2}, \d{4}$/).filter({ visible: true })
    const touched = page.getByText(/^Modified by Mia Lindqvist, \w+ \d{2}, \d{4}$/).filter({ visible: true })
    for (const line of [made, touched]) await expect(line).toHaveCount(1)
    const [title, under, first] = await Promise.all(
      [page.locator('main h1'), made, page.getByRole('heading', { name: 'Details' })].map((one) => one.boundingBox()),
    )
    expect(under?.y).toBeGreaterThan(title?.y ?? 0)
    expect(under?.y).toBeLessThan(first?.y ?? 0)
    expect(await beyondTheScreen(page)).toEqual([])
  }
})

test('beside Edit a manager finds Cancel; on the phone the menu has it, and nobody else sees it', async () => {
  const id = await aTasking(await speaking('ana'))
  const path = `/projects/${id}`
  const [mia, ada, ana] = await Promise.all([
    signedIn('mia', 'desk', path),
    signedIn('ada', 'desk', path),
    signedIn('ana', 'desk', path),
  ])
  for (const { page } of [mia, ada]) {
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByText('Are you sure you want to cancel this project?')).toBeVisible()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await menuOf(page)
    await expect(page.getByRole('menuitem', { name: /Cancel/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
  await expect(ana.page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await ana.page.setViewportSize(viewport)
    await menuOf(ana.page)
    await expect(ana.page.getByText(/Cancel/)).toHaveCount(0)
    await ana.page.keyboard.press('Escape')
  }
  await mia.page.setViewportSize({ width: 390, height: 844 })
  await expect(mia.page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
  await menuOf(mia.page)
  await mia.page.getByRole('menuitem', { name: 'Cancel tasking…' }).click()
  await expect(mia.page.getByText('Are you sure you want to cancel this project?')).toBeVisible()
})

async function menuOf(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^More for T-/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Print' })).toBeVisible()
}
