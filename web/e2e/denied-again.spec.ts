import { expect, test, type Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { referenceOf } from '#shared/model/project.ts'
import { startRelay } from '../../sync-server/testing/relay.ts'
import { aDevice } from './support/device.ts'
import type { Person, Persona, Size } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { speaker } from './support/speaker.ts'
import { ask } from './support/wizard.ts'

let relay: Awaited<ReturnType<typeof startRelay>>
let server: RunningServer
const people: Person[] = []

test.beforeEach(async () => {
  relay = await startRelay()
  const env = { SMTP_URL: relay.url, SMTP_FROM: 'Fieldpost <noreply@example.org>' }
  server = await startServer({ env: { ...env, PUBLIC_URL: 'https://fieldpost.example.org' } })
})
test.afterEach(async () => {
  const opened = people.splice(0)
  await Promise.all(opened.map((person) => person.close()))
  await server.dispose()
  await relay.close()
  expect(opened.flatMap(({ complaints }) => complaints)).toEqual([])
})

async function someone(who: Persona, size: Size, path: string): Promise<Page> {
  const person = await aDevice(server, who, size, { path })
  people.push(person)
  return person.page
}
const status = (page: Page, label: string) =>
  expect(page.getByText(label, { exact: true }).filter({ visible: true }).first()).toBeVisible({ timeout: 60_000 })

/** Letters wait five minutes for others of the same person; what waits is due now. */
async function fiveMinutesLater(): Promise<void> {
  await server.stop()
  const store = new Database(join(server.dataDir, 'demo.sqlite'))
  store.prepare('UPDATE effects SET dueDate = ?').run(new Date().toISOString())
  store.close()
  await server.start()
}

/** As it was sent, its folded lines unfolded. */
const lettersTo = (address: string): string[] =>
  relay.received.filter(({ to }) => to.includes(address)).map(({ source }) => source.replace(/=\r\n/g, ''))

for (const size of ['phone', 'desk'] as const satisfies Size[]) {
  test(`S11: who is denied is told with the reason, in the inbox and by letter, and the amendment brings it back (${size})`, async () => {
    const pete = await someone('pete', size, '/requests')
    const path = await ask({ page: pete } as Person)
    const id = Number(path.split('/').at(-1))
    const ref = referenceOf(id)
    await (await speaker(server, 'adam')).post(`projects/${id}/approve`, true)
    const cora = await someone('cora', size, path)
    await status(cora, 'Needs COR Authorization')

    await test.step('Cora denies: not with two letters, then with a reason and to Pete', async () => {
      await cora.getByRole('button', { name: /^Deny/ }).first().click()
      const dialog = cora.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('no')
      await dialog.getByRole('button', { name: 'Deny', exact: true }).click()
      await expect(dialog.getByText('Please enter a reason of at least 3 characters').first()).toBeVisible()
      await dialog.getByLabel('Reason').fill('The booth is double booked.')
      await dialog.getByRole('button', { name: 'Deny', exact: true }).click()
      await status(cora, 'Denied')
      await expect(cora.getByText('The booth is double booked.').first()).toBeVisible()
      await expect(cora.getByText('Pete Okafor').filter({ visible: true }).first()).toBeVisible()
    })

    await test.step('Pete is told: in his inbox, where it needs him, and by letter with the reason in its first line', async () => {
      await status(pete, 'Denied')
      await pete.goto('/inbox?show=needs')
      const entry = pete.getByRole('listitem').filter({ hasText: `denied ${ref}` })
      await expect(entry).toContainText('“The booth is double booked.”', { timeout: 60_000 })
      await expect(entry).toContainText(/Because you (are the assignee|requested it)/)
      expect(lettersTo('pete@fieldpost.example')).toEqual([])
      await fiveMinutesLater()
      const denials = () => lettersTo('pete@fieldpost.example').filter((letter) => letter.includes(`denied ${ref}`))
      await expect.poll(() => denials().length, { timeout: 60_000 }).toBe(1)
      const [head = '', body = ''] = (denials()[0] ?? '').split('\r\n\r\n', 2)
      expect(head).toMatch(/^Subject: .*/m)
      expect(body.split('\r\n')[0]).toContain('The booth is double booked.')
      expect(denials()[0]).toContain(`https://fieldpost.example.org/projects/${id}`)
      const rows = await (await speaker(server, 'cora')).get<{ id: number }[]>('dashboard/status/3')
      expect(rows.map((row) => row.id)).toContain(id)
    })

    await test.step('Pete comments while it is denied, amends, and Cora has it again', async () => {
      await pete
        .getByRole('listitem')
        .filter({ hasText: `denied ${ref}` })
        .getByRole('link', { name: 'Amend and resubmit' })
        .click()
      await pete.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
      await expect(pete).toHaveURL(path)
      await pete.getByLabel('Comment', { exact: true }).fill('Another booth is free')
      await pete.getByRole('button', { name: 'Comment', exact: true }).click()
      await expect(pete.getByLabel('Comment', { exact: true })).toHaveValue('')
      await pete
        .getByRole('button', { name: /Amend and resubmit/ })
        .first()
        .click()
      const answer = pete.getByRole('dialog')
      await answer.getByLabel('Amendment').fill('We take the other booth')
      await answer.getByRole('button', { name: /^Amend/ }).click()
      for (const page of [pete, cora]) await status(page, 'Needs COR Authorization')
      await expect(cora.getByText('Amendment 1').first()).toBeVisible()
      await expect(cora.getByText('Another booth is free').first()).toBeVisible()
      // It needs him no more, and the entry stays.
      await pete.goto('/inbox?show=needs')
      await expect(pete.getByRole('tab', { name: /^Needs you/ })).toBeVisible()
      await expect(pete.getByText(`denied ${ref}`)).toHaveCount(0)
      await pete.getByRole('tab', { name: /^All/ }).click()
      await expect(pete.getByRole('listitem').filter({ hasText: `denied ${ref}` })).toHaveCount(1)
    })

    await test.step('denied once more after it was approved, it comes back approved: nothing that was approved has changed', async () => {
      await (await speaker(server, 'cora')).post(`projects/${id}/approve`, true)
      await (await speaker(server, 'mia')).post(`projects/${id}/deny`, { content: 'The hotel is full.', assigneeId: 5 })
      await pete.goto(path)
      await status(pete, 'Denied')
      await pete
        .getByRole('button', { name: /Amend and resubmit/ })
        .first()
        .click()
      await pete.getByRole('dialog').getByLabel('Amendment').fill('Another hotel has rooms')
      await pete
        .getByRole('dialog')
        .getByRole('button', { name: /^Amend/ })
        .click()
      for (const page of [pete, cora]) await status(page, 'Needs Acceptance')
    })
  })
}
