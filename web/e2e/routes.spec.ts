import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { findings } from './support/findings.ts'
import { personas, sizes } from './support/people.ts'
import { routes } from './support/routes.ts'
import { beyondTheScreen, brokenWords, tooSmallToPress } from './support/screen.ts'
import { shifts, watchShifts } from './support/shifts.ts'

const { signedIn, speaking } = crowd()

/** As a link of the app goes there; by way of a page that is none, so that what is seen next is not the page before. */
async function goTo(page: Page, path: string, between?: (page: Page) => Promise<unknown>): Promise<void> {
  await follow(page, '/nowhere')
  await expect(page.getByText('There is no page here')).toBeVisible()
  await between?.(page)
  await follow(page, path)
  await expect(page.getByText('There is no page here')).toHaveCount(0)
}
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

const heading = (page: Page) => page.locator('#main h1').first()
/** Its rows are there, and what the server says besides. */
async function isWhole(page: Page): Promise<void> {
  await expect(heading(page)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await expect(page.getByText('Asking the server')).toHaveCount(0)
}
const refusal = (page: Page) => page.getByText('You do not have access to that page.')

for (const who of personas)
  test(`${who} opens what is theirs, and is sent away with a notice from everything else`, async () => {
    const { page } = await signedIn(who)
    for (const [path, mayOpen] of routes)
      await test.step(path, async () => {
        await goTo(page, path)
        await expect(mayOpen.includes(who) ? heading(page) : refusal(page)).toBeVisible()
        await expect(mayOpen.includes(who) ? refusal(page) : page.getByText('Something went wrong')).toHaveCount(0)
      })
  })

/** Taskings whose names hardly fit on the smallest phone. */
const longNames = ['/projects/23000216', '/projects/44000088']

/** Ada opens nearly everything; what is for deciders alone Cora does. */
const openedBy = {
  ada: [
    ...routes.filter(([, who]) => who.includes('ada')),
    ...longNames.map((path): (typeof routes)[number] => [path, ['ada']]),
  ],
  cora: routes.filter(([, who]) => !who.includes('ada')),
  /** Nothing is her own, so her dashboard says where there is something to do. */
  mia: routes.filter(([path]) => path === '/dashboard/manager'),
}

/** Pressed on a tablet, and headings on the smallest phone. */
const otherScreens = [
  [sizes.tablet.viewport, tooSmallToPress],
  [{ width: 320, height: 640 }, brokenWords],
] as const

for (const [size, scheme, who] of [
  ['desk', 'light', 'ada'],
  ['phone', 'dark', 'ada'],
  ['desk', 'light', 'cora'],
  ['phone', 'dark', 'cora'],
  ['phone', 'light', 'mia'],
] as const)
  test(`every page is without findings of axe, within the screen, and nothing moves: ${size}, ${scheme}, ${who}`, async () => {
    const { page } = await signedIn(who, size)
    await watchShifts(page)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const [path] of openedBy[who])
      await test.step(path, async () => {
        await goTo(page, path, shifts)
        await isWhole(page)
        expect.soft(await shifts(page), path).toEqual([])
        expect.soft(await findings(page), path).toEqual([])
        expect.soft(await beyondTheScreen(page), path).toEqual([])
        if (size === 'desk') return
        expect.soft(await tooSmallToPress(page), path).toEqual([])
        for (const [viewport, faults] of otherScreens) {
          await page.setViewportSize(viewport)
          await isWhole(page)
          expect.soft(await faults(page), `${path} at ${viewport.width}`).toEqual([])
        }
        await page.setViewportSize(sizes[size].viewport)
      })
  })

for (const [size, who] of [
  ['desk', 'ada'],
  ['phone', 'ada'],
  ['desk', 'cora'],
  ['phone', 'cora'],
  ['phone', 'mia'],
] as const)
  test(`nothing moves while a page that is opened anew fills: ${size}, ${who}`, async () => {
    const { page } = await signedIn(who, size)
    await watchShifts(page)
    for (const [path] of openedBy[who])
      await test.step(path, async () => {
        await page.goto(path)
        await isWhole(page)
        expect.soft(await shifts(page), path).toEqual([])
      })
  })

/** Desk, a desk at 200 %, a phone, the smallest phone. */
const widths = [1440, 720, 390, 320]

/** Lists and forms of the office, without those that begin empty. */
const showsAName = /^\/(resources|settings)\/(?!.*(new|import|organisation|codes))/
/** In its text, or typed into a field. */
const says = (page: Page, words: string): Promise<boolean> =>
  page.evaluate(
    (wanted) =>
      document.body.innerText.includes(wanted) ||
      [...document.querySelectorAll('input')].some(({ value }) => value.includes(wanted)),
    words,
  )

test('with names of eighty characters no page of the office reaches beyond the screen, at any width or at 200 %', async () => {
  const mia = await speaking('mia')
  const long = (what: string) =>
    `A ${what} of the Interministerial Coordination Secretariat for `.padEnd(62, '.') + 'Unbreakable'.repeat(2)
  const rows: [path: string, row: object][] = [
    ['resources/countries', { id: 1, title: long('Country').slice(0, 80) }],
    ['resources/advisors', { id: 1, name: long('Advisor').slice(0, 80) }],
    ['resources/teams', { id: 3, name: long('Team').slice(0, 80) }],
    ['resources/users', { id: 5, fullName: long('Person').slice(0, 80) }],
    ['settings/services', { id: 1, name: long('Service').slice(0, 80) }],
    ['settings/subservices', { id: 101, name: long('Sub-service').slice(0, 80) }],
    ['settings/deliverables', { taskId: 101, name: long('Deliverable').slice(0, 80) }],
    ['resources/pools/types', { id: 1, name: long('Pool type').slice(0, 80) }],
    ['resources/pools/codes', { projectTypeId: 1, poolCode: long('Code').slice(0, 80), shipNumber: 7, funds: 1 }],
  ]
  for (const [path, row] of rows) await mia.post(path, row)
  const { page } = await signedIn('ada')
  const shown = page.getByText(long('Country').slice(0, 80)).first()
  await goTo(page, '/resources/countries')
  await expect(shown).toBeVisible({ timeout: 30_000 })
  for (const [path] of openedBy.ada)
    await test.step(path, async () => {
      await goTo(page, path)
      await isWhole(page)
      if (showsAName.test(path)) await expect.poll(() => says(page, 'Unbreakable'), { message: path }).toBe(true)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 640 })
        // The page follows its new width a moment later.
        await expect.poll(() => beyondTheScreen(page), { message: `${path} at ${width}` }).toEqual([])
      }
    })
})
