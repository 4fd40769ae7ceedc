import { expect, test } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { aDevice } from './support/device.ts'
import { Person, stored } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { chooseInterpretation, describe, fillStart, next } from './support/wizard.ts'

let server: RunningServer
let link: BadNetwork
let pete: Person
let adam: Person

test.beforeEach(async () => {
  server = await startServer()
  link = new BadNetwork(server.port)
  await link.listen()
  // A post's link: half a second there and back, 60 kB/s.
  link.latencyMs = 250
  link.bytesPerSecondDown = 60_000
})
test.afterEach(async () => {
  await pete.close()
  await adam.close()
  await link.close()
  await server.dispose()
})

test('a request made without a connection, through two kills of the browser, reaches the managers live', async () => {
  pete = new Person(link, 'phone')
  adam = await aDevice(server, 'adam', 'desk', { path: '/dashboard/operations?tab=0' })
  await expect(adam.page.getByRole('tab', { name: /Needs Interim Approval/ })).toHaveAttribute('aria-selected', 'true')

  await test.step('Pete signs in on a phone; his working set arrives in pages, with progress', async () => {
    await pete.open()
    await pete.signIn('pete')
    await expect(pete.page.getByRole('heading', { name: 'Preparing this device' })).toBeVisible({ timeout: 30_000 })
    await expect(pete.page.getByRole('progressbar')).toBeVisible()
    await expect(pete.page.getByRole('heading', { name: /Ready to work offline · [\d.,]+\s[kM]B/ })).toBeVisible({
      timeout: 220_000,
    })
    await pete.page.getByRole('button', { name: 'Continue' }).click()
    await pete.isInstalled()
  })

  await test.step('with the network cut he starts a request', async () => {
    link.online = false
    await pete.setOffline(true)
    await pete.page.getByRole('link', { name: 'Start a Request' }).click()
    await fillStart(pete.page)
    await next(pete.page, 'Tasks')
    await next(pete.page, 'Details')
    await expect(pete.page.getByText('Please select at least one task.').first()).toBeVisible()
    await chooseInterpretation(pete.page)
    await next(pete.page, 'Details')
    await next(pete.page, 'Complete')
    await expect(pete.page.getByText('Contact Details are required').first()).toBeVisible()
    await expect(pete.page.getByText('Request Details are required').first()).toBeVisible()
    await describe(pete.page, 'Pete, Nairobi office', 'Two Swahili interpreters for the tax audit workshop')
  })

  const details = new URL(pete.page.url()).pathname
  await test.step('the browser is killed in Details, and everything is still there', async () => {
    pete.kill()
    await pete.open(details)
    await pete.setOffline(true)
    await expect(pete.page.getByLabel('Contact Details')).toHaveValue('Pete, Nairobi office')
    await expect(pete.page.getByLabel('Request Details')).toHaveValue(
      'Two Swahili interpreters for the tax audit workshop',
    )
    await next(pete.page, 'Complete')
  })

  let references: string[] = []
  await test.step('Finish says that it is saved on this device', async () => {
    await pete.page.getByRole('button', { name: 'Finish', exact: true }).click()
    await expect(
      pete.page.getByRole('heading', { name: 'Your Language Support Request is saved on this device.' }),
    ).toBeVisible()
    references = await pete.page.getByText(/^T-\d+-\d+$/).allInnerTexts()
    expect(references).toHaveLength(2)
    await expect(pete.page.getByText('On this device', { exact: true }).first()).toBeVisible()
    await pete.page.getByRole('link', { name: 'View in Outbox' }).click()
    await expect(pete.page.getByRole('button', { name: /Language Support[^]*On this device/ })).toBeVisible()
  })

  await test.step('killed again after Finish: nothing is lost', async () => {
    pete.kill()
    await pete.open(details.replace('details', 'complete'))
    await pete.setOffline(true)
    await expect(
      pete.page.getByRole('heading', { name: 'Your Language Support Request is saved on this device.' }),
    ).toBeVisible()
    expect(await stored(pete.page, 'outbox')).toHaveLength(4)
  })

  await test.step('the link returns: the message becomes the specification’s, the references stay', async () => {
    link.online = true
    await pete.setOffline(false)
    await expect(
      pete.page.getByRole('heading', { name: 'Your Language Support Request is now complete.' }),
    ).toBeVisible({ timeout: 15_000 })
    expect(await pete.page.getByText(/^T-\d+-\d+$/).allInnerTexts()).toEqual(references)
    expect(await stored(pete.page, 'outbox')).toEqual([])
  })

  const [reference = ''] = references
  await test.step('Adam sees it without doing anything, and approves', async () => {
    // His own rows do not jump: the pill brings them.
    const pill = adam.page.getByRole('button', { name: /updates?$/ })
    await expect(pill).toBeVisible({ timeout: 10_000 })
    await pill.click()
    // It is due last of those that wait, so it stands below the first rows.
    await adam.page.getByRole('link', { name: /^Show all/ }).click()
    await expect(adam.page).toHaveURL(/\/find/)
    // What he is told of it stands in a corner for some seconds, and names it too.
    await adam.page.locator('#main').getByRole('link', { name: reference }).click()
    await expect(adam.page.getByText('Two Swahili interpreters for the tax audit workshop').first()).toBeVisible()
    await adam.page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .click()
    await expect(adam.page.locator('#decision-comment')).toBeFocused()
    await adam.page.keyboard.press('Enter')
    await expect(adam.page.getByText('Needs COR Authorization').first()).toBeVisible()
  })

  await test.step('Pete’s phone shows it live', async () => {
    await pete.page
      .getByRole('link', { name: new RegExp(reference) })
      .first()
      .click()
    await expect(pete.page.getByText('Needs COR Authorization').first()).toBeVisible({ timeout: 20_000 })
    await expect(pete.page.getByText(/Adam Kessler/).first()).toBeVisible()
  })

  expect(pete.complaints).toEqual([])
  expect(adam.complaints).toEqual([])
})

test('finished offline with the app closed, the request is sent by the service worker when the link returns', async () => {
  link.latencyMs = 20
  link.bytesPerSecondDown = undefined
  pete = await aDevice(server, 'pete', 'phone', { at: link })
  link.online = false
  await pete.setOffline(true)
  await pete.page.getByRole('link', { name: 'Start a Request' }).click()
  await fillStart(pete.page)
  await next(pete.page, 'Tasks')
  await chooseInterpretation(pete.page)
  await next(pete.page, 'Details')
  await describe(pete.page, 'Pete', 'Sent while nobody looks')
  await next(pete.page, 'Complete')
  await pete.page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(pete.page.getByRole('heading', { name: /is saved on this device/ })).toBeVisible()
  await pete.closePage()

  link.online = true
  await pete.setOffline(false)
  await pete.wakeServiceWorker('fieldpost-round')
  adam = await aDevice(server, 'adam', 'desk', { path: '/find?type=search&term=nobody+looks' })
  await expect(adam.page.getByText('Sent while nobody looks').first()).toBeVisible({ timeout: 30_000 })
})
