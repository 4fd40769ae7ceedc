import { expect, test } from '@playwright/test'
import { stored } from '../support/people.ts'
import { speaker } from '../support/speaker.ts'
import { chooseInterpretation, describe, fillStart, next } from '../support/wizard.ts'
import { stage } from './stage.ts'

const on = stage('phone')

const comment = 'Said where nothing answers'
const details = 'Two Swahili interpreters, asked for without a connection'

test('without Background Sync: a request and a comment made offline outlive a reload and a kill, and arrive once when the app is open again', async () => {
  const { server, link, pete } = on()
  await test.step('a first visit becomes ready for offline', async () => {
    await pete.open()
    await pete.signIn('pete')
    await expect(pete.page.getByRole('heading', { name: /Ready to work offline/ })).toBeVisible({ timeout: 60_000 })
    await pete.page.getByRole('button', { name: 'Continue' }).click()
    await pete.isInstalled()
    expect(await pete.page.evaluate(() => 'SyncManager' in window)).toBe(false)
  })
  const [project] = (await stored(pete.page, 'projects')).filter((row) => row['phase'] === 'progress')
  const tasking = `/projects/${String(project?.['id'])}`

  await test.step('the server goes away; a comment is saved on the device', async () => {
    await pete.page.goto(tasking)
    await expect(pete.page.getByLabel('Comment', { exact: true })).toBeEnabled()
    link.online = false
    await pete.page.getByLabel('Comment', { exact: true }).fill(comment)
    await pete.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(pete.page.getByText(/Saved on this device\. It will be sent/)).toBeVisible()
    await saysWhatWaits(1)
  })

  await test.step('a request with two tasks is begun', async () => {
    await pete.page.goto('/requests')
    await fillStart(pete.page)
    await next(pete.page, 'Tasks')
    await chooseInterpretation(pete.page)
    await next(pete.page, 'Details')
    await describe(pete.page, 'Pete, Nairobi office', details)
  })

  const step = new URL(pete.page.url()).pathname
  await test.step('every word stands there after a reload, and after a kill', async () => {
    await pete.page.reload()
    await expect(pete.page.getByLabel('Request Details')).toHaveValue(details)
    pete.kill()
    await pete.open(step)
    await expect(pete.page.getByLabel('Contact Details')).toHaveValue('Pete, Nairobi office')
    await expect(pete.page.getByLabel('Request Details')).toHaveValue(details)
  })

  await test.step('Finish says that it is saved on this device, and so does the app after another kill', async () => {
    await next(pete.page, 'Complete')
    await pete.page.getByRole('button', { name: 'Finish', exact: true }).click()
    await expect(heading('Your Language Support Request is saved on this device.')).toBeVisible()
    expect(await references()).toHaveLength(2)
    await pete.page.waitForTimeout(600)
    pete.kill()
    await pete.open(step.replace('details', 'complete'))
    await expect(heading('Your Language Support Request is saved on this device.')).toBeVisible()
    await saysWhatWaits(2)
  })

  const offline = await references()
  await test.step('the server is back: all is sent, and the references stay', async () => {
    link.online = true
    await expect(heading('Your Language Support Request is now complete.')).toBeVisible({ timeout: 60_000 })
    expect(await references()).toEqual(offline)
    await expect.poll(() => stored(pete.page, 'outbox'), { timeout: 30_000 }).toEqual([])
    expect(await stored(pete.page, 'attention')).toEqual([])
    await expect(pete.page.getByText(/saved on this device/i)).toHaveCount(0)
  })

  await test.step('anybody else sees each of it once', async () => {
    const mia = await speaker(server, 'mia')
    const [request] = (await stored(pete.page, 'requests')).filter((row) => row['taskDetails'] === details)
    const made = await mia.get<{ id: number }[]>(`requests/${String(request?.['id'])}/projects`)
    expect(made).toHaveLength(2)
    const comments = await mia.get<{ comment: string }[]>(`projects/${String(project?.['id'])}/comments`)
    expect(comments.filter((row) => row.comment === comment)).toHaveLength(1)
  })
  expect(pete.complaints).toEqual([])
})

const heading = (name: string) => on().pete.page.getByRole('heading', { name })
const references = () =>
  on()
    .pete.page.getByText(/^T-\d+-\d+$/)
    .allInnerTexts()

/** The bar, in the words of a server that is not reached. */
async function saysWhatWaits(count: number): Promise<void> {
  const bar = on().pete.page.getByRole('link', {
    name: new RegExp(`Can't reach the server · ${count} saved on this device`),
  })
  await expect(bar.first()).toBeVisible({ timeout: 30_000 })
}
