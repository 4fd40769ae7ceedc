import { expect, test, type Page } from '@playwright/test'
import { aDevice } from './support/device.ts'
import { stored, type Persona, type Person, type Size } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

let server: RunningServer
let people: Person[]

test.beforeEach(async () => {
  server = await startServer()
  people = []
})
test.afterEach(async () => {
  await Promise.all(people.map((person) => person.close()))
  await server.dispose()
})

async function someone(who: Persona, size: Size = 'desk'): Promise<Person> {
  const person = await aDevice(server, who, size)
  people.push(person)
  return person
}

test('a form lists everything that is wrong with it, and what is typed takes its error away', async () => {
  const { page, complaints } = await someone('fin')
  await page.goto('/requests')
  await page.getByRole('button', { name: /^Next/ }).click()
  const list = page.getByRole('alert').filter({ hasText: 'All Errors' })
  await expect(list.getByRole('listitem')).toHaveText([
    'Please select a country',
    'Please select a team',
    'Please select an advisor',
    'Please select a project',
    'Please select a pool code',
    'Please enter a due date',
  ])
  await page.getByLabel('Country').selectOption({ label: 'Kenya' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await expect(list).not.toContainText('Please select a country')
  await page.getByRole('button', { name: /^Next/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(5)
  expect(await stored(page, 'outbox')).toEqual([])
  expect(complaints).toEqual([])
})

test('of two tabs with the same form each keeps what is typed in it, also when the other sends', async () => {
  const { page, complaints } = await someone('mia')
  const [project] = (await stored(page, 'projects')).filter((row) => row['phase'] === 'progress')
  const other = await page.context().newPage()
  const comment = (of: Page) => of.getByLabel('Comment', { exact: true })
  for (const tab of [page, other]) {
    await tab.goto(`/projects/${String(project?.['id'])}`)
    await expect(comment(tab)).toBeEnabled()
  }
  const isKept = (of: Page) => expect(of.getByText(/^Saved on this device/).first()).toBeVisible()
  await comment(other).fill('From the other tab')
  await isKept(other)
  await comment(page).fill('From this tab')
  await isKept(page)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comment(page)).toHaveValue('')
  await other.reload()
  await expect(comment(other)).toHaveValue('From the other tab')
  await other.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comment(other)).toHaveValue('')
  await expect.poll(() => stored(page, 'forms')).toEqual([])
  expect(complaints).toEqual([])
})

test('words that are being written to the disk while they are sent do not come back into the form', async () => {
  const { page, complaints } = await someone('pete')
  const [project] = (await stored(page, 'projects')).filter((row) => row['phase'] === 'progress')
  await page.goto(`/projects/${String(project?.['id'])}`)
  const comment = page.getByLabel('Comment', { exact: true })
  await expect(comment).toBeEnabled()
  await holdOutbox(page, 1_500)
  await comment.fill('Sent while it was being kept')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comment).toHaveValue('')
  await page.waitForTimeout(500)
  expect(await stored(page, 'forms')).toEqual([])
  expect(complaints).toEqual([])
})

/** Somebody else, such as the worker, has the outbox for so long: calls wait for it, and what is half typed does not. */
async function holdOutbox(page: Page, forMs: number): Promise<void> {
  await page.evaluate(async (ms) => {
    const own = (await indexedDB.databases()).find(({ name }) => name?.startsWith('fieldpost-user-'))
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(own?.name ?? '')
      request.onsuccess = () => resolve(request.result)
    })
    const until = performance.now() + ms
    const table = opened.transaction('outbox', 'readwrite').objectStore('outbox')
    table.transaction.oncomplete = () => opened.close()
    const again = () => {
      if (performance.now() < until) table.count().onsuccess = again
    }
    again()
  }, forMs)
}

test('canceling waits for the server and is never queued; without a connection it says so first', async () => {
  const [mia, pete] = await Promise.all([someone('mia'), someone('pete')])
  const [tasking] = (await stored(mia.page, 'projects')).filter(
    (row) => row['phase'] === 'progress' && row['teamId'] === 3,
  )
  const path = `/projects/${String(tasking?.['id'])}`
  await pete.page.goto(path)
  await mia.page.goto(path)

  await mia.setOffline(true)
  await expect(async () => {
    await openCancel(mia.page)
    await expect(mia.page.getByRole('alertdialog')).toContainText('Canceling needs a connection', { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await mia.page.getByRole('button', { name: 'OK' }).click()
  expect(await stored(mia.page, 'outbox')).toEqual([])

  await mia.setOffline(false)
  await expect(async () => {
    await openCancel(mia.page)
    await expect(mia.page.getByText('Are you sure you want to cancel this project?')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await mia.page.getByLabel('Reason').fill('The workshop is called off')
  await mia.page.getByRole('button', { name: 'Cancel project' }).click()
  for (const { page } of [mia, pete])
    await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  await expect(pete.page.getByText('The workshop is called off').first()).toBeVisible()
  expect(await stored(mia.page, 'outbox')).toEqual([])
  expect((await stored(mia.page, 'judged')).filter((call) => call['name'] === 'cancelProject')).toEqual([])
})

async function openCancel(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  if (await dialog.isVisible()) await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click({ timeout: 2_000 })
}

for (const [size, high] of [
  ['desk', 40],
  ['phone', 48],
] as const)
  test(`what is chosen from a list is as high as what is typed: ${size}`, async () => {
    const { page } = await someone('fin', size)
    await page.goto('/requests')
    const heights = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#main .MuiInputBase-root:has(select, input)')].map(
          (field) => field.getBoundingClientRect().height,
        ),
      )
    await expect(page.getByLabel('Country')).toBeVisible()
    const found = await heights()
    expect(found.length).toBeGreaterThan(4)
    expect(found.filter((one) => one !== high)).toEqual([])
  })

test('on a narrow phone what is said of a half-typed comment and *Discard* under it begin at the same edge', async () => {
  const { page } = await someone('mia', 'phone')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/projects/44000088')
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Half a sen')
  const discard = page.getByRole('button', { name: 'Discard' })
  await expect(page.getByText(/^Saved on this device · \d/)).toBeVisible()
  const [left, words] = await discard.evaluate((button) => {
    const leftOf = (node: Node | null | undefined) => {
      const range = document.createRange()
      if (node) range.selectNodeContents(node)
      return range.getBoundingClientRect()
    }
    return [leftOf(button), leftOf(button.previousElementSibling)].map(({ x, y }) => ({ x, y }))
  })
  expect(left?.y).toBeGreaterThan((words?.y ?? 0) + 8)
  expect(Math.abs((left?.x ?? 0) - (words?.x ?? 0))).toBeLessThan(1)
})
