import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { chooseInterpretation, fillStart, next } from './support/wizard.ts'

const { signedIn } = crowd()

/** As after a gap in its queue: from its next contact on it goes by another number, and what it has made and not sent gets other ids. */
async function giveUpNumber(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const own = (await indexedDB.databases()).find(({ name }) => name?.startsWith('fieldpost-user-'))
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(own?.name ?? '')
      request.onsuccess = () => resolve(request.result)
    })
    const meta = opened.transaction('meta', 'readwrite').objectStore('meta')
    const reading = meta.get('identity') as IDBRequest<{ key: string; value: object }>
    await new Promise((resolve) => {
      reading.onsuccess = () => {
        const { key, value } = reading.result
        meta.put({ key, value: { ...value, givenUp: true } }).onsuccess = resolve
      }
    })
    opened.close()
  })
}

test('the page of a request follows it to its new id, with what is typed; so does the way back', async () => {
  const pete = await signedIn('pete', 'desk', '/requests')
  const { page } = pete
  await pete.setOffline(true)
  await fillStart(page)
  await next(page, 'Tasks')
  await chooseInterpretation(page)
  await next(page, 'Details')
  await page.getByLabel('Contact Details').fill('Pete, Nairobi office')
  await expect.poll(async () => (await stored(page, 'forms')).length).toBe(1)
  const before = new URL(page.url()).pathname
  await giveUpNumber(page)
  await page.getByLabel('Request Details').pressSequentially('Interpreters', { delay: 20 })
  await pete.setOffline(false)
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 30_000 }).not.toBe(before)
  expect(new URL(page.url()).pathname).toMatch(/^\/requests\/\d+\/details$/)
  await expect(page.getByLabel('Contact Details')).toHaveValue('Pete, Nairobi office')
  await expect(page.getByLabel('Request Details')).toHaveValue('Interpreters')
  await expect.poll(() => stored(page, 'outbox'), { timeout: 30_000 }).toEqual([])
  await page.goBack()
  await expect(page.getByRole('checkbox', { name: /Interpretation/ })).toBeChecked()
  await page.goForward()
  await expect(page.getByLabel('Contact Details')).toHaveValue('Pete, Nairobi office')
})
