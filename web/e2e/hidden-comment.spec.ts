import { expect, test } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { aTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()

test('what a hidden comment said leaves every device, and who edits it without a connection keeps their words', async () => {
  const projectId = await aTasking(await speaking('mia'))
  const said = 'The passport is number 4711'
  await (await speaking('ana')).post(`projects/${projectId}/comments`, { projectId, comment: said })
  const ana = await signedIn('ana', 'phone', `/projects/${projectId}`)
  const mia = await signedIn('mia', 'desk', `/projects/${projectId}`)
  const kept = async ({ page }: typeof ana) => JSON.stringify(await stored(page, 'comments'))
  await expect(ana.page.getByText(said).first()).toBeVisible({ timeout: 30_000 })
  await ana.setOffline(true)
  await ana.page.getByRole('button', { name: /^More for the comment by Ana/ }).click()
  await ana.page.getByRole('menuitem', { name: 'Edit' }).click()
  await ana.page.getByLabel('Edit comment').fill('The passport is in the safe')
  await ana.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ana.page.getByText('The passport is in the safe').first()).toBeVisible()

  await mia.page.getByRole('button', { name: /^More for the comment by Ana/ }).click()
  await mia.page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect(mia.page.getByRole('alertdialog')).toContainText('the audit of an Admin')
  await mia.page.getByRole('alertdialog').getByRole('button', { name: 'Hide' }).click()
  await expect(mia.page.getByText(said)).toHaveCount(0)
  // *Undo* holds it for some seconds.
  const reader = await speaking('cora')
  const told = async () => JSON.stringify(await reader.get(`projects/${projectId}/comments`))
  expect(await told()).toContain('4711')
  await expect.poll(told, { timeout: 30_000 }).not.toContain('4711')
  expect(await kept(mia)).not.toContain('4711')

  await ana.setOffline(false)
  await expect.poll(() => kept(ana), { timeout: 30_000 }).not.toContain('4711')
  await ana.page.goto('/outbox')
  await expect(ana.page.getByText('This comment has been hidden').first()).toBeVisible({ timeout: 30_000 })
  await ana.page.getByRole('button', { name: /^Edit comment on/ }).click()
  await expect(ana.page.getByText('The passport is in the safe').first()).toBeVisible()
})
