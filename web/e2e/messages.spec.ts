import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { Person } from './support/people.ts'
import { aTasking } from './support/speaker.ts'
import { chooseInterpretation, next } from './support/wizard.ts'

// Section 5 of the specification: every message of a form, under All Errors and at its field.
const { signedIn, speaking, server } = crowd()

/**
 * The texts of section 5, in its order, and behind them what it asks for without a text of its own. Two of it are on no screen: a ship
 * number follows its pool code (C-140), and no field is without a message of its own ("Please complete all required fields").
 */
const section5 = [
  ...['Please enter a description', 'Please select a service', 'Please select a sub service', 'Please select a team'],
  ...['Please select an advisor', 'Please select a country', 'Please select an assignee', 'Please select a project'],
  ...['Please select a pool code', 'Contact Details are required', 'Request Details are required'],
  ...['Please select at least one task.', 'Invalid email', 'Pool Code is required', 'Ship Number is required'],
  ...['Title is required', 'Name is required', 'Full name is required', 'Email is required', 'Roles are required'],
  ...['Please enter a due date', 'The due date cannot be before today', 'Password must be at least 6 characters'],
  ...['Funds are required, 0 or more', 'Please enter a name of at least 3 characters'],
  'Please enter at least 3 characters',
]

const name = 'Name is required'
/** What an empty form says when it is saved, in the order of its fields. */
const forms: readonly [path: string, messages: readonly string[]][] = [
  ['/resources/countries/new', ['Title is required']],
  ['/resources/advisors/new', [name]],
  ['/resources/teams/new', [name]],
  ['/resources/users/new', ['Full name is required', 'Email is required', 'Roles are required']],
  ['/resources/funding/types/new', [name]],
  [
    '/resources/funding/codes/new',
    ['Please select a project', 'Pool Code is required', 'Ship Number is required', 'Funds are required, 0 or more'],
  ],
  ['/settings/services/new', [name]],
  ['/settings/subservices/new', [name, 'Please select a service']],
  ['/settings/deliverables/new', [name, 'Please select a sub service']],
  [
    '/projects/add',
    [
      ...['Please enter a description', 'Please select a service', 'Please select a sub service'],
      ...['Please select a team', 'Please select an advisor', 'Please select a country', 'Please select an assignee'],
      ...['Please select a project', 'Please select a pool code', 'Please enter a due date'],
    ],
  ],
]

/** What is said of the field that has the focus. */
const saidOfFocused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const ids = document.activeElement?.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? ''
    return ids
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  })

/** All of them in one list, and each leads to its field, which says it too. */
async function saysAll(page: Page, messages: readonly string[]): Promise<readonly string[]> {
  const list = page.getByRole('alert').filter({ hasText: 'All Errors' })
  await expect(list.getByRole('listitem')).toHaveText([...messages])
  for (const message of messages) {
    await list.getByRole('button', { name: message, exact: true }).click()
    await expect.poll(() => saidOfFocused(page), { message }).toContain(message)
  }
  return messages
}

/** A form of one or two fields says it at the field, which has the focus. */
async function saysHere(page: Page, message: string): Promise<readonly string[]> {
  await expect.poll(() => saidOfFocused(page), { message }).toContain(message)
  return [message]
}

test('every message of section 5 is said on a screen, and leads to its field', async () => {
  const said = new Set<string>()
  const hear = async (where: string, saying: () => Promise<readonly string[]>) => {
    for (const message of await test.step(where, saying)) said.add(message)
  }
  const [{ page: ada }, { page: pete }] = await Promise.all([signedIn('ada'), signedIn('pete', 'phone')])
  for (const page of [ada, pete]) page.setDefaultTimeout(60_000)
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).first().click()

  for (const [path, messages] of forms)
    await hear(path, async () => {
      await ada.goto(path)
      await save(ada)
      return saysAll(ada, messages)
    })
  await hear('a new account with a password', async () => {
    await ada.goto('/resources/users/new')
    await ada.getByLabel('Full Name').fill('Nora New')
    await ada.getByLabel('Email').fill('nora@example.org')
    await ada.getByLabel('Analyst').check()
    await ada.getByRole('radio', { name: 'Set a new one' }).click()
    await ada.getByLabel('New password').fill('short')
    await save(ada)
    return saysAll(ada, ['Password must be at least 6 characters'])
  })
  await hear('the profile', async () => {
    await ada.goto('/profile/7')
    await ada.getByLabel('Full Name').fill('Al')
    await ada.getByLabel('Email').fill('nowhere')
    await save(ada)
    return saysAll(ada, ['Full name is required', 'Email is required'])
  })
  await hear('a tasking’s comment and deliverable', async () => {
    await ada.goto(`/projects/${await aTasking(await speaking('mia'))}`)
    await ada.getByLabel('Comment', { exact: true }).fill('ab')
    await ada.getByRole('button', { name: 'Comment', exact: true }).click()
    const comment = await saysHere(ada, 'Please enter at least 3 characters')
    await ada.getByRole('button', { name: 'Add deliverable' }).click()
    const dialog = ada.getByRole('dialog')
    await dialog.getByLabel('Name').fill('ab')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    return [...comment, ...(await saysHere(ada, 'Please enter a name of at least 3 characters'))]
  })

  await hear('the steps of a request', async () => {
    await pete.goto('/requests')
    await next(pete, 'Tasks')
    const start = await saysAll(pete, ['Please select a pool code', 'Please enter a due date'])
    await pete.getByRole('button', { name: /Pool code/ }).click()
    await pete.getByRole('dialog').getByRole('option').first().click()
    await pete.getByLabel('Due date').fill('2020-01-31')
    await next(pete, 'Tasks')
    const past = await saysAll(pete, ['The due date cannot be before today'])
    await pete.getByRole('button', { name: '+14 d' }).click()
    await next(pete, 'Tasks')
    await expect(pete).toHaveURL(/tasks$/)
    await next(pete, 'Details')
    await expect(pete.getByText('Please select at least one task.').first()).toBeVisible()
    await chooseInterpretation(pete)
    await next(pete, 'Details')
    await next(pete, 'Complete')
    const details = await saysAll(pete, ['Contact Details are required', 'Request Details are required'])
    return [...start, ...past, 'Please select at least one task.', ...details]
  })
  const stranger = new Person(server(), 'phone')
  await hear('the sign-in page', async () => {
    const page = await stranger.open()
    await page.getByLabel('Email').fill('nowhere')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const address = await saysHere(page, 'Invalid email')
    await page.getByLabel('Password', { exact: true }).focus()
    return [...address, ...(await saysHere(page, 'Password must be at least 6 characters'))]
  })
  expect(stranger.complaints).toEqual([])
  await stranger.close()
  expect([...said].sort()).toEqual([...section5].sort())
})
