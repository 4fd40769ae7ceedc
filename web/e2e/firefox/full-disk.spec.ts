import { expect, test } from '@playwright/test'
import { stored } from '../support/people.ts'
import { aSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { speaker } from '../support/speaker.ts'
import { stage } from './stage.ts'

/** Firefox keeps much beside the app in its profile, and lets an address have a share of the disk. */
const MEGABYTES = 400

let disk: SmallDisk
const on = stage('phone', () => (disk = aSmallDisk(MEGABYTES)).folder)
test.afterEach(() => disk.remove())

test('on a full disk a comment is not kept, that is said, the form keeps it, and it is sent once there is room', async () => {
  const { server, link, pete } = on()
  await pete.open()
  await pete.signInAndPrepare('pete')
  await pete.isInstalled()
  const { page } = pete
  const [project] = (await stored(page, 'projects')).filter((row) => row['phase'] === 'progress')
  await page.goto(`/projects/${String(project?.['id'])}`)
  const comment = page.getByLabel('Comment', { exact: true })
  const send = page.getByRole('button', { name: 'Comment', exact: true })
  await expect(comment).toBeEnabled()
  link.online = false
  await comment.fill('Typed before the disk was full')
  await expect(page.getByText(/Saved on this device · \d/).filter({ visible: true })).toBeVisible()

  disk.fill()
  const text = 'Typed on a full disk. '.repeat(400).trim()
  await comment.fill(text)
  await expect(page.getByText('Not saved: this device is full')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/Saved on this device · \d/)).toHaveCount(0)
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: 'This device is full. Not saved yet.' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(comment).toHaveValue(text)
  await expect(page.getByRole('link', { name: 'This device is full' }).first()).toBeVisible()
  expect(await stored(page, 'outbox')).toEqual([])

  disk.makeRoom()
  await expect(page.getByText('This device is full', { exact: true })).toHaveCount(0, { timeout: 60_000 })
  await send.click()
  await expect(comment).toHaveValue('')
  await expect(page.getByText(/Saved on this device\. It will be sent/)).toBeVisible()
  link.online = true
  await expect.poll(() => stored(page, 'outbox'), { timeout: 60_000 }).toEqual([])
  const mia = await speaker(server, 'mia')
  const comments = await mia.get<{ comment: string }[]>(`projects/${String(project?.['id'])}/comments`)
  expect(comments.filter((row) => row.comment === text)).toHaveLength(1)
  expect(pete.complaints).toEqual([])
})
