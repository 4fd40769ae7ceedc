import { expect, test, type Locator, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { beyondTheScreen } from './support/screen.ts'
import { aTasking } from './support/speaker.ts'
import { toLastStep } from './support/wizard.ts'

const { signedIn, speaking } = crowd()

/** Where the words of an element begin and end, whatever room is around them. */
const wordsOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    return { left, right, top, bottom }
  })

const boxOf = (element: Locator) =>
  element.evaluate((node) => {
    const { left, right, top, bottom, width } = node.getBoundingClientRect()
    return { left, right, top, bottom, width }
  })

test('what ends the head of a panel ends at its edge, and nothing in it touches the border', async () => {
  const id = await aTasking(await speaking('mia'))
  for (const size of ['phone', 'desk'] as const) {
    const { page } = await signedIn(size === 'phone' ? 'mia' : 'ada', size, `/projects/${id}`)
    const deliverables = page.getByRole('region', { name: 'Deliverables' })
    const comments = page.getByRole('region', { name: 'Comments' })
    const field = await boxOf(comments.getByRole('textbox', { name: 'Comment' }).locator('..'))
    const add = await wordsOf(deliverables.getByRole('button', { name: 'Add deliverable' }))
    expect(Math.abs(add.right - field.right)).toBeLessThan(2)

    const activity = page.getByRole('region', { name: 'Activity' })
    await expect(activity.getByRole('radiogroup')).toBeVisible({ timeout: 30_000 })
    const [panel, bar] = await Promise.all([boxOf(activity), boxOf(activity.getByRole('radiogroup'))])
    expect(bar.top - panel.top).toBeGreaterThanOrEqual(6)
    expect(panel.right - bar.right).toBeGreaterThanOrEqual(12)

    // A short word too.
    await page.goto('/resources/funding')
    const year = page.getByRole('region', { name: 'The year' })
    const table = await wordsOf(year.getByRole('button', { name: 'Table' }))
    const end = await boxOf(year)
    expect(Math.abs(end.right - 17 - table.right)).toBeLessThan(2)
  }
})

test('in the dark the chosen part of a bar is lighter than the bar, as in the light', async () => {
  const { page } = await signedIn('mia', 'desk', '/profile/2')
  const theme = page.getByRole('radiogroup', { name: 'Theme' })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(theme).toBeVisible()
    const [bar = 0, chosen = 0] = await Promise.all(
      [theme, theme.locator('input:checked + span')].map((element) =>
        element.evaluate((node) =>
          (getComputedStyle(node).backgroundColor.match(/\d+/g) ?? [])
            .slice(0, 3)
            .reduce((sum, one) => sum + Number(one), 0),
        ),
      ),
    )
    expect(chosen).toBeGreaterThan(bar)
  }
})

test('on the phone every form has a wide Save, and a switch stands at the right of its line', async () => {
  const { page } = await signedIn('ada', 'phone')
  for (const path of [
    '/resources/countries/new',
    '/resources/funding/types/new',
    '/resources/users/new',
    '/projects/add',
  ]) {
    await page.goto(path)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeVisible()
    expect((await boxOf(save)).width).toBeGreaterThan(200)
    const turn = page.getByRole('switch', { name: 'Active' })
    if (!(await turn.count())) continue
    const field = page.getByRole('textbox').first().locator('..')
    expect(Math.abs((await boxOf(turn.locator('../..'))).right - (await boxOf(field)).right)).toBeLessThan(2)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/resources/countries/import')
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'countries.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nAtlantis') })
  expect((await boxOf(page.getByRole('button', { name: /^Import \d/ }))).width).toBeGreaterThan(200)
  const [download, columns] = await Promise.all([
    boxOf(page.getByRole('button', { name: 'Download an empty file' }).locator('svg')),
    wordsOf(page.getByText(/^Columns:/)),
  ])
  expect(Math.abs(download.left - columns.left)).toBeLessThan(2)
})

test('on the phone the signs of deliverables stand in one column, a word that is pressed begins where the others do, and a reference stays whole', async () => {
  const mia = await speaking('mia')
  const id = await aTasking(mia)
  for (const name of ['Glossary', 'Invoices']) await mia.post('projects/deliverables', { projectTaskId: id, name })
  const { page } = await signedIn('mia', 'phone', `/projects/${id}`)
  const panel = page.getByRole('region', { name: 'Deliverables' })
  await panel.getByRole('button', { name: 'Comments on Glossary: 0' }).click()
  await panel.getByRole('textbox').fill('With the names')
  await panel.getByRole('button', { name: 'Add comment' }).click()
  await expect(panel.getByRole('button', { name: 'Comments on Glossary: 1' })).toBeVisible()
  const [glossary, invoices] = await Promise.all(
    ['Glossary: 1', 'Invoices: 0'].map((of) =>
      boxOf(panel.getByRole('button', { name: `Comments on ${of}` }).locator('svg')),
    ),
  )
  expect(Math.abs((glossary?.left ?? 0) - (invoices?.left ?? 9))).toBeLessThan(1)
  const [title, standard] = await Promise.all([
    wordsOf(panel.getByRole('heading', { name: 'Deliverables' })),
    wordsOf(panel.getByRole('button', { name: 'Add standard deliverables' })),
  ])
  expect(Math.abs(standard.left - title.left)).toBeLessThan(2)

  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('added T-', { timeout: 30_000 })
  const lines = () =>
    page.getByRole('list', { name: 'Activity' }).evaluate((list) => {
      const nodes = document.createTreeWalker(list, NodeFilter.SHOW_TEXT)
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const found = /T-\d+-\d+/.exec(node.textContent ?? '')
        if (!found) continue
        const range = document.createRange()
        range.setStart(node, found.index)
        range.setEnd(node, found.index + found[0].length)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }
      return 0
    })
  for (let width = 260; width < 390; width += 5) {
    await page.setViewportSize({ width, height: 800 })
    expect(await lines(), String(width)).toBe(1)
  }
})

test('of the facts of a decision none stands alone in its line', async () => {
  const { page } = await signedIn('adam', 'desk', '/queue')
  const facts = page.getByRole('region', { name: 'Needs your approval' }).locator('dl').first().locator('> div')
  await expect(facts.filter({ hasText: 'Who does it' })).toBeVisible({ timeout: 30_000 })
  for (const width of [1440, 1366, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await facts.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(tops).toHaveLength(5)
    expect(tops.filter((top) => top === tops.at(-1)).length, String(width)).toBeGreaterThan(1)
  }
})

test('what a dialog misses has the focus', async () => {
  const { page } = await signedIn('adam', 'desk', '/find?status=4')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please give the view a name')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.goto('/queue')
  await page.getByRole('checkbox').first().click()
  await page.getByRole('button', { name: /^Deny 1/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Deny 1', exact: true }).click()
  await expect(dialog.getByText('Please enter a reason of at least 3 characters')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
})

test('what does not exist is called so, and does not say how fresh it is', async () => {
  const { page } = await signedIn('ada', 'phone')
  await page.goto('/projects/999999')
  await expect(page.getByText('There is no tasking with this number.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('T-0-999999')).toHaveCount(0)
  for (const [path, title, list] of [
    ['/resources/users/999999', 'User not found', 'Users'],
    ['/resources/countries/999999', 'Country not found', 'Countries'],
    ['/resources/funding/codes/999999', 'Pool Code not found', 'Funding'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 30_000 })
    await expect(page).toHaveTitle(new RegExp(title))
    await expect(page.getByText(/^Live ·/)).toHaveCount(0)
    await expect(page.locator('#main').getByRole('link', { name: list })).toBeVisible()
  }
  // It stands on the page itself, whatever it is that is missing.
  for (const [path, words] of [
    ['/projects/999999', 'There is no tasking with this number.'],
    ['/resources/users/999999', 'There is no such user'],
    ['/nowhere', 'There is no page here'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible({ timeout: 30_000 })
    const framed = await page
      .getByText(words)
      .locator('xpath=ancestor::*[ancestor::main]')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).borderTopWidth !== '0px').length)
    expect(framed, path).toBe(0)
  }
  // The dashboard by itself is one's own.
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/manager')
})

test('over the keyboard of a phone a dialog keeps room for what is typed, however long the tasking is described', async () => {
  const description = 'Two interpreters for the audit of the regional offices, five days each. '.repeat(12)
  const id = await aTasking(await speaking('mia'), { description })
  const { page } = await signedIn('mia', 'phone', `/projects/${id}`)
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Amend Request' }).click()
  const dialog = page.getByRole('dialog')
  const amendment = dialog.getByRole('textbox', { name: 'Amendment' })
  await expect(amendment).toBeVisible()
  await page.setViewportSize({ width: 390, height: 450 })
  await amendment.focus()
  const [content, send] = await Promise.all([
    boxOf(dialog.locator('.MuiDialogContent-root')),
    boxOf(dialog.getByRole('button', { name: 'Amend', exact: true })),
  ])
  expect(content.bottom - content.top).toBeGreaterThan(200)
  expect(send.bottom).toBeLessThanOrEqual(450)
  // Field to field, as in every form.
  const [hint, next] = await Promise.all([
    boxOf(dialog.getByText('It is added below the request')),
    wordsOf(dialog.getByText('Assignee', { exact: true })),
  ])
  expect(next.top - hint.bottom).toBeGreaterThanOrEqual(16)
})

test('the smallest phone cuts no step of the wizard, and a word that leads back keeps its distance', async () => {
  const { page } = await signedIn('pete', 'phone', '/requests')
  await toLastStep(page)
  await page.setViewportSize({ width: 320, height: 640 })
  const overflowing = await page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .evaluateAll((steps) => steps.filter((step) => step.scrollWidth > step.clientWidth).length)
  expect(overflowing).toBe(0)
  const [title, change] = await Promise.all([
    wordsOf(page.getByRole('heading', { name: 'Tasks · Language Support' })),
    wordsOf(page.getByRole('link', { name: 'Change tasks' })),
  ])
  expect(change.left - title.right).toBeGreaterThanOrEqual(8)
  expect(await beyondTheScreen(page)).toEqual([])
})

test('on the smallest phone the words of a request on its way stand clear of the edge of their card, and of each other', async () => {
  const { page } = await signedIn('pete', 'phone', '/requests')
  await toLastStep(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  const track = page.getByRole('list', { name: 'Delivery' })
  await expect(track.getByRole('listitem').filter({ hasText: 'done' })).toHaveCount(3, { timeout: 30_000 })
  const card = await boxOf(track.locator('..'))
  const words = await Promise.all((await track.locator('b').all()).map(wordsOf))
  const edges = [card.left, ...words.flatMap(({ left, right }) => [left, right]), card.right]
  const gaps = Array.from({ length: words.length + 1 }, (_, n) => (edges[2 * n + 1] ?? 0) - (edges[2 * n] ?? 0))
  expect(Math.min(gaps[0] ?? 0, gaps.at(-1) ?? 0)).toBeGreaterThanOrEqual(12)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6)
})

test('a file that waits stands apart from the list of what waits', async () => {
  const id = await aTasking(await speaking('mia'))
  const mia = await signedIn('mia', 'desk', `/projects/${id}`)
  const { page } = mia
  await expect(page.getByLabel('Comment', { exact: true })).toBeVisible({ timeout: 60_000 })
  await mia.isInstalled()
  await mia.setOffline(true)
  await page.getByLabel('Comment', { exact: true }).fill('Before the file')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'Agenda.txt', mimeType: 'text/plain', buffer: Buffer.from('Nine o’clock') })
  await expect(page.getByRole('region', { name: 'Files' })).toContainText('On this device')
  await page.goto('/outbox')
  const [files, row] = await Promise.all(
    [page.getByRole('region', { name: 'Files' }), page.getByRole('row').last()].map(async (one) => {
      await expect(one).toBeVisible()
      return boxOf(one)
    }),
  )
  expect((files?.top ?? 0) - (row?.bottom ?? 0)).toBeGreaterThanOrEqual(12)
})

test('a broad paper has no filters beside the list either', async () => {
  const { page } = await signedIn('mia', 'desk', '/find?teams=3&page=1')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(filters(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table')).toBeVisible()
  await expect(filters(page)).toBeHidden()
})

const filters = (page: Page) => page.getByRole('button', { name: /^Countries/ })

test('what can be done with a refused call fills its lines', async () => {
  const ada = await speaking('ada')
  const id = await aTasking(ada)
  const mia = await signedIn('mia', 'phone', `/projects/${id}`)
  const { page } = mia
  await expect(page.getByLabel('Comment', { exact: true })).toBeVisible({ timeout: 60_000 })
  await mia.isInstalled()
  await mia.setOffline(true)
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Amend Request' }).click()
  await page.getByRole('dialog').getByLabel('Amendment').fill('Also on Friday')
  await page.getByRole('dialog').getByRole('button', { name: 'Amend', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await ada.post(`projects/${id}/cancel`, { id, reason: 'The funds were taken away' })
  await mia.setOffline(false)
  await page.goto('/outbox')
  await page.getByRole('button', { name: /^Amend .+canceled/ }).click({ timeout: 30_000 })
  const ends = await Promise.all(
    [page.getByRole('button', { name: 'Copy text' }), page.getByRole('button', { name: 'Discard…' })].map(boxOf),
  )
  expect(Math.abs((ends[0]?.right ?? 0) - (ends[1]?.right ?? 0))).toBeLessThan(2)
})
