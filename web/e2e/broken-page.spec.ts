import { expect, test, type Page } from '@playwright/test'
import { aDevice } from './support/device.ts'
import { stored } from './support/people.ts'
import { startServer } from './support/server.ts'

/** A row as no server writes it, past the app and into the browser's own database. */
const write = (page: Page, row: object) =>
  page.evaluate(async (broken) => {
    const own = (await indexedDB.databases()).find(({ name }) => name?.startsWith('fieldpost-user-'))
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(own?.name ?? '')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error('The database does not open'))
    })
    const done = opened.transaction('projects', 'readwrite')
    done.objectStore('projects').put(broken)
    await new Promise((resolve) => (done.oncomplete = resolve))
    opened.close()
  }, row)

test('a page that breaks takes nothing with it; Try again shows it once what broke it is gone', async () => {
  const server = await startServer()
  const mia = await aDevice(server, 'mia', 'desk', { path: '/requests/mine' })
  const { page } = mia
  const [row] = (await stored(page, 'projects')).filter(({ phase }) => phase === 'progress')
  await write(page, { ...row, phase: 'nowhere' })
  await page.goto(`/projects/${String(row?.['id'])}`)
  await expect(page.getByRole('alert').getByRole('heading', { name: 'This page could not be opened' })).toBeVisible({
    timeout: 30_000,
  })

  await test.step('the shell works on: its menu, its search, other pages', async () => {
    await expect(page.getByRole('banner').getByRole('button', { name: 'Mia Lindqvist' })).toBeVisible()
    await page.getByRole('link', { name: 'Fieldpost, home' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  })

  await test.step('while it is broken it stays so, and once it is mended it is there, without a reload', async () => {
    await page.goBack()
    await page.evaluate(() => (document.documentElement.dataset['same'] = 'yes'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'This page could not be opened' })).toBeVisible()
    await write(page, row ?? {})
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(String(row?.['name']))
    await expect(page.locator('html[data-same="yes"]')).toHaveCount(1)
  })
  await mia.close()
  await server.dispose()
})

test('what breaks outside of every page is a sentence too, and the app is there again once it is gone', async () => {
  const server = await startServer()
  const mia = await aDevice(server, 'mia', 'phone')
  const { page } = mia
  /** Who is signed in, as no version can read it; and as it was. */
  const swap = (how: 'break' | 'mend') =>
    page.evaluate(async (how) => {
      const opened = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('fieldpost-session')
        request.onsuccess = () => resolve(request.result)
      })
      const store = opened.transaction('session', 'readwrite').objectStore('session')
      const get = (key: string) =>
        new Promise<unknown>((resolve) => {
          const request = store.get(key)
          request.onsuccess = () => resolve(request.result)
        })
      if (how === 'break') store.put(await get('session'), 'as it was')
      store.put(how === 'break' ? { alive: true } : await get('as it was'), 'session')
      await new Promise((resolve) => (store.transaction.oncomplete = resolve))
      opened.close()
    }, how)
  await swap('break')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This page could not be opened' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be opened' })).toBeVisible()
  await swap('mend')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('#main')).toBeVisible({ timeout: 30_000 })
  await mia.close()
  await server.dispose()
})
