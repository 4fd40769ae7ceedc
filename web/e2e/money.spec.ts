import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { anAskedTasking, aTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()
const row = (page: Page, code: string) => page.getByRole('row', { name: new RegExp(code) })

/** The example of C.10 on a code of its own: completed, in progress, awaiting approval, canceled. */
async function theFourTaskings() {
  const [mia, pete, ana, fin] = await Promise.all([speaking('mia'), speaking('pete'), speaking('ana'), speaking('fin')])
  const pool = { projectTypeId: 3, poolCode: 'BK-990', shipNumber: 9 }
  await fin.post('resources/pools/codes', { ...pool, funds: 100_000, active: true })
  const make = async (taskingCostEstimate: number, actualCost: number) => {
    const id = await aTasking(mia, { ...pool, taskingCostEstimate })
    if (actualCost > 0) await mia.post('projects/details', { id, assigneeId: 2, ...pool, actualCost })
    return id
  }
  const done = await make(25_000, 20_000)
  await mia.post(`projects/${done}/complete`, {})
  const running = await make(30_000, 10_000)
  const canceled = await make(9_000, 0)
  await mia.post(`projects/${canceled}/cancel`, canceled)

  const pending = await anAskedTasking(pete, pool)
  await ana.post('projects/details', { id: pending, assigneeId: 2, ...pool, taskingCostEstimate: 15_000 })
  expect(await fin.get('requests/funding/bk-990')).toMatchObject({
    ...{ funding: 100_000, actual: 30_000, estimated: 35_000, pending: 15_000 },
    ...{ projection: 65_000, balance: 35_000, utilization: 65 },
  })
  return { running, pending }
}

for (const size of ['desk', 'phone'] as const)
  test(`the tasking, the decision and the Funding screen tell the same money; offline with its age (S19, ${size})`, async () => {
    const { running, pending } = await theFourTaskings()
    const cora = await signedIn('cora', size, `/projects/${running}`)
    const { page } = cora
    const panel = page.getByRole('region', { name: 'Funding' })
    for (const [label, money] of [
      ...[
        ['Funding', '$100,000'],
        ['Actual', '$30,000'],
        ['Estimated', '$35,000'],
      ],
      ...[
        ['of which awaiting approval', '$15,000'],
        ['Projection', '$65,000'],
        ['Balance', '$35,000'],
      ],
    ] as const)
      await expect(panel.getByText(label, { exact: true }).last().locator('xpath=..')).toContainText(money)
    await expect(panel.getByText('65%')).toBeVisible()

    await page.goto(`/projects/${pending}`)
    const decision = page.getByRole('region', { name: 'Needs your authorization' })
    await expect(decision.getByText('After this tasking').locator('xpath=..')).toContainText('$35,000')
    const fin = await signedIn('fin', size, '/resources/funding?team=3')
    await fin.page.getByRole('button', { name: /^Banking TA/ }).click()
    await fin.page.getByRole('link', { name: 'BK-990', exact: true }).first().click()
    await expect(fin.page.getByLabel('Funds', { exact: true })).toHaveValue('100,000')
    const funds = fin.page.getByRole('region', { name: 'With these funds' })
    for (const [label, figure] of [
      ['Projection', '$65,000'],
      ['Balance', '$35,000'],
      ['Utilization', '65%'],
    ] as const)
      await expect(funds.getByText(label, { exact: true }).locator('xpath=..')).toContainText(figure)

    // A tasking that would take the pool below zero says so before it is authorized.
    const ana = await speaking('ana')
    await ana.post('projects/details', { id: pending, assigneeId: 2, taskingCostEstimate: 55_000 })
    const adam = await speaking('adam')
    await adam.post(`projects/${pending}/approve`, {})
    // What came later than the page was opened would have to be reviewed first.
    const estimate = async () =>
      (await stored(page, 'projects')).find(({ id }) => id === pending)?.['taskingCostEstimate']
    await expect.poll(estimate, { timeout: 30_000 }).toBe(5_500_000)
    await page.goto(`/projects/${pending}`)
    await page
      .getByRole('button', { name: /^Authorize/ })
      .first()
      .click()
    const doubt = page.getByRole('status').filter({ hasText: 'This tasking exceeds the balance by $5,000.' })
    await expect(doubt).toBeVisible()
    expect((await doubt.boundingBox())?.height).toBeLessThan(30)
    const words = page.getByRole('button', { name: 'Authorize all the same' })
    expect(await words.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0)

    await cora.isInstalled()
    await page.goto(`/projects/${running}`)
    await expect(panel.getByText('105%')).toBeVisible()
    await cora.setOffline(true)
    await page.reload()
    await expect(panel.getByText('105%')).toBeVisible({ timeout: 30_000 })
    await expect(panel.getByText(/^as of /)).toBeVisible({ timeout: 30_000 })

    // A code that is not known here.
    await forgetPools(page)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Details' })).toBeVisible({ timeout: 30_000 })
    await page.waitForTimeout(1_000)
    await expect(panel).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

function forgetPools(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const own = (await indexedDB.databases()).find(({ name }) => name?.startsWith('fieldpost-user-'))
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(own?.name ?? '')
      request.onsuccess = () => resolve(request.result)
    })
    const clearing = opened.transaction('poolCodes', 'readwrite')
    clearing.objectStore('poolCodes').clear()
    await new Promise((done) => (clearing.oncomplete = done))
    opened.close()
  })
}

for (const size of ['desk', 'phone'] as const)
  test(`a new code is offered in a new request at once, and no longer when it is inactive; a tasking keeps it (S20, ${size})`, async () => {
    const fin = await signedIn('fin', size, '/resources/funding?team=3')
    await fin.page.getByRole('button', { name: /^Banking TA/ }).click()
    await fin.page.getByRole('link', { name: 'Add pool code' }).click()
    const save = fin.page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await expect(fin.page.getByRole('button', { name: 'Ship Number is required' })).toBeVisible()
    await fin.page.getByLabel('Pool Code', { exact: true }).fill('BK-991')
    await fin.page.getByLabel('Ship Number').fill('14')
    await fin.page.getByLabel('Funds', { exact: true }).fill('50000')
    await save.click()
    await expect(fin.page.getByText('Saved Successfully!').first()).toBeVisible()

    const { page } = await signedIn('pete', size)
    const offered = async (times: number) => {
      await page.goto('/requests')
      await page.getByRole('button', { name: /Pool code/ }).click()
      await expect(page.getByRole('dialog').getByText('BK-100').first()).toBeVisible()
      await expect(page.getByRole('dialog').getByText('BK-991')).toHaveCount(times)
    }
    await offered(1)
    const mia = await speaking('mia')
    const id = await aTasking(mia, { poolCode: 'BK-991', shipNumber: 14 })
    await fin.page.getByRole('switch', { name: 'Active' }).uncheck()
    const answer = fin.page.waitForResponse(/pools\/codes/)
    await save.click()
    expect((await answer).status()).toBe(200)
    await offered(0)
    await fin.page.goto(`/projects/${id}`)
    await expect(fin.page.getByRole('region', { name: 'Funding' }).getByText('BK-991').first()).toBeVisible()
    await fin.page.goto('/resources/funding?team=3&active=0')
    await expect(fin.page.getByRole('button', { name: /Banking TA/ })).toBeVisible()
    await fin.page.getByRole('button', { name: /Banking TA/ }).click()
    await expect((size === 'desk' ? row(fin.page, 'BK-991') : fin.page.getByText('BK-991')).first()).toBeVisible()
  })
