import { expect, test, type Page } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'
import { aTasking } from './support/speaker.ts'

const { signedIn, speaking, server } = crowd()
const results = (page: Page) => page.getByRole('table', { name: 'Results' })
const line = (page: Page) => page.locator('main').getByText(/^[\d,]+ taskings?/)
const found = async (page: Page): Promise<number> => {
  await expect(line(page)).toHaveText(/Live/)
  return Number(((await line(page).textContent()) ?? '').replace(/ .*|,/g, ''))
}

test('S23, as one walk: ask, share, turn pages, clear, look for words, come from a tasking, and without a connection', async () => {
  const link = new BadNetwork(server().port)
  await link.listen()
  const mia = await signedIn('mia', 'desk', '/find', link)
  const { page } = mia
  const form = page.getByRole('form', { name: 'Filters' })

  await test.step('Apply with nothing', async () => {
    await form.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(page.getByText('Please select at least one filter to find projects.')).toBeVisible()
  })
  await test.step('two countries and a status are an address that reload and others reproduce', async () => {
    await form.getByRole('button', { name: /^Countries/ }).click()
    await form.getByRole('checkbox', { name: /^Kenya/ }).check()
    await form.getByRole('checkbox', { name: /^Peru/ }).check()
    await form.getByRole('checkbox', { name: /^Needs Interim Approval/ }).check()
    await form.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(page).toHaveURL(/\/find\?countries=1,2&status=0$/)
    const [count, first] = [await found(page), await results(page).getByRole('link').first().textContent()]
    expect(count).toBeGreaterThan(0)
    const wanted = (await stored(page, 'projects')).filter(
      (row) => [1, 2].includes(Number(row['countryId'])) && row['phase'] === 'interim',
    )
    expect(count).toBe(wanted.length)
    await page.reload()
    expect(await found(page)).toBe(count)
    const ada = await signedIn('ada', 'phone', '/find?countries=1,2&status=0')
    expect(await found(ada.page)).toBe(count)
    await expect(ada.page.getByRole('link', { name: new RegExp(first ?? 'none') }).first()).toBeVisible()
  })
  await test.step('page 2, and a page far beyond the end is the last', async () => {
    await page.goto('/find?status=3&page=2')
    const count = await found(page)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(pages).toContainText(/21–\d+ of/)
    await page.goto('/find?status=3&page=999')
    await expect(pages).toContainText(`–${count} of ${count}`)
  })
  await test.step('Clear empties all', async () => {
    await form.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page).toHaveURL(/\/find\??$/)
    await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })
  await test.step('a part of a pool code finds, nonsense does not', async () => {
    const field = page.getByLabel('Search taskings', { exact: true })
    await field.fill('BK-1')
    await field.press('Enter')
    await expect(page).toHaveURL(/term=BK-1/)
    expect(await found(page)).toBeGreaterThan(0)
    await field.fill('zzz')
    await field.press('Enter')
    await expect(page.getByRole('heading', { name: 'No data received' })).toBeVisible()
  })
  await test.step('each link of a tasking’s details opens the filter that it names; the old address of a country does too', async () => {
    const id = await aTasking(await speaking('ana'))
    await page.goto(`/projects/${id}`)
    for (const [label, search] of [
      ['Country', 'countries=1'],
      ['Team', 'teams=3'],
      ['Advisor', 'advisors=2'],
      ['Service', 'services=1'],
      ['Assignee', 'assignees=2'],
    ] as const) {
      const href = page.locator(`main a[href="/find?${search}"]`)
      await expect(href, label).toHaveCount(1)
      await href.click()
      await expect(page).toHaveURL(new RegExp(`/find\\?${search}$`))
      expect(await found(page), label).toBeGreaterThan(0)
      await page.goBack()
    }
    await page.goto('/find/countries/1')
    await expect(page).toHaveURL(/\/find\?countries=1$/)
    expect(await found(page)).toBeGreaterThan(0)
  })
  await test.step('what is denied, and what belongs to a country that is no longer active, is found', async () => {
    const [denied] = (await stored(page, 'projects')).filter((row) => row['phase'] === 'denied')
    await (await speaking('mia')).post('resources/countries', { id: denied?.['countryId'], active: false })
    await page.goto(`/find?countries=${String(denied?.['countryId'])}&status=7`)
    expect(await found(page)).toBeGreaterThan(0)
    await expect(results(page).getByRole('link', { name: String(denied?.['name']), exact: true })).toBeVisible()
  })
  await test.step('without a connection the same filters look through this device, and say so', async () => {
    await page.goto('/find?countries=1,2&status=0')
    const count = await found(page)
    link.online = false
    await expect(page.getByText(/Results on this device · as of/)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${count}`)
  })
  await link.close()
})
