import { expect, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { Person } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'

let server: RunningServer
let person: Person
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.dispose())
test.afterEach(() => person.close())

test('what somebody attached appears live and is downloaded; without a connection the screen says why not', async () => {
  person = new Person(server.url, 'desk')
  const page = await person.open()
  await person.signInAndPrepare('mia')
  await page.goto(`${server.url}/find?status=3`)
  await page.locator('main a[href^="/projects/"]').first().click()
  await expect(page).toHaveURL(/\/projects\/\d+$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const signIn = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'pete@fieldpost.example', password: 'fieldpost-demo' }),
  })
  const { token } = (await signIn.json()) as { token: string }
  const form = new FormData()
  form.append('file', new File(['Nine o’clock, room four.'], 'Agenda für Montag.txt', { type: 'text/plain' }))
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${server.url}/api/projects/${id}/upload`, { method: 'POST', headers, body: form })
  expect(sent.status).toBe(200)

  const button = page.getByRole('button', { name: 'Download Agenda für Montag.txt' })
  await expect(button).toBeVisible({ timeout: 20_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toBe('Agenda für Montag.txt')
  expect(readFileSync(await download.path(), 'utf8')).toBe('Nine o’clock, room four.')

  await person.setOffline(true)
  await button.click()
  await expect(page.getByText('The file cannot be fetched without a connection.').first()).toBeVisible()
  expect(person.complaints).toEqual([])
})
