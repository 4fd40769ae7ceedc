import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored, type Size } from './support/people.ts'
import { aTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()
const before = 'Written Translation, 48 pages, Romanian to English.'

async function edit(page: Page, id: number, description: string, assignee: RegExp, more: () => Promise<unknown>) {
  await page.goto(`/projects/${id}/edit#core`)
  await page.getByRole('textbox', { name: 'Description' }).fill(description)
  await page.getByRole('tab', { name: /^Details/ }).click()
  await page.getByRole('button', { name: /^Assignee:/ }).click()
  await page.getByRole('dialog').getByRole('option', { name: assignee }).first().click()
  await more()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page).toHaveURL(`/projects/${id}`)
}
const isSent = (page: Page) =>
  expect.poll(async () => (await stored(page, 'outbox')).length, { timeout: 30_000 }).toBe(0)
const rowOf = async (page: Page, id: number) => (await stored(page, 'projects')).find((row) => row['id'] === id)

for (const size of ['desk', 'phone'] as Size[]) {
  test(`S14 on a ${size}: what only one changed is combined, what both changed is chosen field by field, all else goes on`, async () => {
    const mia = await speaking('mia')
    const id = await aTasking(mia, { description: before })
    const ana = await signedIn('ana', size, `/projects/${id}`)
    const { page } = ana
    await expect(page.getByText(before).first()).toBeVisible()
    await ana.setOffline(true)
    await edit(page, id, before.replace('English', 'English and Russian'), /Ana/, () =>
      page.getByLabel('Cost estimate', { exact: true }).fill('8,750'),
    )
    // Something else that waits behind it.
    await page
      .getByRole('textbox', { name: /comment/i })
      .first()
      .fill('I am at the post until Friday.')
    await page
      .getByRole('button', { name: /^(Comment|Send|Add comment|Post)/ })
      .first()
      .click()
    await expect.poll(async () => (await stored(page, 'outbox')).length).toBe(2)

    await mia.post('projects/core', { id, description: before.replace('48', '64'), countryId: 2 })
    await mia.post('projects/details', { id, assigneeId: 5 })
    await ana.setOffline(false)
    await isSent(page)
    expect(await stored(page, 'attention')).toHaveLength(1)
    expect(await rowOf(page, id)).toMatchObject({ countryId: 2, taskingCostEstimate: 875_000, assigneeId: 5 })

    await page.goto('/outbox')
    await page
      .getByRole('button', { name: /^Edit T-/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Choose what to keep' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('heading')).toHaveText(/ was changed by Mia Lindqvist /)
    await expect(sheet.getByText('Two fields differ.', { exact: false })).toBeVisible()
    await expect(sheet.getByText('Cost estimate: changed by you alone and already combined.')).toBeVisible()
    const assignee = sheet.getByRole('radiogroup', { name: 'Assignee' })
    await expect(assignee.getByRole('radio', { name: /^Theirs/ })).toBeChecked()
    await expect(sheet.getByText('Written Translation, 64 pages, Romanian to English and Russian.')).toBeVisible()
    expect(await sheet.locator('ins').allTextContents()).toEqual(['64', ' and Russian'])

    await assignee.getByRole('radio', { name: /^Yours/ }).click()
    if (size === 'phone') {
      // Beside *Save* stands nothing that throws away.
      await expect(sheet.getByRole('button', { name: 'Discard mine' })).toHaveCount(0)
      await sheet.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Discard mine' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Back' }).click()
      await page.getByRole('button', { name: 'Choose what to keep' }).click()
      await sheet.getByRole('button', { name: 'Decide later' }).click()
    }
    // Closed by mistake, or because the tablet was turned.
    else await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.getByRole('button', { name: 'Choose what to keep' }).click()
    await expect(assignee.getByRole('radio', { name: /^Yours/ })).toBeChecked()
    await sheet.getByRole('button', { name: 'Save my choices' }).click()
    await expect(sheet).toHaveCount(0)
    await isSent(page)
    expect(await stored(page, 'attention')).toHaveLength(0)
    const told = await mia.get<Record<string, unknown>>(`projects/${id}`)
    expect(told).toMatchObject({
      description: 'Written Translation, 64 pages, Romanian to English and Russian.',
      countryId: 2,
    })
    expect((await rowOf(page, id))?.['assigneeId']).toBe(1)
  })
}

for (const way of ['Save my choices', 'Discard mine'])
  test(`S14: that theirs was kept is told in Activity, also when it was chosen without a connection (${way})`, async () => {
    const mia = await speaking('mia')
    const id = await aTasking(mia, { description: before })
    const ana = await signedIn('ana', 'desk', `/projects/${id}`)
    const { page } = ana
    await expect(page.getByText(before).first()).toBeVisible()
    await ana.setOffline(true)
    await edit(page, id, before, /Ana/, () => Promise.resolve())
    await mia.post('projects/details', { id, assigneeId: 5 })
    await ana.setOffline(false)
    await isSent(page)
    await ana.setOffline(true)
    await page.goto('/outbox')
    const open = async () => {
      await page
        .getByRole('button', { name: /^Edit T-/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Choose what to keep' }).click()
      await expect(page.getByRole('dialog').getByRole('radio', { name: /^Theirs/ })).toBeChecked()
      await page.getByRole('dialog').getByRole('button', { name: way }).click()
      if (way === 'Discard mine')
        await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click()
      await expect.poll(() => stored(page, 'attention')).toEqual([])
    }
    await open()
    if (way === 'Discard mine') {
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(async () => (await stored(page, 'attention')).length).toBe(1)
      expect(await stored(page, 'outbox')).toEqual([])
      await open()
    }
    expect(await stored(page, 'outbox')).toMatchObject([{ name: 'editProject' }])
    await ana.setOffline(false)
    await isSent(page)

    await page.goto(`/projects/${id}`)
    const told = page
      .getByRole('list', { name: 'Activity' })
      .getByRole('listitem')
      .filter({ hasText: 'Ana Whitfield kept' })
    await expect(told).toContainText(/kept what somebody else had changed on T-\S+, over their own/, {
      timeout: 30_000,
    })
    await expect(told.getByRole('list', { name: 'What it changed' })).toHaveText(/^Assignee: Ana Whitfield \S+/)
  })

test('S14: that an edit of a deliverable was given up for somebody else’s is told in Activity', async () => {
  const mia = await speaking('mia')
  const projectTaskId = await aTasking(mia)
  const { id } = await mia.post('projects/deliverables', { projectTaskId, name: 'Draft report', dueDate: '2027-04-30' })
  const ana = await signedIn('ana', 'desk', `/projects/${projectTaskId}`)
  const { page } = ana
  await expect(page.getByText('Draft report').first()).toBeVisible()
  await ana.setOffline(true)
  await page.getByRole('button', { name: /^More for .*Draft report/ }).click()
  await page.getByRole('menuitem', { name: /^Edit/ }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Draft report, sworn')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await stored(page, 'outbox')).length).toBe(1)
  await mia.patch('projects/deliverables', { id, projectTaskId, name: 'Final report' })
  await ana.setOffline(false)
  await isSent(page)
  await page.goto('/outbox')
  await page
    .getByRole('button', { name: /deliverable/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Discard mine' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await expect.poll(() => stored(page, 'attention')).toEqual([])
  await isSent(page)
  await page.goto(`/projects/${projectTaskId}`)
  const told = page
    .getByRole('list', { name: 'Activity' })
    .getByRole('listitem')
    .filter({ hasText: 'Ana Whitfield kept' })
  const sentence = 'kept what somebody else had changed on the deliverable Final report, over their own'
  await expect(told).toContainText(sentence, { timeout: 30_000 })
  await expect(told.getByRole('list', { name: 'What it changed' })).toHaveText(/Draft report, sworn.*Final report/)
})
