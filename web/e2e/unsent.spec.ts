import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored, type Person } from './support/people.ts'
import { next, toLastStep } from './support/wizard.ts'

/** What has not been sent: what is said of it, what is offered, and that no word of it is lost. */
const { signedIn, speaking } = crowd()
const finish = (page: Page) => page.getByRole('button', { name: 'Finish', exact: true }).click()

async function finishedOffline(who: Person): Promise<void> {
  await who.setOffline(true)
  await who.page.getByRole('link', { name: 'Start a Request' }).click()
  await toLastStep(who.page)
  await finish(who.page)
  await expect(who.page.getByRole('heading', { name: /is saved on this device/ })).toBeVisible()
}

test('the pool is closed while a request waits: it comes back with the reason, and goes under another pool', async () => {
  const pete = await signedIn('pete', 'phone')
  const { page } = pete
  await finishedOffline(pete)

  const fin = await speaking('fin')
  const pool = (await stored(page, 'poolCodes')).find(({ poolCode }) => poolCode === 'BK-100')
  await fin.post('resources/pools/codes', { ...pool, active: false })
  await pete.setOffline(false)
  await expect(page.getByRole('heading', { name: 'This request was not accepted' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/pool code/i).first()).toBeVisible()

  await page.goto('/outbox')
  await page.getByRole('button', { name: /Language Support/ }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'All Errors' })).toContainText(/pool/i)
  await page.getByRole('button', { name: /Pool code/ }).click()
  await page.getByRole('dialog').getByText('BK-210').first().click()
  await next(page, 'Tasks')
  await next(page, 'Details')
  await next(page, 'Complete')
  await finish(page)
  await expect(page.getByRole('heading', { name: /is now complete/ })).toBeVisible({ timeout: 30_000 })
  const [request] = (await stored(page, 'requests')).filter(
    ({ taskDetails }) => taskDetails === 'Interpreters for the workshop',
  )
  expect(request).toMatchObject({ poolCode: 'BK-210', complete: true })
  expect(await stored(page, 'attention')).toEqual([])
})

test.describe('logging out', () => {
  const buttons = async (page: Page) => {
    const dialog = page.getByRole('dialog', { name: /not been sent/ })
    await expect(dialog).toBeVisible()
    const names = await dialog.getByRole('button').allInnerTexts()
    return names.map((name) => name.trim()).filter((name) => /log out|copy|Delete/.test(name))
  }
  const logOut = async (page: Page) => {
    await page.getByRole('button', { name: 'Pete Okafor', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }

  test('without a link keeping them comes first', async () => {
    const pete = await signedIn('pete', 'phone')
    await finishedOffline(pete)
    await pete.page.goto('/dashboard/team')
    await logOut(pete.page)
    expect((await buttons(pete.page))[0]).toBe('Keep them on this device and log out')
    await pete.page.setViewportSize({ width: 320, height: 640 })
    const keep = pete.page.getByRole('button', { name: /^Keep them/ })
    expect(await keep.evaluate((button) => button.scrollWidth - button.clientWidth)).toBeLessThanOrEqual(0)
  })

  test('with nothing to send it asks all the same where there is no link: there would be no way back in', async () => {
    const pete = await signedIn('pete', 'phone', '/dashboard/team')
    const { page } = pete
    const offline = page.getByRole('link', { name: /^(Offline|Can't reach)/ })
    await pete.setOffline(true)
    await expect(offline.first()).toBeVisible({ timeout: 30_000 })
    await logOut(page)
    const question = page.getByRole('alertdialog', { name: 'Log out without a connection?' })
    await expect(question).toContainText('Signing in again needs a connection')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await pete.setOffline(false)
    await expect(offline).toHaveCount(0, { timeout: 60_000 })
    await logOut(page)
    await expect(page.getByLabel('Email')).toBeVisible({ timeout: 30_000 })
  })

  test('in Field Mode too; who sends them first has sent them, and is logged out then', async () => {
    // In Field Mode nothing goes but what the person sends.
    const pete = await signedIn('pete', 'phone', '/device')
    const { page } = pete
    const fieldMode = page.getByRole('switch', { name: /Send and receive only/ })
    await fieldMode.click()
    await expect(fieldMode).toBeChecked()
    await page.goto('/requests')
    await toLastStep(page)
    await finish(page)
    await expect(page.getByRole('heading', { name: /is saved on this device/ })).toBeVisible()
    await page.goto('/dashboard/team')
    await logOut(page)
    expect(await buttons(page)).toEqual([
      'Keep them on this device and log out',
      'Send now and log out',
      'Save a copy',
      'Delete them…',
    ])
    await page.getByRole('button', { name: 'Send now and log out' }).click()
    await expect(page.getByLabel('Email')).toBeVisible({ timeout: 30_000 })
    const adam = await signedIn('adam', 'desk', '/find?type=search&term=workshop')
    await expect(adam.page.getByText('Interpreters for the workshop').first()).toBeVisible({ timeout: 30_000 })
  })
})

test('where several people use the device, logging out offers to remove everything: the next one finds nothing of them', async () => {
  const pete = await signedIn('pete', 'desk', '/device')
  const { page } = pete
  await page.getByRole('switch', { name: 'Several people use this device' }).click()
  await page.getByRole('button', { name: 'Pete Okafor', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove your data from this device?' })
  await expect(dialog.getByRole('button', { name: 'Remove and log out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'off')
  const left = () =>
    page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => /user/.test(name ?? '')),
      caches: (await caches.keys()).filter((name) => name !== 'fieldpost-files'),
      files: (await (await caches.open('fieldpost-files')).keys()).filter(({ url }) => url.includes('/api/')).length,
      local: Object.entries(localStorage).filter((entry) => /pete|user-/i.test(entry.join())),
    }))
  await expect.poll(left).toEqual({ databases: [], caches: [], files: 0, local: [] })
  await pete.signInAndPrepare('adam')
  // Among the people of the dashboard he stands for everybody.
  const head = page.getByRole('banner')
  await expect(head.getByRole('button', { name: /^Adam / })).toBeVisible()
  await expect(head.getByText('Pete Okafor')).toHaveCount(0)
  expect(await stored(page, 'projects')).not.toEqual([])
})

test('words that are only half-typed are said before the data of a device is removed, and a word is asked for', async () => {
  const { page } = await signedIn('pete', 'phone')
  const [tasking] = await stored(page, 'projects')
  await page.goto(`/projects/${String(tasking?.['id'])}`)
  await page.getByLabel('Comment', { exact: true }).fill('Half a thought')
  await expect(page.getByText(/Saved on this device · \d/).first()).toBeVisible()
  await page.goto('/device')
  await page.getByRole('button', { name: 'Remove data from this device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove data from this device?' })
  const word = dialog.getByLabel(/^One half-typed text is only here\./)
  const remove = dialog.getByRole('button', { name: 'Remove and sign out' })
  await expect(word).toBeVisible()
  await expect(remove).toBeDisabled()
  await word.fill('DELETE')
  await expect(remove).toBeEnabled()
})

test('"You can close the app" is said only where the browser sends with it closed', async () => {
  const pete = await signedIn('pete', 'phone')
  const { page } = pete
  await finishedOffline(pete)
  await expect(page.getByText(/when there is a connection. You can close the app\./)).toBeVisible()

  // As in Firefox and Safari, which have no Background Sync.
  await page.addInitScript(() => delete (ServiceWorkerRegistration.prototype as { sync?: unknown }).sync)
  await page.reload()
  await expect(page.getByText(/when there is a connection and Fieldpost is open\./)).toBeVisible()
  await expect(page.getByText(/You can close the app/)).toHaveCount(0)
})

test('the empty Outbox asks the server when it is told to', async () => {
  const pete = await signedIn('pete', 'phone', '/outbox')
  const { page } = pete
  await expect(page.getByText(/Nothing waits on this device/)).toBeVisible()
  const lastTry = async () =>
    ((await stored(page, 'meta')).find(({ key }) => key === 'contact')?.['value'] as { lastTry: number }).lastTry
  await page.waitForTimeout(2_000)
  const before = await lastTry()
  await page.getByRole('button', { name: 'Ask the server now' }).click()
  await expect.poll(lastTry).toBeGreaterThan(before)
})

test('a comment on an approval, an edit of the request and an edit of a comment are kept like all that is typed', async () => {
  const adam = await signedIn('adam', 'desk')
  const { page } = adam
  // What the demonstration holds is another on each day: of some requests another tasking is approved, and their words stay.
  const projects = await stored(page, 'projects')
  const isOpen = (request: unknown) =>
    projects.every((row) => row['requestId'] !== request || row['phase'] === 'interim')
  const interim = projects.find((row) => row['phase'] === 'interim' && isOpen(row['requestId']))
  const path = `/projects/${String(interim?.['id'])}`

  await test.step('the comment of an approval', async () => {
    const comment = () => page.getByRole('textbox', { name: /^Comment \(?optional/ })
    const open = () =>
      page
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click()
    await survives(page, path, open, comment, 'Agreed for two days only')
  })

  await test.step('the words of the request', async () => {
    const open = () => page.getByRole('button', { name: 'Edit Request' }).click()
    await survives(page, path, open, () => page.getByRole('dialog').getByLabel('Request'), 'Three days, in Mombasa')
    await page.keyboard.press('Escape')
  })
  await test.step('a comment of one’s own', async () => {
    await page.getByLabel('Comment', { exact: true }).fill('First version')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const more = page.getByRole('button', { name: /^More for the comment by Adam/ })
    await expect(more).toBeVisible()
    const open = async () => {
      await more.click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
    }
    await survives(page, path, open, () => page.getByLabel('Edit comment'), 'Second version, half typ')
  })
})

/** Typed, closed, opened, reloaded, opened: the words are there each time. */
async function survives(
  page: Page,
  path: string,
  open: () => Promise<void>,
  field: () => ReturnType<Page['getByLabel']>,
  words: string,
): Promise<void> {
  await page.goto(path)
  await open()
  await field().fill(words)
  await expect(
    page
      .getByText(/Saved on this device · \d/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await page.goto('/outbox')
  await page.goto(path)
  await open()
  await expect(field()).toHaveValue(words)
  await page.reload()
  await open()
  await expect(field()).toHaveValue(words)
}
