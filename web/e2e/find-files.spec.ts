import { expect, test, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { sheetRows, unzipped } from '../../shared/testing/unzipped.ts'
import { BadNetwork } from './support/bad-network.ts'
import { crowd } from './support/crowd.ts'

// S23, C-258: the file is exactly what is shown.
const { signedIn, server } = crowd()
const results = (page: Page) => page.getByRole('table', { name: 'Results' })

async function exported(page: Page, entry: RegExp, button = 'Export'): Promise<Buffer> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: entry }).click()
  return readFile(await (await download).path())
}
const totalOf = async (page: Page): Promise<number> => {
  const told = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
  return Number(((await told.textContent()) ?? '').replace(/.*of |,/g, ''))
}
const referencesShown = async (page: Page): Promise<string[]> => {
  const names: string[] = []
  for (;;) {
    names.push(...(await results(page).getByRole('row').getByRole('link').allTextContents()))
    const next = page.getByRole('button', { name: 'Next page' })
    if (!(await next.isVisible()) || (await next.isDisabled())) return names
    const first = names.at(-20)
    await next.click()
    await expect(results(page).getByRole('link').first()).not.toHaveText(first ?? '')
  }
}

test('CSV and Excel hold the filtered rows in the columns of the table, made on the device or by the server alike', async () => {
  const { page } = await signedIn('mia')
  await page.goto('/find?countries=1,2&status=0,1,2,3,7')
  await expect(page.getByText(/taskings? · Live/)).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText(/^Exactly these \d+ taskings · made on this device$/)).toBeVisible()
  await page.keyboard.press('Escape')
  const heads = await results(page).getByRole('columnheader').allTextContents()
  const csv = (await exported(page, /^CSV/)).toString()
  const rows = sheetRows(unzipped(await exported(page, /^Excel/), inflateRawSync))
  const shown = await referencesShown(page)
  expect(shown.length).toBeGreaterThan(20)
  expect(rows[0]).toEqual(heads)
  expect(rows.slice(1).map(([name]) => name)).toEqual(shown)
  expect(
    csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]),
  ).toEqual(shown)

  // More closed ones than the device holds: the server makes it.
  await page.goto('/find?status=5')
  await expect(page.getByText(/taskings? ·.*Live/)).toBeVisible()
  const total = await totalOf(page)
  const served = (await exported(page, /^CSV/)).toString().split('\r\n')
  expect(served.length - 2).toBe(total)
  expect(served[0]).toBe(csv.split('\r\n')[0])
})

test('on the phone without a connection the file is what the device holds, and says as of when', async () => {
  const link = new BadNetwork(server().port)
  await link.listen()
  const { page } = await signedIn('ada', 'phone', '/find?status=5', link)
  await expect(page.getByText(/taskings? ·.*Live/)).toBeVisible()
  // The parts of a page that nobody has opened come from the kept app.
  link.online = false
  await expect(page.getByText(/Results on this device · as of/)).toBeVisible({ timeout: 60_000 })
  const total = await totalOf(page)
  await page.getByRole('button', { name: 'This view', exact: true }).click()
  await expect(page.getByText(new RegExp(`^Exactly these ${total} taskings · as of `))).toBeVisible()
  await page.keyboard.press('Escape')
  const rows = sheetRows(unzipped(await exported(page, /^Excel/, 'This view'), inflateRawSync))
  expect(rows.length - 1).toBe(total)
  await link.close()
})
