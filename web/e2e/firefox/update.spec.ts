import { expect, test } from '@playwright/test'
import { aNewerBuild, newerId } from '../support/newer-build.ts'
import { stored } from '../support/people.ts'
import { speaker } from '../support/speaker.ts'
import { stage } from './stage.ts'

const on = stage('desk')

test('a new version waits until it is taken; what waits and what is half typed goes along into it, and is delivered once', async () => {
  const { server, link, pete } = on()
  await pete.open()
  await pete.signInAndPrepare('pete')
  await pete.isInstalled()
  const { page } = pete
  const [project] = (await stored(page, 'projects')).filter((row) => row['phase'] === 'progress')
  const tasking = `/projects/${String(project?.['id'])}`
  const comment = page.getByLabel('Comment', { exact: true })
  const build = () => page.locator('meta[name="build"]').getAttribute('content')
  const older = await build()

  server.build = await aNewerBuild()
  await server.restart()
  await page.goto(tasking)
  await expect(page.getByText('New version ready')).toBeVisible({ timeout: 60_000 })
  expect(await build()).toBe(older)

  link.online = false
  await comment.fill('Sent by the older one')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText(/Saved on this device\. It will be sent/)).toBeVisible()
  await comment.fill('Half typed in the older one')
  await expect(page.getByText(/Saved on this device · \d/).filter({ visible: true })).toBeVisible()
  expect(await build()).toBe(older)

  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(build, { timeout: 30_000 }).toBe(newerId)
  await expect(comment).toHaveValue('Half typed in the older one')
  await expect(page.getByText('New version ready')).toHaveCount(0)
  expect(await stored(page, 'outbox')).toHaveLength(1)

  link.online = true
  await expect.poll(() => stored(page, 'outbox'), { timeout: 60_000 }).toEqual([])
  expect(await stored(page, 'attention')).toEqual([])
  const mia = await speaker(server, 'mia')
  const comments = await mia.get<{ comment: string }[]>(`projects/${String(project?.['id'])}/comments`)
  expect(comments.filter((row) => row.comment === 'Sent by the older one')).toHaveLength(1)
  await expect(comment).toHaveValue('Half typed in the older one')
  expect(pete.complaints).toEqual([])
})
