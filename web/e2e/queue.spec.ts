import { expect, test, type Page } from '@playwright/test'
import { must } from '#shared/lib/must.ts'
import { countingActions } from './support/actions.ts'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { anAskedTasking } from './support/speaker.ts'

const { signedIn, speaking } = crowd()

const title = (page: Page) => page.locator('#main h2[tabindex="-1"]')
const opened = async (page: Page) => ((await title(page).textContent()) ?? '').split(' · ')[0] ?? ''

/** How many wait in a queue of the server. */
async function waitingFor(who: 'adam' | 'cora' | 'mia', status: number): Promise<number> {
  const rows = await (await speaking(who)).get(`dashboard/status/${status}`)
  return (rows as unknown[]).length
}

/** `42_000_017` → `42-17` */
const refOf = (row: Record<string, unknown>): string => {
  const id = Number(row['id'])
  return `${Math.floor(id / 1_000_000)}-${id % 1_000_000}`
}

interface Alone {
  id: number
  name: string
}
/** Those of the list whose request has no other tasking: taskings of one share their text. */
async function aloneIn(page: Page): Promise<Alone[]> {
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  const names = await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label') ?? ''))
  const rows = await stored(page, 'projects')
  return names.flatMap((label) =>
    rows
      .map((row) => ({ id: Number(row['id']), name: `T-${refOf(row)}`, requestId: row['requestId'] }))
      .filter(({ name }) => `Select ${name}` === label)
      .filter(({ requestId }) => rows.filter((row) => row['requestId'] === requestId).length === 1),
  )
}

test('ten authorizations take at most twelve actions, each goes to the next one, and the server has them all', async () => {
  const before = await waitingFor('cora', 1)
  expect(before).toBeGreaterThanOrEqual(10)
  const cora = await signedIn('cora', 'desk', '/queue?tab=1')
  const { page } = cora
  const actions = await countingActions(page)
  await expect(page.getByText(`1 of ${before}`)).toBeVisible()
  const decided: string[] = []
  while (decided.length < 10) {
    const name = await opened(page)
    decided.push(name)
    await page.keyboard.press('a')
    // Of a pool that goes below zero it is asked once more; whoever does it all the same presses Enter.
    const sure = page.getByRole('button', { name: 'Authorize all the same' })
    await expect(sure.or(title(page).filter({ hasNotText: `${name} ·` })).first()).toBeVisible()
    if (await sure.isVisible()) await page.keyboard.press('Enter')
    await expect(title(page)).not.toContainText(`${name} ·`)
    await expect(title(page)).toBeFocused()
  }
  expect(new Set(decided).size).toBe(10)
  expect(await actions()).toBeLessThanOrEqual(12)
  await expect(page.getByText(`1 of ${before - 10}`)).toBeVisible()
  await expect.poll(() => waitingFor('cora', 1), { timeout: 30_000 }).toBe(before - 10)
})

test('on the phone: the next one comes by itself, arrows step, and what was decided is undone above the buttons', async () => {
  const before = await waitingFor('cora', 0)
  const { page } = await signedIn('cora', 'phone', '/queue?tab=0')
  await page.locator('#main li button').first().click()
  const actions = await countingActions(page)
  const first = await opened(page)
  await page
    .getByRole('button', { name: /^Authorize/ })
    .first()
    .click()
  await expect(title(page)).not.toContainText(`${first} ·`)
  expect(await actions()).toBe(1)
  const second = await opened(page)
  const undo = page.getByRole('button', { name: `Undo ${first}` })
  const [above, button] = [
    await undo.boundingBox(),
    await page.getByRole('button', { name: /^Authorize/ }).boundingBox(),
  ]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  await undo.click()
  await expect(undo).toHaveCount(0)
  // What comes back does not take the place of what is read.
  expect(await opened(page)).toBe(second)
  await expect(page.getByText(`2 of ${before}`)).toBeVisible()
  await page
    .getByRole('button', { name: /^Previous$/ })
    .first()
    .click()
  await expect(title(page)).toContainText(`${first} ·`)
  await page.waitForTimeout(8_000)
  expect(await waitingFor('cora', 0)).toBe(before)
})

test('on the phone the end of the page is read above the buttons, however much they say', async () => {
  const mia = await signedIn('mia', 'phone', '/queue?tab=2')
  const { page } = mia
  await page.locator('#main li button').first().click()
  const first = await opened(page)
  await mia.setOffline(true)
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click()
  await expect(title(page)).not.toContainText(`${first} ·`)
  const footer = page.locator('[data-sticky-footer]')
  await expect(footer.getByText(`Accepted ${first}`)).toBeVisible()
  await expect(footer.getByText('Your approval will count')).toBeVisible()
  const comment = page.getByRole('button', { name: 'Comment', exact: true })
  await expect(comment).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect
    .poll(async () => {
      const [last, foot] = [await comment.boundingBox(), await footer.boundingBox()]
      return (foot?.y ?? 0) - ((last?.y ?? 0) + (last?.height ?? 0))
    })
    .toBeGreaterThan(0)
})

test('of several that are decided together each is judged by itself, and why one was not is told at it', async () => {
  const { page } = await signedIn('cora', 'desk', '/queue?tab=0')
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await expect(boxes.nth(2)).toBeVisible({ timeout: 30_000 })
  const alone = await aloneIn(page)
  const [first = '', second = '', third = ''] = alone.map(({ name }) => name)
  for (const name of [first, second, third]) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  const bar = page.getByRole('region', { name: 'Selected taskings' })
  await expect(bar.getByText(/^3 taskings · \$[\d,.]+ · \d pools?$/)).toBeVisible()

  // Meanwhile an AD rewrites what the second one asks for.
  const adam = await speaking('adam')
  await adam.post('requests/content', { projectId: alone[1]?.id, content: 'Another text altogether' })
  await expect
    .poll(async () => JSON.stringify(await stored(page, 'requests')).includes('Another text altogether'), {
      timeout: 20_000,
    })
    .toBe(true)

  await page.keyboard.press('Shift+A')
  const told = page.getByRole('status', { name: 'Decided just now' })
  await expect(told.getByText(`Authorized ${first}`)).toBeVisible()
  await expect(told.getByText(`Authorized ${third}`)).toBeVisible()
  await expect(told.getByText(`${second} was not decided`)).toBeVisible()
  await expect(told.getByText(`${second} changed since you reviewed it.`)).toBeVisible()
  await expect(told.getByText('2 decided · 1 refused')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Select ${second}` })).toBeVisible()
  await expect
    .poll(
      async () => (await (await speaking('cora')).get<{ name: string }[]>('dashboard/status/0')).map((row) => row.name),
      {
        timeout: 30_000,
      },
    )
    .not.toContain(first)
})

test('on the phone: where one of several cannot be denied the dialog gives way to the reason, and the words serve once it was looked at again', async () => {
  const { page } = await signedIn('cora', 'phone', '/queue?tab=0')
  await expect(page.getByRole('checkbox', { name: /^Select / }).nth(1)).toBeVisible({ timeout: 30_000 })
  const alone = await aloneIn(page)
  const [first, second] = [must(alone[0]), must(alone[1])]
  const box = ({ name }: Alone) => page.getByRole('checkbox', { name: `Select ${name}` })
  for (const one of [first, second]) await box(one).click()
  await (await speaking('adam')).post('requests/content', { projectId: second.id, content: 'Another text altogether' })
  await expect
    .poll(async () => JSON.stringify(await stored(page, 'requests')).includes('Another text altogether'), {
      timeout: 20_000,
    })
    .toBe(true)

  await page.getByRole('button', { name: 'Deny 2…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Not this month')
  await page.getByRole('dialog').getByRole('button', { name: 'Deny 2' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const told = page.getByRole('status', { name: 'Decided just now' })
  await expect(told.getByText(`Denied ${first.name}`)).toBeVisible()
  await expect(told.getByText(`${second.name} was not decided`)).toBeInViewport()
  await expect(told.getByText(`${second.name} changed since you reviewed it.`)).toBeInViewport()
  await expect(box(second)).not.toBeChecked()

  await box(second).click()
  await page.getByRole('button', { name: 'Deny 1…' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Not this month')
  await page.getByRole('dialog').getByRole('button', { name: 'Deny 1' }).click()
  await expect(told.getByText(`Denied ${second.name}`)).toBeVisible()
  await expect.poll(async () => (await stored(page, 'forms')).length).toBe(0)
})

test('of several that are decided together the one for which a reason is half-typed is left out, unless the person says otherwise', async () => {
  const { page } = await signedIn('cora', 'desk', '/queue?tab=0')
  await expect(page.getByRole('checkbox', { name: /^Select / }).nth(1)).toBeVisible({ timeout: 30_000 })
  const [first, second] = (await aloneIn(page)).map(({ name }) => name) as [string, string]
  await page.locator('#main li button').filter({ hasText: first }).click()
  await expect(title(page)).toContainText(`${first} ·`)
  await page.getByRole('button', { name: 'Deny…' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('No interpreter in May')
  await page.getByRole('dialog').getByRole('button', { name: 'Back', exact: true }).click()

  for (const name of [first, second]) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  const bar = page.getByRole('region', { name: 'Selected taskings' })
  await expect(bar.getByText(`Something is typed for ${first}. It is left out.`)).toBeVisible()
  await expect(bar.getByText(/^1 tasking · /)).toBeVisible()
  await bar.getByRole('button', { name: 'Decide all the same' }).click()
  await expect(bar.getByText(`Something is typed for ${first}. It stays on this device`)).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Deny 2…' })).toBeVisible()
  await bar.getByRole('button', { name: 'Leave out' }).click()

  await page.keyboard.press('Shift+A')
  const told = page.getByRole('status', { name: 'Decided just now' })
  await expect(told.getByText(`Authorized ${second}`)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Select ${first}` })).toBeVisible()
  await expect(told.getByText(`Authorized ${first}`)).toHaveCount(0)
  expect(JSON.stringify(await stored(page, 'forms'))).toContain('No interpreter in May')
})

test('a second click of the same press decides nothing more, nor does a key that is held down', async () => {
  const before = await waitingFor('cora', 0)
  const { page } = await signedIn('cora', 'desk', '/queue?tab=0')
  const first = await opened(page)
  await page
    .getByRole('button', { name: /^Authorize/ })
    .first()
    .dblclick()
  await expect(title(page)).not.toContainText(`${first} ·`)
  await expect(page.getByText(`1 of ${before - 1}`)).toBeVisible()
  await page.evaluate(() => {
    for (let i = 0; i < 5; i++)
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, repeat: true }))
  })
  await page.waitForTimeout(1_000)
  await expect(page.getByText(`1 of ${before - 1}`)).toBeVisible()
})

test('while the form of a decision is open neither its key nor the palette decides past what was entered there', async () => {
  const id = await anAskedTasking(await speaking('pete'))
  await (await speaking('cora')).post(`projects/${id}/approve`, true)
  const { page } = await signedIn('mia', 'desk', `/queue?tab=2&open=${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Accept and assign…' }).click()
  await page.getByRole('button', { name: /^Assign to:/ }).click()
  await page.getByRole('dialog').getByRole('option', { name: /Ana/ }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Back', exact: true }).focus()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to or do anything' })
  await palette.getByRole('combobox').fill('Accept')
  await expect(palette.getByRole('option', { name: /^Accept T-/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Assign to: Ana/ })).toBeVisible()
  expect(await stored(page, 'outbox')).toEqual([])
  // Put aside it is not passed over either.
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: /^Assign to: Ana/ })).toBeVisible()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  const mia = await speaking('mia')
  await expect
    .poll(() => mia.get(`projects/${id}`), { timeout: 30_000 })
    .toMatchObject({ accepted: true, assigneeId: 1 })
})

test('of work that is with whoever denied it the card says so, and the queue asks who takes it', async () => {
  const [petes, coras] = [await speaking('pete'), await speaking('cora')]
  const id = await anAskedTasking(petes)

  await coras.post(`projects/${id}/deny`, { projectId: id, content: 'In April', assigneeId: 5 })
  await petes.post('requests/amend', { projectId: id, content: 'In May then', assigneeId: 4 })
  await coras.post(`projects/${id}/approve`, true)
  const { page } = await signedIn('mia', 'desk', `/queue?tab=2&open=${id}`)
  const card = page.getByRole('region', { name: 'Needs your acceptance' })
  await expect(card.getByText('Denied it before')).toBeVisible()
  await card.getByRole('button', { name: /^Assign to: Cora/ }).click()
  await page.getByRole('dialog').getByRole('option', { name: /Ana/ }).first().click()
  await card.getByRole('button', { name: /^Accept/ }).click()
  const mia = await speaking('mia')
  await expect
    .poll(() => mia.get(`projects/${id}`), { timeout: 30_000 })
    .toMatchObject({ accepted: true, assigneeId: 1 })
})

test('whoever leaves in the middle of a decision is not called back to the queue', async () => {
  const before = await waitingFor('cora', 0)
  const { page } = await signedIn('cora', 'desk', '/queue?tab=0')
  await expect(title(page)).toBeVisible()
  await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
    const away = [...document.querySelectorAll('a')].find((link) => link.textContent === 'Back to table')
    away?.click()
  })
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect.poll(() => waitingFor('cora', 0), { timeout: 30_000 }).toBe(before - 1)
  expect(new URL(page.url()).pathname).toMatch(/^\/dashboard/)
})

test('where more wait than a list holds, the queue says how many, and leads to all of them (C-061)', async () => {
  const { page } = await signedIn('cora', 'desk', '/dashboard/operations')
  const waits = (await stored(page, 'projects')).filter((row) => row['phase'] === 'authorization')
  await putRows(page, 'projects', copiesOf(must(waits[0]), 250))
  const all = waits.length + 250
  await page.goto('/queue?tab=1')
  await expect(page.getByText(new RegExp(`^${all} wait`))).toBeVisible()
  await expect(page.getByText(`1 of ${all}`, { exact: true })).toBeVisible()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await expect(page.getByText(`1 of ${all} selected`)).toBeVisible()
  const rest = page.getByRole('link', { name: `Show all ${all} in Find` })
  await rest.click()
  await expect(page).toHaveURL(/\/find\?tab=cor$/)
})

const copiesOf = (row: Record<string, unknown>, count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...row, id: 77_000_001 + at, name: `T-77-${at + 1}` }))

/** Lays rows into the database of this device, as if they had come. */
function putRows(page: Page, table: string, rows: Record<string, unknown>[]): Promise<void> {
  return page.evaluate(
    async ([name, all]) => {
      const databases = await indexedDB.databases()
      const own = databases.find((database) => database.name?.startsWith('fieldpost-user-'))?.name ?? ''
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(own)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error('The database does not open'))
      })
      await new Promise<void>((resolve) => {
        const writing = opened.transaction(name, 'readwrite')
        for (const row of all) writing.objectStore(name).put(row)
        writing.oncomplete = () => resolve()
      })
      opened.close()
    },
    [table, rows] as const,
  )
}

test('of several that were approved offline the refused one stands first, and what a COR had authorized is not claimed (C-068)', async () => {
  const adam = await signedIn('adam', 'phone', '/queue')
  const { page } = adam
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await expect(boxes.nth(2)).toBeVisible({ timeout: 30_000 })
  const [first, second, third] = (await aloneIn(page)).map((one) => must(one))
  await adam.setOffline(true)
  for (const one of [first, second, third])
    await page.getByRole('checkbox', { name: `Select ${must(one).name}` }).click()
  await page.getByRole('button', { name: /^Approve 3/ }).click()
  const cora = await speaking('cora')
  await cora.post(`projects/${must(first).id}/deny`, { content: 'No budget left', assigneeId: 5 })
  await cora.post(`projects/${must(second).id}/approve`, { comment: '' })
  await adam.setOffline(false)
  const told = page.getByRole('status', { name: 'Decided just now' })
  await expect(told.getByText('1 decided · 1 already decided · 1 refused')).toBeVisible({ timeout: 60_000 })
  const rows = told.getByRole('listitem')
  await expect(rows.nth(0)).toContainText(`${must(first).name} was not decided`)
  await expect(rows.nth(0)).toContainText(/Denied by Cora Benedetti at \d\d:\d\d/)
  await expect(rows.nth(1)).toContainText(`${must(second).name} was already decided`)
  await expect(rows.nth(1)).toContainText(/Authorized by Cora Benedetti at \d\d:\d\d/)
  await expect(rows.nth(2)).toContainText(`Approved ${must(third).name}`)
})
