import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { aTasking } from './support/speaker.ts'
import type { Size } from './support/people.ts'

// S16: what a tasking consists of, from the first name to the last question.
const { signedIn, speaking } = crowd()
const panel = (page: Page) => page.getByRole('region', { name: 'Deliverables' })
const row = (page: Page, name: string) => panel(page).getByRole('listitem', { name, exact: true })
const said = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible({ timeout: 20_000 })

async function add(page: Page, name: string, dueDate?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add deliverable' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  if (dueDate) await dialog.getByLabel(/Due date/).fill(dueDate)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

for (const size of ['desk', 'phone'] satisfies Size[]) {
  test(`a deliverable's whole life on the ${size}, and the tasking is complete with the last one`, async () => {
    const id = await aTasking(await speaking('mia'))
    const { page } = await signedIn('mia', size)
    await page.goto(`/projects/${id}`)
    await page.getByRole('button', { name: 'Add deliverable' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('ab')
    // What is said of it when it is kept moves nothing from under a finger.
    const back = async () => (await dialog.getByRole('button', { name: 'Back' }).boundingBox())?.y
    const before = await back()
    await expect(dialog.getByText(/^Saved on this device · /)).toBeVisible()
    expect(await back()).toBe(before)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText('Please enter a name of at least 3 characters')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await expect(dialog.getByLabel('Start date')).toHaveCount(0)
    // Half a name is not lost by closing.
    await dialog.getByLabel('Name').fill('Draft repor')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Add deliverable' }).click()
    await expect(dialog.getByLabel('Name')).toHaveValue('Draft repor')
    await dialog.getByLabel('Name').fill('Draft report')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(row(page, 'Draft report')).toContainText('1')

    await add(page, 'Attendance and invoices', '2028-01-31')
    await expect(row(page, 'Attendance and invoices')).toContainText('2')
    await expect(row(page, 'Attendance and invoices')).toContainText('after the tasking (December 31, 2027)')

    await page.getByRole('button', { name: 'Add standard deliverables' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Add', exact: true }).click()
    await expect(row(page, 'Interpretation: closing report')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add standard deliverables' })).toHaveCount(0)

    await page.getByRole('button', { name: 'More for Interpretation: closing report' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await said(page, 'Do you really want to delete this item?')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await said(page, 'Deleted Successfully!')
    await expect(row(page, 'Interpretation: closing report')).toHaveCount(0)

    await page.getByRole('button', { name: 'Start Draft report' }).click()
    await expect(row(page, 'Draft report')).toContainText('Started')
    await page.getByRole('button', { name: 'More for Draft report' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(dialog.getByLabel('Start date')).not.toHaveValue('')
    await dialog.getByLabel('Name').fill('Report')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Report')).toBeVisible()

    await page.getByRole('button', { name: 'Comments on Report: 0' }).click()
    await page.getByLabel('Comment on Report').fill('The annex is missing')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await expect(page.getByRole('button', { name: 'Comments on Report: 1' })).toBeVisible()
    await expect(row(page, 'Report')).toContainText('The annex is missing')

    // One of two: nothing is asked.
    await page.getByRole('button', { name: 'Complete Report' }).click()
    await expect(row(page, 'Report')).toContainText('Completed')
    await expect(panel(page)).toContainText('1 of 2 done')
    await expect(page.getByRole('button', { name: 'More for Report' })).toHaveCount(0)
    // Where there is nothing to do, no room is kept for it.
    const talk = await page.getByRole('button', { name: 'Comments on Report: 1' }).boundingBox()
    const item = await row(page, 'Report').boundingBox()
    if (size === 'phone' && item && talk) expect(item.x + item.width - talk.x - talk.width).toBeLessThan(20)

    await page.getByRole('button', { name: 'Start Attendance and invoices' }).click()
    await page.getByRole('button', { name: 'Complete Attendance and invoices' }).click()
    await dialog.getByRole('button', { name: 'Complete deliverable and tasking' }).click()
    await expect(panel(page)).toContainText('2 of 2 done')
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
    await expect(panel(page).getByRole('button', { name: /^(Start|Complete|More|Add (d|s))/ })).toHaveCount(0)
    const [project] = await (await speaking('mia')).get<{ id: number }[]>('dashboard/completed')
    expect(project?.id).toBe(id)
  })
}

test('without a connection it goes on, and arrives with the day it was done; who may not work on it has no button', async () => {
  const id = await aTasking(await speaking('mia'), { assigneeId: 1 })
  const ana = await signedIn('ana', 'phone')
  const fin = await signedIn('fin', 'desk', `/projects/${id}`)
  await ana.page.goto(`/projects/${id}`)
  await expect(ana.page.getByRole('button', { name: 'Add deliverable' })).toBeVisible()
  await ana.setOffline(true)
  await add(ana.page, 'Glossary')
  await ana.page.getByRole('button', { name: 'Start Glossary' }).click()
  await ana.page.getByRole('button', { name: 'Complete Glossary' }).click()
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Deliverable only' }).click()
  await expect(row(ana.page, 'Glossary')).toContainText('On this device')
  await expect(row(ana.page, 'Glossary')).toContainText('Completed')
  // Whoever is not asked for the tasking can still say so.
  await expect(panel(ana.page)).toContainText('All deliverables are complete.')
  await expect(fin.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(panel(fin.page)).toHaveCount(0)

  await ana.setOffline(false)
  await expect(row(fin.page, 'Glossary')).toContainText('Completed', { timeout: 30_000 })
  await expect(panel(fin.page).getByRole('button', { name: /^(Start|Complete|More|Add deliverable)/ })).toHaveCount(0)
  // People may always explain.
  await fin.page.getByRole('button', { name: 'Comments on Glossary: 0' }).click()
  await fin.page.getByLabel('Comment on Glossary').fill('Thank you')
  await fin.page.getByRole('button', { name: 'Add comment' }).click()
  await expect(ana.page.getByRole('button', { name: 'Comments on Glossary: 1' })).toBeVisible({ timeout: 30_000 })
})

test('two people complete the last two at once: nobody’s tasking is closed by somebody who was not asked', async () => {
  const mia = await speaking('mia')
  const id = await aTasking(mia)
  for (const name of ['Glossary', 'Invoices']) await mia.post('projects/deliverables', { projectTaskId: id, name })
  const [ana, ada] = await Promise.all([signedIn('ana'), signedIn('ada')])
  for (const { page } of [ana, ada]) await page.goto(`/projects/${id}`)
  for (const name of ['Glossary', 'Invoices']) {
    await ana.page.getByRole('button', { name: `Start ${name}` }).click()
    await expect(ana.page.getByRole('button', { name: `Complete ${name}` })).toBeVisible()
  }
  await expect(ada.page.getByRole('button', { name: 'Complete Invoices' })).toBeVisible({ timeout: 30_000 })
  await Promise.all([ana.setOffline(true), ada.setOffline(true)])
  await ana.page.getByRole('button', { name: 'Complete Glossary' }).click()
  await ada.page.getByRole('button', { name: 'Complete Invoices' }).click()
  for (const { page } of [ana, ada]) await expect(panel(page)).toContainText('1 of 2 done')
  await Promise.all([ana.setOffline(false), ada.setOffline(false)])
  for (const { page } of [ana, ada]) {
    await expect(panel(page)).toContainText('2 of 2 done', { timeout: 30_000 })
    await expect(page.getByText('In Progress', { exact: true }).first()).toBeVisible()
  }
})
