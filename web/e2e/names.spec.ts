import { expect, test, type Page } from '@playwright/test'
import { Person, type Size } from './support/people.ts'
import { beyondTheScreen } from './support/screen.ts'
import { startServer, type RunningServer } from './support/server.ts'

// What the app and whoever runs it are called: APP_NAME and COMPANY_LINE, on every page, also without the server.
let server: RunningServer
let person: Person
test.afterEach(async () => {
  await person.close()
  await server.dispose()
  expect(person.complaints).toEqual([])
})

const long = {
  name: 'Interministerial Coordination Secretariat for Technical Assistance and Missions'.slice(0, 80),
  line: 'Directorate-General for International Cooperation, Unbreakableunbreakableunbreakable'.slice(0, 80),
}
const hostile = {
  name: `<img src=x onerror=document.title='gone'> & "Field" $& </script>`,
  line: `<b>Office</b> of 'Cooperation' \\u003c`,
}

async function aVisitor(size: Size, { name, line }: typeof long): Promise<Page> {
  server = await startServer({ env: { APP_NAME: name, COMPANY_LINE: line } })
  person = new Person(server, size)
  return person.open()
}

const year = new Date().getFullYear()
/** The company line is where it can be read: whole, within its box, and within the screen. */
async function saysWhole(page: Page, words: string): Promise<void> {
  const said = page.getByText(words, { exact: true }).filter({ visible: true }).first()
  // A sheet comes from below: what is measured then is on its way.
  const seenAt = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const box = element.parentElement?.getBoundingClientRect()
    return {
      isSeen: seen === element || element.contains(seen) || seen?.contains(element),
      isWithin: box !== undefined && bottom <= box.bottom + 1 && top >= box.top - 1,
    }
  }
  await expect(async () => {
    // Again each time: a list that grows above it pushes it off the screen.
    await said.scrollIntoViewIfNeeded()
    await expect(said).toBeInViewport({ ratio: 1, timeout: 1_000 })
    expect(await said.evaluate(seenAt), words).toEqual({ isSeen: true, isWithin: true })
  }).toPass({ timeout: 20_000 })
}

for (const [kind, names] of Object.entries({ long, hostile }))
  test(`the ${kind} name and company line stand on the sign-in page, in the menu, at the foot, and in every title`, async () => {
    const page = await aVisitor('desk', names)
    const line = `© ${year} ${names.line}`
    await expect(page).toHaveTitle(`Sign in — ${names.name}`)
    await expect(page.getByText(names.name, { exact: true })).toBeVisible()
    await saysWhole(page, line)
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await saysWhole(page, names.name)
      await saysWhole(page, line)
      expect(await beyondTheScreen(page), String(width)).toEqual([])
    }

    await page.setViewportSize({ width: 1440, height: 900 })
    await person.signInAndPrepare('mia')
    await person.isInstalled()
    const isNamed = async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(page).toHaveTitle(`Dashboard — ${names.name}`)
      await expect(page.getByRole('link', { name: `${names.name}, home` })).toHaveText(names.name)
      await saysWhole(page, names.name)
      await saysWhole(page, line)
      await page.setViewportSize({ width: 1000, height: 800 })
      await expect(page.getByRole('link', { name: `${names.name}, home` })).toBeVisible()
      await saysWhole(page, line)
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 640 })
        await page.getByRole('button', { name: 'More' }).last().click()
        const sheet = page.getByRole('dialog')
        await expect(sheet.getByText(line, { exact: true })).toBeVisible()
        await saysWhole(page, line)
        await expect.poll(() => beyondTheScreen(page), { message: String(width) }).toEqual([])
        await page.keyboard.press('Escape')
        await expect(sheet).toHaveCount(0)
      }
    }
    await page.goto('/dashboard/manager')
    await isNamed()

    await server.stop()
    await page.reload()
    await isNamed()
    expect(await page.evaluate(() => document.querySelectorAll('img[src="x"]').length)).toBe(0)
  })

test('whoever is sent to the sign-in page without the server still sees whose it is', async () => {
  const page = await aVisitor('phone', long)
  await expect(page).toHaveTitle(`Sign in — ${long.name}`)
  await person.isInstalled()
  await server.stop()
  await page.reload()
  await expect(page).toHaveTitle(`Sign in — ${long.name}`)
  await saysWhole(page, `© ${year} ${long.line}`)
})
