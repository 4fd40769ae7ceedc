import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { anAskedTasking, aTasking } from './support/speaker.ts'
import { decide } from './support/wizard.ts'

const { signedIn, speaking } = crowd()

const status = (page: Page, label: string) =>
  expect(page.getByText(label, { exact: true }).first()).toBeVisible({ timeout: 30_000 })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const countOn = async (page: Page, name: string) => Number(/\d+$/.exec(await tab(page, name).innerText())?.[0])
const rowOf = (page: Page, id: number) =>
  page.getByRole('row').filter({ has: page.locator(`a[href="/projects/${id}"]`) })

test('from tab to tab: interim approval, authorization, acceptance, each with its count, its names and its money (S10)', async () => {
  const [adam, cora, mia, pete] = await Promise.all([
    signedIn('adam', 'desk', '/dashboard/operations?tab=0'),
    signedIn('cora', 'desk', '/dashboard/operations?tab=1'),
    signedIn('mia', 'desk', '/dashboard/manager?tab=2'),
    speaking('pete'),
  ])
  const [interim, authorization, acceptance] = [
    'Needs Interim Approval',
    'Needs COR Authorization',
    'Needs Acceptance',
  ] as const
  for (const [{ page }, name] of [
    [adam, interim],
    [cora, authorization],
    [mia, acceptance],
  ] as const)
    await expect(page.getByRole('table', { name })).toBeVisible({ timeout: 30_000 })
  const before = {
    ...{ interim: await countOn(adam.page, interim), authorization: await countOn(cora.page, authorization) },
    acceptance: await countOn(mia.page, acceptance),
  }
  const id = await anAskedTasking(pete)
  const path = `/projects/${id}`
  await expect.poll(() => countOn(adam.page, interim), { timeout: 30_000 }).toBe(before.interim + 1)
  const listed = async (page: Page) => {
    await page.reload()
    // By due date from its end: it is the last.
    await page.getByRole('tabpanel').getByRole('button', { name: 'Due', exact: true }).click()
    await expect(rowOf(page, id)).toBeVisible({ timeout: 30_000 })
  }
  await listed(adam.page)
  await rowOf(adam.page, id).getByRole('link').first().click()
  await adam.page.getByRole('button', { name: /^Approve/ }).click()
  await adam.page
    .getByRole('region', { name: /^Needs your/ })
    .getByRole('textbox', { name: 'Comment' })
    .fill('Agreed, if two are enough')
  await adam.page.keyboard.press('Enter')
  await status(adam.page, authorization)
  await expect.poll(() => countOn(cora.page, authorization), { timeout: 30_000 }).toBe(before.authorization + 1)
  await expect.poll(() => countOn(mia.page, acceptance), { timeout: 30_000 }).toBe(before.acceptance + 1)
  await listed(mia.page)
  await expect(rowOf(mia.page, id).getByText('Interim', { exact: true })).toBeVisible()
  await listed(cora.page)

  await cora.page.goto(path)
  const card = cora.page.getByRole('region', { name: 'Needs your authorization' })
  for (const figure of ['Balance before', 'After this tasking'])
    await expect(card.getByText(figure).locator('xpath=..')).toContainText('$')
  await expect(cora.page.getByText('Agreed, if two are enough').first()).toBeVisible()
  await decide(cora.page, 'Authorize')
  await status(cora.page, acceptance)
  await expect.poll(() => countOn(mia.page, acceptance), { timeout: 30_000 }).toBe(before.acceptance + 1)
  await expect(rowOf(mia.page, id).getByText('Interim', { exact: true })).toHaveCount(0, { timeout: 30_000 })

  await mia.page.goto(path)
  await mia.page.getByRole('button', { name: /^Accept/ }).click()
  await mia.page.getByRole('button', { name: /^Assign to/ }).click()
  await mia.page.getByRole('dialog').getByText('Ana Whitfield').click()
  await mia.page.getByRole('button', { name: 'Accept', exact: true }).last().click()
  await status(mia.page, 'In Progress')
  const timeline = mia.page.getByRole('list', { name: 'Timeline' })
  const on = /\w+ \d{2}/
  for (const [step, ...words] of [
    ['Requested', 'Pete Okafor', on],
    ['Approved', /Interim · Adam Kessler/, /Authorized · Cora Benedetti/, on],
    ['Accepted', 'Mia Lindqvist', on],
  ] as const)
    for (const said of words) await expect(timeline.getByRole('listitem').filter({ hasText: step })).toContainText(said)
  const accepted = () => pete.get<Record<string, unknown>>(`projects/${id}`)
  await expect.poll(async () => (await accepted())['statusId'], { timeout: 30_000 }).toBe(6)
  expect(await accepted()).toMatchObject({ acceptedBy: 'Mia Lindqvist', assignee: 'Ana Whitfield' })
  await mia.page.goto('/dashboard/manager?tab=5')
  await expect(mia.page.getByRole('table', { name: 'Recently Accepted' }).locator(`a[href="${path}"]`)).toBeVisible()
})

test('who may not decide has no button for it and is refused by the server: an analyst, and who is an administrator only (S10)', async () => {
  const id = await anAskedTasking(await speaking('pete'))
  const path = `/projects/${id}`
  const [ana, ada, anaSpeaks, adaSpeaks, cora] = await Promise.all([
    signedIn('ana', 'desk', path),
    signedIn('ada', 'desk', path),
    speaking('ana'),
    speaking('ada'),
    speaking('cora'),
  ])
  const mayDecideNothing = async (state: string, call: string) => {
    for (const { page } of [ana, ada]) {
      await status(page, state)
      await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: /^(Approve|Authorize|Accept|Deny|Edit Request)/ })).toHaveCount(0)
    }
    for (const who of [anaSpeaks, adaSpeaks]) {
      await expect(who.post(`${path.slice(1)}/${call}`, true)).rejects.toThrow(/403/)
      const denial = { content: 'Not this year', projectId: id, assigneeId: 5 }
      await expect(who.post(`${path.slice(1)}/deny`, denial)).rejects.toThrow(/403/)
    }
  }
  await mayDecideNothing('Needs Interim Approval', 'approve')
  await cora.post(`projects/${id}/approve`, true)
  await mayDecideNothing('Needs Acceptance', 'accept')
})

test('of two CORs who approve at once the first has approved; the other is told by whom and when, and nothing is wrong (S13)', async () => {
  const pete = await speaking('pete')
  const id = await anAskedTasking(pete)
  const cora = await signedIn('cora', 'desk', `/projects/${id}`)
  await status(cora.page, 'Needs Interim Approval')
  await cora.setOffline(true)
  await decide(cora.page, 'Authorize')
  await status(cora.page, 'Needs Acceptance')
  await (await speaking('tomas')).post(`projects/${id}/approve`, true)
  await cora.page.waitForTimeout(7_000)
  await cora.setOffline(false)
  await expect.poll(() => stored(cora.page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await expect(cora.page.getByText(/^(Approved|Authorized) by Tomás Rivera at \d\d:\d\d$/).first()).toBeVisible()
  await expect(cora.page.getByRole('alert')).toHaveCount(0)
  expect(await stored(cora.page, 'attention')).toEqual([])
  const { approvals } = await pete.get<{ approvals: { createdBy: string }[] }>(`projects/${id}/request`)
  expect(approvals.map(({ createdBy }) => createdBy)).toEqual(['Tomás Rivera'])
})

test('an estimate that was raised meanwhile: nothing is approved, the difference is shown, and reviewed again it is (S13)', async () => {
  const [pete, anaSpeaks] = await Promise.all([speaking('pete'), speaking('ana')])
  const id = await anAskedTasking(pete)
  await anaSpeaks.post('projects/details', { id, assigneeId: 5, taskingCostEstimate: 1_000 })
  const cora = await signedIn('cora', 'desk', `/projects/${id}`)
  await expect(cora.page.getByText('$1,000', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
  await cora.setOffline(true)
  await decide(cora.page, 'Authorize')
  await anaSpeaks.post('projects/details', { id, taskingCostEstimate: 4_200 })
  await cora.page.waitForTimeout(7_000)
  await cora.setOffline(false)
  await status(cora.page, 'Needs Interim Approval')
  const { approvals } = await pete.get<{ approvals: unknown[] }>(`projects/${id}/request`)
  expect(approvals).toEqual([])
  await cora.page.goto('/outbox')
  await cora.page.getByRole('button', { name: /^Approve T-/ }).click()
  await expect(cora.page.getByText(/changed since you reviewed it/).first()).toBeVisible()
  const changed = cora.page
    .getByRole('listitem')
    .filter({ hasText: /estimate/i })
    .first()
  await expect(changed.locator('del')).toHaveText('$1,000')
  await expect(changed.locator('ins')).toHaveText('$4,200')
  await cora.page.getByRole('link', { name: 'Review again' }).first().click()
  await decide(cora.page, 'Authorize')
  await expect
    .poll(async () => (await pete.get<{ statusId: number }>(`projects/${id}`)).statusId, { timeout: 30_000 })
    .toBe(2)
})

test('the request’s text is edited as text: no tags, real lines; what it said stays readable, and after an approval nobody edits it (S12)', async () => {
  const [pete, corasWords] = await Promise.all([speaking('pete'), speaking('cora')])
  const id = await anAskedTasking(pete)
  const path = `/projects/${id}`
  const hostile = 'Bring <b>two</b> mics<br>and <script>window.ran = 1</script>'
  await corasWords.post('requests/content', { projectId: id, content: `${hostile}\nSecond line` })
  const [cora, mia] = await Promise.all([signedIn('cora', 'desk', path), signedIn('mia', 'desk', path)])
  for (const { page } of [cora, mia]) {
    await expect(page.getByText(hostile).first()).toBeVisible({ timeout: 30_000 })
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    await expect(page.locator('main script')).toHaveCount(0)
  }
  await expect(mia.page.getByRole('button', { name: 'Edit Request' })).toHaveCount(0)

  await cora.page.getByRole('button', { name: 'Show earlier texts' }).click()
  await expect(cora.page.getByRole('dialog').getByText('Two interpreters').first()).toBeVisible()
  await cora.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await cora.page.getByRole('button', { name: 'Edit Request', exact: true }).click()
  const box = cora.page.getByRole('dialog').getByRole('textbox')
  // Its own lines are lines; what somebody typed is what they typed.
  await expect(box).toHaveValue(`${hostile}\nSecond line`)
  await box.fill('Three interpreters\nin two rooms')
  await cora.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  for (const { page } of [cora, mia])
    await expect(page.getByText('Three interpreters').first()).toBeVisible({ timeout: 30_000 })
  await cora.page.getByRole('button', { name: 'Show earlier texts' }).click()
  await expect(cora.page.getByRole('dialog').getByText(hostile).first()).toBeVisible()
  await cora.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await corasWords.post(`projects/${id}/approve`, true)
  for (const { page } of [cora, mia]) {
    await status(page, 'Needs Acceptance')
    await expect(page.getByRole('button', { name: 'Edit Request' })).toHaveCount(0)
  }
  await expect(corasWords.post('requests/content', { projectId: id, content: 'Too late' })).rejects.toThrow(/409/)
})

test('denied after it was approved, and put on another pool: that the approval is void is said before, and it begins anew (S11)', async () => {
  const [pete, corasWords, miasWords] = await Promise.all([speaking('pete'), speaking('cora'), speaking('mia')])
  const id = await anAskedTasking(pete)
  await corasWords.post(`projects/${id}/approve`, true)
  await miasWords.post(`projects/${id}/deny`, { content: 'That pool is for spring.', projectId: id, assigneeId: 5 })
  const { page } = await signedIn('ana', 'desk', `/projects/${id}/edit#details`)
  await page.getByRole('button', { name: /^Assignee:/ }).waitFor()
  await page.getByRole('button', { name: /^Pool code/i }).click()
  await page.getByRole('dialog').getByText('BK-210').first().click()
  await expect(page.getByText('Saving voids the approval of Cora Benedetti')).toBeVisible()
  await page.getByRole('button', { name: /^Save and void/ }).click()
  await expect(page).toHaveURL(`/projects/${id}`)
  await status(page, 'Denied')
  await expect.poll(() => stored(page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await pete.post('requests/amend', { projectId: id, content: 'From the other pool then', assigneeId: 5 })
  await status(page, 'Needs Interim Approval')
  await expect(page.getByText(/no longer valid, the tasking changed/)).toBeVisible()
  expect(await pete.get(`projects/${id}`)).toMatchObject({ statusId: 0, approved: false, poolCode: 'BK-210' })
})

test('canceled: its deliverables are read only, Find has it, and its pool gets back what was not spent (S18)', async () => {
  const mias = await speaking('mia')
  const id = await aTasking(mias, { taskingCostEstimate: 10_000 })
  await mias.post('projects/details', { id, assigneeId: 2, actualCost: 4_000 })
  await mias.post('projects/deliverables', { id: 0, projectTaskId: id, name: 'Draft report' })
  const money = () => mias.get<{ balance: number; actual: number }>('requests/funding/BK-100')
  const before = await money()
  const { page } = await signedIn('mia', 'desk', `/projects/${id}`)
  const deliverables = page.getByRole('region', { name: 'Deliverables' })
  await expect(deliverables.getByRole('button', { name: /^Start/ })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Are you sure you want to cancel this project?')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel project' }).click()
  await status(page, 'Canceled')
  const after = await money()
  expect([after.balance - before.balance, after.actual - before.actual]).toEqual([6_000, 0])
  await expect(deliverables.getByText('Draft report')).toBeVisible()
  await expect(deliverables.getByRole('button', { name: /Start|Complete|Edit|Delete|Add/ })).toHaveCount(0)
  for (const name of ['Edit', 'Cancel', 'Complete'])
    await expect(page.getByRole('main').getByText(name, { exact: true })).toHaveCount(0)
  await page.goto('/find')
  await page.getByRole('group', { name: 'Status' }).getByLabel('Cancelled').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/status=6/)
  await expect(page.locator(`a[href="/projects/${id}"]`).first()).toBeVisible({ timeout: 30_000 })
  await expect(mias.post('projects/deliverables', { id: 0, projectTaskId: id, name: 'Another' })).rejects.toThrow(/409/)
})
