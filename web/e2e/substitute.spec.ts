import { expect, test } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { Person } from './support/people.ts'
import { startServer } from './support/server.ts'
import { anAskedTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)

test('an Admin names a substitute, who sees for whom they act and approves in that name, until it is ended (C-027)', async () => {
  const pete = await speaking('pete')
  const id = await anAskedTasking(pete)
  const [{ page: ada }, { page: ana }] = await Promise.all([
    signedIn('ada', 'desk', '/resources/users/31'),
    signedIn('ana', 'phone', `/projects/${id}`),
  ])
  await expect(ana.getByText('Interim · waiting for an AD')).toBeVisible({ timeout: 30_000 })
  await expect(ana.getByRole('button', { name: 'Authorize' })).toHaveCount(0)

  const panel = ada.getByRole('region', { name: 'While they are away' })
  await panel.getByRole('button', { name: 'Name substitute' }).click()
  await expect(panel.getByText('Choose somebody else with an active account')).toBeVisible()
  await panel.getByRole('button', { name: /^Substitute:/ }).click()
  const list = ada.getByRole('dialog', { name: 'Substitute' })
  await list.getByRole('combobox').fill('whitfield')
  await list.getByRole('option', { name: /Ana Whitfield/ }).click()
  await panel.getByLabel('Last day').fill(days(5))
  await panel.getByRole('button', { name: 'Name substitute' }).click()
  await expect(panel.getByText('Ana Whitfield stands in for Simon Achterberg')).toBeVisible({ timeout: 30_000 })

  // It reaches the substitute by itself, and the way to what waits with it.
  await expect(ana.getByText(/^Acting for Simon Achterberg until /)).toBeVisible({ timeout: 30_000 })
  await ana.getByRole('button', { name: 'Authorize' }).click()
  await ana.getByRole('button', { name: 'Authorize', exact: true }).last().click()
  await expect(ana.getByText('Ana Whitfield for Simon Achterberg').first()).toBeVisible({ timeout: 30_000 })

  // Whoever stands in may lay it down, too.
  await ana.getByText(/^Acting for Simon Achterberg/).click()
  await expect(ana).toHaveURL('/profile/1')
  await ana.getByRole('button', { name: 'End: You stand in for Simon Achterberg' }).click()
  await expect(ana.getByText(/^Acting for/)).toHaveCount(0, { timeout: 30_000 })
  await expect(panel.getByText('Ana Whitfield stands in for Simon Achterberg')).toHaveCount(0, { timeout: 30_000 })
})

test('whoever decides by another name of a role is stood in for as well, by who holds it by either name (C-012, C-027)', async () => {
  const named = await startServer({ env: { ROLE_ALIASES: 'Director=AD' } })
  const ada = new Person(named, 'desk')
  try {
    await ada.open('/')
    await ada.signInAndPrepare('ada')
    // Wanda Kowalska, a Director.
    await ada.page.goto('/resources/users/30')
    const panel = ada.page.getByRole('region', { name: 'While they are away' })
    await expect(panel.getByText('Somebody else approves, accepts and denies as AD')).toBeVisible({ timeout: 30_000 })
    expect(ada.complaints).toEqual([])
  } finally {
    await ada.close()
    await named.dispose()
  }
})
