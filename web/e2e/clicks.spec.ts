import { expect, test, type Page } from '@playwright/test'
import { referenceOf } from '#shared/model/project.ts'
import { countingActions } from './support/actions.ts'
import { crowd } from './support/crowd.ts'
import type { Size } from './support/people.ts'
import { chooseInterpretation, fillStart, next, toLastStep } from './support/wizard.ts'

const { signedIn, speaking } = crowd()
const sizes = ['phone', 'desk'] as const satisfies Size[]

/** As a hand does it: into the field, and letters. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).click()
  await page.keyboard.type(text)
}

for (const size of sizes) {
  test(`whoever has asked before asks for two tasks in at most thirteen actions (${size})`, async () => {
    const { page } = await signedIn('pete', size)
    const actions = await countingActions(page)
    await page.getByRole('link', { name: 'Start a Request' }).first().click()
    await fillStart(page)
    await next(page, 'Tasks')
    await chooseInterpretation(page)
    await next(page, 'Details')
    await type(page, 'Contact Details', 'Pete, Nairobi office')
    await type(page, 'Request Details', 'Interpreters for the workshop')
    await next(page, 'Complete')
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await expect(page.getByText(/Your Language Support Request is/).first()).toBeVisible({ timeout: 30_000 })
    expect(await actions()).toBeGreaterThan(8)
    expect(await actions()).toBeLessThanOrEqual(13)
  })

  test(`a tasking is accepted with two actions at most from the list, and why one was denied is read after one (${size})`, async () => {
    const pete = await signedIn('pete', size, '/requests')
    const [accepted, denied] = await twoTaskings(pete.page)
    const manager = await speaking('mia')
    const mia = await signedIn('mia', size, '/queue?tab=2')
    const row = mia.page.getByRole('listitem').filter({ hasText: referenceOf(accepted) })
    await expect(row).toHaveCount(1, { timeout: 60_000 })
    const accepting = await countingActions(mia.page)
    await row.getByRole('button').first().click()
    await mia.page
      .getByRole('button', { name: /^Accept/ })
      .first()
      .click()
    const waiting = async () => (await manager.get<{ id: number }[]>('dashboard/status/2')).map(({ id }) => id)
    await expect.poll(waiting, { timeout: 60_000 }).not.toContain(accepted)
    expect(await accepting()).toBe(2)

    await (await speaking('cora')).post(`projects/${denied}/deny`, { content: 'The dates clash.', assigneeId: 5 })
    await pete.page.goto('/requests/drafts')
    const reading = await countingActions(pete.page)
    await pete.page.getByRole(size === 'phone' ? 'link' : 'button', { name: /^Notifications, \d+ unread/ }).click({
      timeout: 60_000,
    })
    await expect(pete.page.getByText(/: “The dates clash\.”/)).toBeVisible()
    expect(await reading()).toBe(1)
  })
}

test('of a tasking that is nobody’s it is asked above the button who is to do it, and accepting stays one press', async () => {
  const [first, second] = await twoTaskings((await signedIn('pete', 'desk', '/requests')).page)
  await (await speaking('cora')).post(`projects/${second}/approve`, true)
  const manager = await speaking('mia')
  const taken = async (id: number) => {
    const { accepted, assigneeId } = await manager.get<{ accepted: boolean; assigneeId: number }>(`projects/${id}`)
    return accepted && assigneeId
  }
  const { page } = await signedIn('mia', 'phone', `/queue?tab=2&open=${first}`)
  const accept = page.getByRole('button', { name: /^Accept/ }).first()
  await page.getByRole('button', { name: /^Assign to/ }).click({ timeout: 60_000 })
  await page.getByRole('combobox').fill('Ana Whit')
  await page.keyboard.press('Enter')
  await accept.click()
  await expect.poll(() => taken(first), { timeout: 60_000 }).toBe(1)
  await page.goto(`/queue?tab=2&open=${second}`)
  await expect(page.getByRole('button', { name: /^Assign to/ })).toBeVisible()
  await accept.click()
  await expect.poll(() => taken(second), { timeout: 60_000 }).toBe(0)
})

/** Of one request; the first is authorized. Answers with their ids. */
async function twoTaskings(page: Page): Promise<[number, number]> {
  await toLastStep(page)
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  const links = page.getByRole('main').getByRole('link', { name: /^T-\d+-\d+/ })
  await expect(page.getByRole('heading', { name: /is now complete/ })).toBeVisible({ timeout: 60_000 })
  const ids = await links.evaluateAll((all) => all.map((link) => Number(link.getAttribute('href')?.split('/').at(-1))))
  const [first = 0, second = 0] = [...new Set(ids)]
  await (await speaking('cora')).post(`projects/${first}/approve`, true)
  return [first, second]
}
