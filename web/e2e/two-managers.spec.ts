import { expect, test, type Page } from '@playwright/test'
import { BadNetwork } from './support/bad-network.ts'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'

// Two people keep the same row; and one whose answer is lost on its way saves once.
const { signedIn, server } = crowd()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

interface Kept {
  what: string
  /** Where its form is, and which table and column its field is. */
  path: string
  table: string
  column: string
  label: string
  /** What the two type, and what stands as theirs. */
  mine: string
  theirs: string
}

const rows: readonly Kept[] = [
  {
    ...{ what: 'country', path: '/resources/countries/1', table: 'countries', column: 'title', label: 'Name' },
    ...{ mine: 'Republic of Kenya', theirs: 'Kenya (East Africa)' },
  },
  {
    ...{ what: 'advisor', path: '/resources/advisors/1', table: 'advisors', column: 'name', label: 'Full Name' },
    ...{ mine: 'Amina Achieng', theirs: 'Amina A. Achieng' },
  },
  {
    ...{ what: 'service', path: '/settings/services/1', table: 'services', column: 'name', label: 'Name' },
    ...{ mine: 'Languages', theirs: 'Language and Interpretation' },
  },
  {
    ...{ what: 'pool code', path: '/resources/funding/codes/2', table: 'poolCodes', column: 'funds', label: 'Funds' },
    ...{ mine: '61,000', theirs: '62,000' },
  },
  {
    ...{ what: 'account', path: '/resources/users/5', table: 'users', column: 'fullName', label: 'Full Name' },
    ...{ mine: 'Peter Okafor', theirs: 'Pete N. Okafor' },
  },
]

test('two managers change the same row: the second sees who, when and what, and nothing is replaced unseen', async () => {
  const [mia, ada] = await Promise.all([signedIn('mia'), signedIn('ada', 'phone')])
  for (const { what, path, label, mine, theirs } of rows)
    await test.step(what, async () => {
      await Promise.all([mia.page.goto(path), ada.page.goto(path)])
      const [hers, other] = [mia, ada].map(({ page }) => page.getByLabel(label, { exact: true })) as [
        ReturnType<Page['getByLabel']>,
        ReturnType<Page['getByLabel']>,
      ]
      const before = await hers.inputValue()
      await hers.fill(mine)
      await other.fill(theirs)
      await save(ada.page).click()

      const notice = mia.page.getByText(new RegExp(`^Ada Novak changed this ${what}, `))
      const sides = mia.page.getByRole('list', { name: 'Changed by both' })
      await expect(notice).toBeVisible({ timeout: 30_000 })
      await expect(sides.getByText(theirs)).toBeVisible()
      await expect(hers).toHaveValue(mine)
      await save(mia.page).click()
      const first = 'Somebody else changed this meanwhile. Choose theirs or yours above, then save.'
      await expect(mia.page.getByRole('alert').getByText(first)).toBeVisible()
      await mia.page.getByRole('button', { name: `Keep mine: ${label}` }).click()
      await expect(notice).toHaveCount(0)
      await expect(hers).toHaveValue(mine)

      await other.fill(before)
      await save(ada.page).click()
      await expect(notice).toBeVisible({ timeout: 30_000 })
      await mia.page.getByRole('button', { name: `Take theirs: ${label}` }).click()
      await expect(hers).toHaveValue(before)
      await expect(notice).toHaveCount(0)
      await expect(mia.page.getByText(/Not saved yet/)).toHaveCount(0)
    })
})

test('who saves what they have not seen is refused, and told what it is now', async () => {
  const network = new BadNetwork(server().port)
  await network.listen()
  const changes = () => network.requests.filter((one) => one.startsWith('PATCH /api/')).length
  const [mia, ada] = await Promise.all([signedIn('mia', 'desk', '/', network), signedIn('ada')])
  for (const { what, path, table, column, label, mine, theirs } of rows)
    await test.step(what, async () => {
      await Promise.all([mia.page.goto(path), ada.page.goto(path)])
      const id = Number(path.split('/').at(-1))
      const now = async (page: Page) => (await stored(page, table)).find((row) => row['id'] === id)?.[column]
      await mia.page.getByLabel(label, { exact: true }).fill(mine)
      // Down comes nothing of what Ada does: Mia presses Save upon what she has seen.
      network.bytesPerSecondDown = 0
      await ada.page.getByLabel(label, { exact: true }).fill(theirs)
      await save(ada.page).click()
      await expect(ada.page.getByText('Saved Successfully!').first()).toBeVisible()
      const kept = await now(ada.page)
      const asked = changes()
      await save(mia.page).click()
      await expect.poll(changes).toBe(asked + 1)
      network.bytesPerSecondDown = undefined
      await expect(mia.page.getByText(new RegExp(`^Ada Novak changed this ${what}, `))).toBeVisible({ timeout: 60_000 })
      await expect(mia.page.getByLabel(label, { exact: true })).toHaveValue(mine)
      expect(await now(ada.page)).toEqual(kept)
      await mia.page.getByRole('button', { name: `Keep mine: ${label}` }).click()
      await save(mia.page).click()
      await expect.poll(() => now(ada.page), { timeout: 30_000 }).not.toEqual(kept)
    })
  await network.close()
})

interface Made {
  what: string
  path: string
  /** Where it is saved, and the row that comes of it. */
  saves: string
  table: string
  column: string
  types: readonly [label: string, text: string][]
}

const made: readonly Made[] = [
  {
    ...{ what: 'country', path: '/resources/countries/new', saves: 'resources/countries' },
    ...{ table: 'countries', column: 'title', types: [['Name', 'Bhutan']] },
  },
  {
    ...{ what: 'advisor', path: '/resources/advisors/new', saves: 'resources/advisors' },
    ...{ table: 'advisors', column: 'name', types: [['Full Name', 'Nora Lindgren']] },
  },
  {
    ...{ what: 'team', path: '/resources/teams/new', saves: 'resources/teams' },
    ...{ table: 'teams', column: 'name', types: [['Name', 'Customs']] },
  },
  {
    ...{ what: 'service', path: '/settings/services/new', saves: 'settings/services' },
    ...{ table: 'services', column: 'name', types: [['Name', 'Archives']] },
  },
  {
    ...{ what: 'sub-service', path: '/settings/subservices/new?boc=1', saves: 'settings/subservices' },
    ...{ table: 'subservices', column: 'name', types: [['Name', 'Sign Language']] },
  },
  {
    ...{ what: 'deliverable', path: '/settings/deliverables/new?task=101', saves: 'settings/deliverables' },
    ...{ table: 'deliverableTemplates', column: 'name', types: [['Name', 'Glossary of terms']] },
  },
  {
    ...{ what: 'pool type', path: '/resources/funding/types/new', saves: 'resources/pools/types' },
    ...{ table: 'projectTypes', column: 'name', types: [['Name', 'Revenue Grants']] },
  },
  {
    ...{ what: 'pool code', path: '/resources/funding/codes/new?type=1', saves: 'resources/pools/codes' },
    ...{ table: 'poolCodes', column: 'poolCode' },
    types: [
      ['Pool Code', 'RV-900'],
      ['Ship Number', '14'],
      ['Funds', '50000'],
    ],
  },
  {
    ...{ what: 'account', path: '/resources/users/new', saves: 'resources/users' },
    ...{ table: 'users', column: 'email' },
    types: [
      ['Email', 'nora@example.org'],
      ['Full Name', 'Nora New'],
    ],
  },
]

// The browser asks again by itself when a connection it kept open is reset; a person does when told that no answer came.
test('a new row of the office whose answer is lost keeps what was typed, and is made once', async () => {
  const network = new BadNetwork(server().port)
  await network.listen()
  const { page } = await signedIn('mia', 'phone', '/', network)
  for (const { what, path, saves, table, column, types } of made)
    await test.step(what, async () => {
      await page.goto(path)
      for (const [label, text] of types) await page.getByLabel(label, { exact: true }).fill(text)
      if (table === 'users') await page.getByLabel('Analyst').check()
      const [, name = ''] = types[0] ?? []
      const named = async () => (await stored(page, table)).filter((row) => row[column] === name).length
      const asked = () => network.requests.filter((one) => one.startsWith(`POST /api/${saves}`)).length
      const before = asked()
      const lost = network.dropNextResponse(`POST /api/${saves}`)
      await save(page).click()
      await lost
      const noAnswer = page.getByText(/^The server did not answer\./).first()
      const saved = page.waitForURL(/\/\d{6,}/, { timeout: 60_000 })
      await Promise.race([saved, expect(noAnswer).toBeVisible({ timeout: 60_000 })])
      for (const [label, text] of types.filter(([one]) => one !== 'Funds'))
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
      if (await noAnswer.isVisible()) await save(page).click()
      await saved
      await expect.poll(named, { timeout: 30_000 }).toBe(1)
      expect(asked() - before).toBe(2)
    })
  await network.close()
})
