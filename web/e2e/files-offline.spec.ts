import { expect, test, type Page } from '@playwright/test'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { must } from '#shared/lib/must.ts'
import { BadNetwork } from './support/bad-network.ts'
import { crowd } from './support/crowd.ts'
import { stored, type Person } from './support/people.ts'
import { aTasking } from './support/speaker.ts'
import { toLastStep } from './support/wizard.ts'

// S05, S06, S17: files are chosen without a connection, and arrive through cuts, restarts and a browser that is killed.
const { signedIn, speaking, server } = crowd()

const picture = (name: string, bytes: number) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049444154', 'hex'),
    randomBytes(bytes),
  ]),
})
const panel = (page: Page) => page.getByRole('region', { name: 'Files' })
const row = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name })
const chooser = (page: Page) => page.getByLabel('Choose files')
const download = (page: Page, name: string) => page.getByRole('button', { name: `Download ${name}`, exact: true })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What everybody else can have of a tasking's files. */
async function filesAt(id: string | number): Promise<{ name: string; sha256: string }[]> {
  const mia = await speaking('mia')
  const files = await mia.get<{ name: string; path: string }[]>(`projects/${id}/files`)
  return Promise.all(files.map(async ({ name, path }) => ({ name, sha256: sha256(await mia.bytes(path)) })))
}

async function through(journey: (link: BadNetwork) => Promise<void>): Promise<void> {
  const link = new BadNetwork(server().port)
  await link.listen()
  try {
    await journey(link)
  } finally {
    await link.close()
  }
}

/** The battery is empty, and charged again. */
async function diesAndStarts(person: Person, path: string): Promise<Page> {
  person.kill()
  return person.open(path)
}

test('a picture chosen in the wizard without a connection outlives a kill before and after Finish, and goes after the request', async () =>
  through(async (link) => {
    const pete = await signedIn('pete', 'phone', '/requests', link)
    link.online = false
    const file = picture('Booth layout.png', 6_000_000)
    await toLastStep(pete.page)
    await chooser(pete.page).setInputFiles([file])
    await expect(row(pete.page, file.name)).toContainText('On this device')
    await expect(panel(pete.page)).toContainText('0 of 1 files sent')
    const path = new URL(pete.page.url()).pathname

    let page = await diesAndStarts(pete, path)
    await expect(row(page, file.name)).toContainText('6.0 MB')
    // Its own bytes, without a connection.
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Save ${file.name}` }).click(),
    ])
    expect(saved.suggestedFilename()).toBe(file.name)
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await expect(page.getByRole('heading', { name: /is saved on this device/ })).toBeVisible()
    await expect(page.getByText('0 of 1 files sent')).toBeVisible()

    page = await diesAndStarts(pete, '/outbox')
    await expect(panel(page).getByText(file.name)).toBeVisible({ timeout: 30_000 })
    const before = link.requests.length
    link.online = true
    await expect.poll(() => stored(page, 'outbox'), { timeout: 30_000 }).toEqual([])
    await expect.poll(() => stored(page, 'chunks').then((pieces) => pieces.length), { timeout: 60_000 }).toBe(0)
    const since = link.requests.slice(before)
    const firstOf = (start: string) => since.findIndex((request) => request.startsWith(start))
    expect(firstOf('POST /api/sync')).toBeLessThan(firstOf('POST /api/files/tus'))

    const taskings = (await stored(page, 'projects')).filter(({ requestId }) => path.includes(`/${String(requestId)}/`))
    expect(taskings.length).toBeGreaterThan(1)
    const [first] = taskings
    expect(await filesAt(Number(first?.['id']))).toEqual([{ name: file.name, sha256: sha256(file.buffer) }])
    await page.goto(`/projects/${String(first?.['id'])}`)
    await expect(download(page, file.name)).toBeVisible({ timeout: 30_000 })
    await expect(panel(page).getByRole('listitem')).toHaveCount(1)
  }))

test('somebody else sees that one of two files has come, from whom the other comes, and then both', async () =>
  through(async (link) => {
    const id = await aTasking(await speaking('mia'))
    const [pete, mia] = [
      await signedIn('pete', 'phone', `/projects/${id}`, link),
      await signedIn('mia', 'desk', `/projects/${id}`),
    ]
    const [small, large] = [picture('Venue entrance.png', 2_000), picture('Booth layout.png', 900_000)]
    await expect(panel(pete.page)).toBeVisible()
    await expect(panel(mia.page)).toBeVisible()
    await chooser(pete.page).setInputFiles([small])
    await expect(download(mia.page, small.name)).toBeVisible({ timeout: 30_000 })
    link.bytesPerSecondUp = 30_000
    await chooser(pete.page).setInputFiles([large])
    await expect(panel(mia.page)).toContainText('1 of 2 files sent', { timeout: 30_000 })
    await expect(row(mia.page, large.name)).toContainText(/on its way from Pete Okafor · since/)
    await expect(download(mia.page, large.name)).toHaveCount(0)
    await expect(panel(pete.page)).toContainText('1 of 2 files sent')
    await expect(row(pete.page, large.name)).toHaveCount(1)
    link.bytesPerSecondUp = undefined
    await expect(download(mia.page, large.name)).toBeVisible({ timeout: 60_000 })
    await expect(panel(mia.page)).not.toContainText('files sent')
    expect((await filesAt(id)).map(({ name }) => name)).toEqual([small.name, large.name])
  }))

test('a file that is kept on the device opens where nothing answers, after a kill too, and is let go of', async () =>
  through(async (link) => {
    const id = await aTasking(await speaking('mia'))
    const mia = await signedIn('mia', 'desk', `/projects/${id}`)
    const file = picture('Booth layout.png', 40_000)
    await chooser(mia.page).setInputFiles([file])
    await expect(download(mia.page, file.name)).toBeVisible({ timeout: 30_000 })

    const pete = await signedIn('pete', 'phone', `/projects/${id}`, link)
    await pete.page.getByRole('button', { name: `Keep ${file.name} on this device` }).click()
    await expect(row(pete.page, file.name)).toContainText('on this device · Remove from it', { timeout: 30_000 })
    link.online = false
    const page = await diesAndStarts(pete, `/projects/${id}`)
    const [saved] = await Promise.all([page.waitForEvent('download'), download(page, file.name).click()])
    expect(sha256(await readFile(await saved.path()))).toBe(sha256(file.buffer))
    await page.goto('/device')
    const kept = page.getByText('Files kept here').locator('xpath=..')
    await expect(kept).toContainText('40 kB')
    await kept.getByRole('button', { name: 'Remove them' }).click()
    await expect(kept).toContainText('0 B')
    await page.goto(`/projects/${id}`)
    await expect(download(page, file.name)).toBeDisabled()
  }))

test('a file is deleted and brought back without a connection: the row says so at once, it can be undone, and the others hear of it later', async () =>
  through(async (link) => {
    const id = await aTasking(await speaking('mia'))
    const pete = await signedIn('pete', 'phone', `/projects/${id}`, link)
    const [wrong, plan] = [
      picture('Wrong_scan_of_the_contract_for_the_regional_conference.png', 2_000),
      picture('Plan.png', 2_000),
    ]
    await chooser(pete.page).setInputFiles([wrong, plan])
    for (const { name } of [wrong, plan]) await expect(download(pete.page, name)).toBeVisible({ timeout: 30_000 })
    const remove = async (page: Page, name: string) => {
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(download(page, name)).toHaveCount(0)
    }
    link.online = false
    await remove(pete.page, plan.name)
    await pete.page.getByRole('button', { name: 'Undo' }).click()
    await expect(download(pete.page, plan.name)).toBeVisible()
    expect(await stored(pete.page, 'outbox')).toEqual([])
    for (const { name } of [wrong, plan]) await remove(pete.page, name)

    const page = await diesAndStarts(pete, `/projects/${id}`)
    const removed = page.getByRole('list', { name: 'Removed files' }).getByRole('listitem')
    await page.getByRole('button', { name: '2 files were removed' }).click()
    await expect(removed.filter({ hasText: wrong.name })).toContainText('On this device')
    // Chip and button had left its name a letter's room.
    const named = await removed.getByText(wrong.name, { exact: true }).boundingBox()
    expect(must(named).width).toBeGreaterThanOrEqual(90)
    await page.getByRole('button', { name: `Bring back ${plan.name}` }).click()
    await expect(download(page, plan.name)).toBeVisible()
    expect((await filesAt(id)).map(({ name }) => name)).toEqual([wrong.name, plan.name])

    link.online = true
    await expect.poll(() => stored(page, 'outbox'), { timeout: 30_000 }).toEqual([])
    expect(await stored(page, 'attention')).toEqual([])
    expect(await filesAt(id)).toEqual([{ name: plan.name, sha256: sha256(plan.buffer) }])
  }))

test('over a thin link that is cut again and again, with the browser killed in the middle: each file once, and little of it twice', async () =>
  through(async (link) => {
    const id = await aTasking(await speaking('mia'))
    const pete = await signedIn('pete', 'phone', `/projects/${id}`, link)
    const files = [picture('Venue entrance.png', 900_000), picture('Booth layout.png', 300_000)]
    await expect(panel(pete.page)).toBeVisible()
    link.latencyMs = 100
    link.bytesPerSecondUp = 60_000
    const before = link.counters.bytesUp
    const hasGone = (bytes: number) =>
      expect.poll(() => link.counters.bytesUp - before, { timeout: 90_000, intervals: [100] }).toBeGreaterThan(bytes)
    await chooser(pete.page).setInputFiles(files)
    let page = pete.page
    for (const bytes of [150_000, 350_000]) {
      await hasGone(bytes)
      link.online = false
      await expect(page.getByText(/^\d+ % · waits for the connection$/)).toBeVisible({ timeout: 30_000 })
      link.online = true
    }
    await hasGone(600_000)
    page = await diesAndStarts(pete, `/projects/${id}`)
    await hasGone(900_000)
    link.online = false
    await expect(page.getByText(/^\d+ % · waits for the connection$/)).toBeVisible({ timeout: 30_000 })
    link.online = true
    link.bytesPerSecondUp = undefined
    for (const { name } of files) await expect(download(page, name)).toBeVisible({ timeout: 90_000 })
    expect(await filesAt(id)).toEqual(files.map(({ name, buffer }) => ({ name, sha256: sha256(buffer) })))
    expect(await stored(page, 'chunks')).toEqual([])
    const all = files.reduce((sum, { buffer }) => sum + buffer.length, 0)
    expect((link.counters.bytesUp - before) / all).toBeLessThan(1.5)
  }))

test('logging out asks about a file as about a call, and keeps it for the same person', async () =>
  through(async (link) => {
    const id = await aTasking(await speaking('mia'))
    const pete = await signedIn('pete', 'desk', `/projects/${id}`, link)
    await expect(panel(pete.page)).toBeVisible()
    link.online = false
    const file = picture('Booth layout.png', 50_000)
    await chooser(pete.page).setInputFiles([file])
    const { page } = pete
    await expect(row(page, file.name)).toContainText('On this device', { timeout: 30_000 })
    await page.getByRole('button', { name: 'Pete Okafor', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('dialog', { name: '1 item has not been sent' }).getByRole('button', { name: /^Keep/ }).click()
    await expect(page.getByLabel('Email')).toBeVisible({ timeout: 30_000 })
    link.online = true
    await pete.signIn('pete')
    await expect(page.locator('#main')).toBeVisible({ timeout: 60_000 })
    await page.goto(`/projects/${id}`)
    await expect(download(page, file.name)).toBeVisible({ timeout: 60_000 })
    expect(await filesAt(id)).toEqual([{ name: file.name, sha256: sha256(file.buffer) }])
  }))

test('in Field Mode nothing goes until Send all; a photo is made smaller, and says what it had', async () => {
  const id = await aTasking(await speaking('mia'))
  const pete = await signedIn('pete', 'phone', '/device')
  const { page } = pete
  const fieldMode = page.getByRole('switch', { name: /Send and receive only/ })
  await fieldMode.click()
  await expect(fieldMode).toBeChecked()
  await page.goto(`/projects/${id}`)
  await expect(page.getByRole('switch', { name: /Make photos smaller/ })).toBeChecked()
  const large = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3_000, height: 2_000 })
    const context = canvas.getContext('2d')
    const noise = context?.createImageData(3_000, 2_000)
    noise?.data.forEach((_, n, all) => (all[n] = n % 4 === 3 ? 255 : Math.random() * 255))
    if (noise) context?.putImageData(noise, 0, 0)
    const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    return [...new Uint8Array((await photo?.arrayBuffer()) ?? new ArrayBuffer(0))]
  })
  await chooser(page).setInputFiles([{ name: 'Hall.jpeg', mimeType: 'image/jpeg', buffer: Buffer.from(large) }])
  await expect(row(page, 'Hall.jpg')).toContainText(/^Hall\.jpg\d\.\d MB · was \d\.\d MB/, { timeout: 30_000 })
  expect((await filesAt(id)).length).toBe(0)
  await page.goto('/outbox')
  await expect(panel(page)).toContainText('Hall.jpg')
  await expect(page.getByText(/^1 saved on this device/)).toBeVisible()
  await page.getByRole('button', { name: 'Send all' }).click()
  await expect(panel(page)).toHaveCount(0, { timeout: 30_000 })
  expect((await filesAt(id)).map(({ name }) => name)).toEqual(['Hall.jpg'])
})
