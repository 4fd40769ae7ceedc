import { expect, test, type Locator, type Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BadNetwork } from './support/bad-network.ts'
import { crowd } from './support/crowd.ts'
import { stored, type Size } from './support/people.ts'
import { mostLinesOf } from './support/screen.ts'
import { aTasking } from './support/speaker.ts'
import { toLastStep } from './support/wizard.ts'

// S17: what is attached, by whom, over which link, and what is refused.
const { signedIn, speaking, server } = crowd()

/** A picture as far as anybody looks: its signature, and as much as is wanted. */
const photo = (name: string, bytes: number) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049444154', 'hex'),
    randomBytes(bytes),
  ]),
})
const text = (name: string, words: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) })
const panel = (page: Page) => page.getByRole('region', { name: 'Files' })
const chooser = (page: Page) => page.getByLabel('Choose files')
const download = (page: Page, name: string) => page.getByRole('button', { name: `Download ${name}`, exact: true })

async function bytesOf(page: Page, button: Locator): Promise<Buffer> {
  const [got] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFileSync(await got.path())
}

test('a text is read where it lies, as words and nothing else, without a connection too where it is kept', async () => {
  const id = await aTasking(await speaking('mia'))
  const words = 'Nine o’clock <img src=x onerror="document.title=\'run\'"> & <b>room</b> four.'
  const pete = await speaking('pete')
  for (const [name, parts] of Object.entries({
    'Agenda.txt': [words],
    'Minutes.txt': [words, '\n', 'Ö'.repeat(80_000), ' the end'],
  })) {
    const form = new FormData()
    form.append('file', new File(parts, name, { type: 'text/plain' }))
    await pete.post(`projects/${id}/upload`, form)
  }
  const mia = await signedIn('mia', 'phone', `/projects/${id}`)
  const { page } = mia
  const read = async (name: string) => {
    await page.getByRole('button', { name: `Read ${name}` }).click()
    return page.getByRole('dialog').getByRole('region', { name })
  }
  const close = () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const minutes = await read('Minutes.txt')
  await expect(minutes).toContainText('ÖÖÖ')
  await expect(page.getByRole('dialog')).toContainText('The first 100 kB of 160 kB')
  expect(await minutes.textContent()).toMatch(/Ö$/)
  await close()

  await page.getByRole('button', { name: 'Keep Agenda.txt on this device' }).click()
  await expect(page.getByRole('button', { name: 'Remove Agenda.txt from this device' })).toBeVisible()
  await mia.setOffline(true)
  await expect(page.getByRole('button', { name: 'Read Minutes.txt' })).toHaveCount(0, { timeout: 20_000 })
  const agenda = await read('Agenda.txt')
  await expect(agenda).toHaveText(words)
  expect(await agenda.evaluate((element) => element.childElementCount)).toBe(0)
  await close()
})

test('what somebody attached appears live and is downloaded; without a connection files are chosen all the same', async () => {
  const id = await aTasking(await speaking('mia'))
  const mia = await signedIn('mia')
  const { page } = mia
  await page.goto(`/projects/${id}`)
  const form = new FormData()
  form.append('file', new File(['Nine o’clock, room four.'], 'Agenda für Montag.txt', { type: 'text/plain' }))
  await (await speaking('pete')).post(`projects/${id}/upload`, form)

  const button = download(page, 'Agenda für Montag.txt')
  await expect(button).toBeVisible({ timeout: 20_000 })
  await expect(panel(page)).toContainText('Pete Okafor')
  expect((await bytesOf(page, button)).toString('utf8')).toBe('Nine o’clock, room four.')

  // A link that is gone without anybody knowing, and then one that is known to be.
  await page.context().route('**/api/files/**', (route) => route.abort())
  await button.click()
  await expect(page.getByText('The file cannot be fetched without a connection.').first()).toBeVisible()
  await mia.setOffline(true)
  await expect(button).toBeDisabled()
  await expect(button).toHaveAttribute('title', 'Files are downloaded while you are connected')
  await chooser(page).setInputFiles([text('Plan.txt', 'Of the second day')])
  await expect(panel(page).getByRole('listitem').filter({ hasText: 'Plan.txt' })).toContainText('On this device', {
    timeout: 30_000,
  })
})

for (const size of ['desk', 'phone'] satisfies Size[]) {
  test(`two files at once over a slow link on the ${size}: each with its progress as a number, one after the other`, async () => {
    const id = await aTasking(await speaking('mia'))
    const link = new BadNetwork(server().port)
    await link.listen()
    try {
      const { page } = await signedIn('mia', size, `/projects/${id}`, link)
      await expect(panel(page)).toBeVisible()
      link.bytesPerSecondUp = 250_000
      await chooser(page).setInputFiles([photo('Seating plan.png', 1_500_000), photo('Booth.png', 900_000)])
      await expect(page.getByText('waits for its turn')).toBeVisible()
      const seen = new Set<string>()
      const bar = page.getByRole('progressbar', { name: 'Seating plan.png' })
      await expect
        .poll(
          async () => {
            if (await bar.count()) seen.add((await bar.getAttribute('aria-valuenow').catch(() => null)) ?? '')
            return [...seen].filter((percent) => Number(percent) > 0 && Number(percent) < 100).length
          },
          { timeout: 60_000, intervals: [200] },
        )
        .toBeGreaterThan(0)
      for (const name of ['Seating plan.png', 'Booth.png'])
        await expect(download(page, name)).toBeVisible({ timeout: 60_000 })
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expect(page.getByText('Saved Successfully!').first()).toBeVisible()
    } finally {
      await link.close()
    }
  })
}

test('an upload that is cut in the middle goes on where it was, and arrives whole', async () => {
  const id = await aTasking(await speaking('mia'))
  const link = new BadNetwork(server().port)
  await link.listen()
  try {
    const { page } = await signedIn('mia', 'desk', `/projects/${id}`, link)
    const file = photo('Seating plan.png', 4_000_000)
    link.bytesPerSecondUp = 500_000
    const before = link.counters.bytesUp
    await chooser(page).setInputFiles([file])
    await expect.poll(() => link.counters.bytesUp - before, { timeout: 60_000 }).toBeGreaterThan(1_500_000)
    link.online = false
    await expect(page.getByText(/^\d+ % · waits for the connection$/)).toBeVisible({ timeout: 30_000 })
    // It is not lost by looking at something else.
    await page.getByRole('link', { name: 'Find', exact: true }).click()
    link.online = true
    await page.goBack()
    link.bytesPerSecondUp = undefined
    const button = download(page, 'Seating plan.png')
    await expect(button).toBeVisible({ timeout: 90_000 })
    expect((await bytesOf(page, button)).equals(file.buffer)).toBe(true)
    // At most a piece and what the link had taken goes twice; from the beginning it would have been 1.4 times as much.
    expect((link.counters.bytesUp - before) / file.buffer.length).toBeLessThan(1.35)
  } finally {
    await link.close()
  }
})

test('what is not taken is said by name, with the limit and what is taken; the rest goes', async () => {
  const id = await aTasking(await speaking('mia'))
  const { page } = await signedIn('pete', 'phone')
  await page.goto(`/projects/${id}`)
  const long = `${'Attendance of the second and third day with everybody who came, and of those who did not'.slice(0, 96)}.txt`
  await chooser(page).setInputFiles([
    photo('Hall.png', 26 * 1024 * 1024),
    text('run.exe', 'MZ'),
    text('empty.txt', ''),
    text('Letter.pdf', 'This is no PDF.'),
    text(long, 'Everybody'),
    { ...photo('Broken.png', 0), buffer: Buffer.concat([photo('', 0).buffer.subarray(0, 8), randomBytes(900)]) },
  ])
  const row = (name: string) => panel(page).getByRole('listitem').filter({ hasText: name })
  await expect(row('Hall.png')).toContainText('Too large (26.1 MB, limit 25 MB). Choose a smaller one.')
  await expect(row('run.exe')).toContainText('Files of this kind are not taken. Attach one of: pdf')
  await expect(row('empty.txt')).toContainText('This file is empty.')
  await expect(row('Letter.pdf')).toContainText('The content of Letter.pdf is not what its ending .pdf says.', {
    timeout: 30_000,
  })
  await expect(download(page, long)).toBeVisible({ timeout: 30_000 })
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  for (const name of ['Hall.png', 'run.exe', 'empty.txt'])
    await page.getByRole('button', { name: `Dismiss ${name}` }).click()
  await page.getByRole('button', { name: 'Remove Letter.pdf' }).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(2)
  // What is called a picture and is none has the ending of its name, as everything else.
  await expect(row('Broken.png')).toContainText('PNG')
})

test('what is dropped anywhere on the page is attached, and the page stays; two tabs attach at once', async () => {
  const id = await aTasking(await speaking('mia'))
  const { page } = await signedIn('mia', 'desk', `/projects/${id}`)
  const other = await page.context().newPage()
  await other.goto(`/projects/${id}`)
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
  await chooser(other).setInputFiles([photo('Booth.png', 3_000_000)])
  const stays = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['Nine o’clock'], 'Agenda.txt', { type: 'text/plain' }))
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    document.querySelector('h1')?.dispatchEvent(drop)
    return drop.defaultPrevented
  })
  expect(stays).toBe(true)
  for (const tab of [page, other])
    for (const name of ['Agenda.txt', 'Booth.png']) await expect(download(tab, name)).toBeVisible({ timeout: 30_000 })
})

test('a file is stopped on its way, deleted after a question, and brought back; others have no button for it', async () => {
  const id = await aTasking(await speaking('mia'))
  const link = new BadNetwork(server().port)
  await link.listen()
  try {
    const pete = await signedIn('pete', 'desk', `/projects/${id}`, link)
    const { page } = pete
    link.bytesPerSecondUp = 100_000
    await chooser(page).setInputFiles([photo('Wrong.png', 2_000_000), text('Notes.txt', 'Of the first day')])
    await page.getByRole('button', { name: 'Stop Wrong.png' }).click()
    link.bytesPerSecondUp = undefined
    await expect(download(page, 'Notes.txt')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Wrong.png')).toHaveCount(0)

    const mia = await signedIn('mia', 'phone', `/projects/${id}`)
    await chooser(mia.page).setInputFiles([text('Plan.txt', 'Of the second day')])
    await expect(download(page, 'Plan.txt')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Delete Plan.txt' })).toHaveCount(0)

    await mia.page.getByRole('button', { name: 'Delete Notes.txt' }).click()
    await expect(mia.page.getByText('Do you really want to delete this item?')).toBeVisible()
    await mia.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(mia.page.getByText('Deleted Notes.txt')).toBeVisible()
    await expect(download(page, 'Notes.txt')).toHaveCount(0, { timeout: 30_000 })

    // It was Pete's own, so he may bring it back too.
    await page.getByRole('button', { name: 'One file was removed' }).click()
    await page.getByRole('button', { name: 'Bring back Notes.txt' }).click()
    await expect(download(page, 'Notes.txt')).toBeVisible({ timeout: 30_000 })
    expect((await bytesOf(page, download(page, 'Notes.txt'))).toString()).toBe('Of the first day')
    await expect(mia.page.getByRole('button', { name: /removed/ })).toHaveCount(0, { timeout: 30_000 })
  } finally {
    await link.close()
  }
})

test('the last step of a request takes files, which may be removed until it is finished and then belong to its taskings', async () => {
  const { page } = await signedIn('pete', 'phone', '/requests')
  await toLastStep(page)
  await chooser(page).setInputFiles([text('Agenda.txt', 'Nine o’clock'), text('Draft.txt', 'Not this one')])
  await expect(page.getByRole('button', { name: 'Delete Draft.txt' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Delete Draft.txt' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Delete Draft.txt' })).toHaveCount(0, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your Language Support Request is now complete.' })).toBeVisible({
    timeout: 20_000,
  })
  const projects = async () =>
    (await stored(page, 'projects')).filter((row) => row['description']?.toString().includes('workshop'))
  expect((await projects()).length).toBeGreaterThan(1)
  for (const link of await page.getByRole('link', { name: /T-\d+-\d+/ }).all()) {
    const [id] = /\d+$/.exec((await link.getAttribute('href')) ?? '') ?? []
    const names = await (await speaking('mia')).get<{ name: string }[]>(`projects/${id}/files`)
    expect(names.map(({ name }) => name)).toEqual(['Agenda.txt'])
  }
})

test('who attached a file stands on one line, also on a small phone', async () => {
  const { page } = await signedIn('mia', 'phone', '/projects/41000096')
  await expect(panel(page)).toContainText('Tomás Rivera')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await mostLinesOf(panel(page), 'Tomás\\sRivera')).toBe(1)
})
