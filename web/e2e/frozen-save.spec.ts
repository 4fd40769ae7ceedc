import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { aTasking } from './support/speaker.ts'

const { signedIn, speaking, server } = crowd()

/** What is pressed again is what the first press was: saved, or made by the button that says so. */
async function saysNoAnswer(page: Page): Promise<void> {
  const from = Date.now()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await expect(page.getByRole('alert').getByText('The server did not answer.')).toBeVisible({ timeout: 30_000 })
  expect(Date.now() - from).toBeLessThan(15_000)
}

test('before a server that says nothing a person is not kept at “Saving…”; what was typed stays, and saved again it is done once', async () => {
  const { page } = await signedIn('mia', 'desk', '/resources/users/1')
  const name = page.getByLabel('Full Name')
  await expect(name).toHaveValue('Ana Whitfield')
  server().freeze()
  await name.fill('Ana Whitfield-Osei')
  await saysNoAnswer(page)
  await expect(name).toHaveValue('Ana Whitfield-Osei')
  server().thaw()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved Successfully!')).toBeVisible({ timeout: 30_000 })

  await page.goto('/resources/users/new')
  await page.getByLabel('Full Name').fill('Nora Quill')
  await page.getByLabel('Email').fill('nora@fieldpost.example')
  await page.getByRole('checkbox', { name: 'Analyst' }).check()
  server().freeze()
  await saysNoAnswer(page)
  await saysNoAnswer(page)
  await expect(page.getByLabel('Full Name')).toHaveValue('Nora Quill')
  server().thaw()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/resources\/users\/\d+$/, { timeout: 30_000 })
  const mia = await speaking('mia')
  type Users = { items: { fullName: string; email: string }[]; totalPages: number }
  const pages = (await mia.get<Users>('resources/users?page=1')).totalPages
  const all = await Promise.all(
    Array.from({ length: pages }, (_, at) => mia.get<Users>(`resources/users?page=${at + 1}`)),
  )
  const users = all.flatMap(({ items }) => items)
  expect(users.filter(({ email }) => email === 'nora@fieldpost.example')).toHaveLength(1)
  expect(users.filter(({ fullName }) => fullName === 'Ana Whitfield-Osei')).toHaveLength(1)
})

test('that a tasking may be canceled already is said until the server has answered, also without a connection and after a reload', async () => {
  const id = await aTasking(await speaking('mia'))
  const mia = await signedIn('mia', 'phone', `/projects/${id}`)
  const { page } = mia
  const asked = page.getByRole('alertdialog')
  const cancel = async () => {
    await page.getByRole('button', { name: /^More for T-/ }).click()
    await page.getByRole('menuitem', { name: /^Cancel/ }).click()
  }
  const mayBe = asked.getByText('it may be done all the same', { exact: false })
  // The link falls silent after the press.
  await page.route(/\/cancel$/, (route) => {
    server().freeze()
    return route.continue()
  })
  await cancel()
  await asked.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByText('The server did not answer.', { exact: false }).first()).toBeVisible({ timeout: 30_000 })
  await expect(asked.getByText('needs a connection', { exact: false })).toBeVisible({ timeout: 60_000 })
  await expect(mayBe).toBeVisible()
  await mia.setOffline(true)
  server().thaw()
  await page.reload()
  await cancel()
  await expect(mayBe).toBeVisible()
  await asked.getByRole('button', { name: 'OK' }).click()
  await mia.setOffline(false)
  await expect(page.getByText('Canceled').first()).toBeVisible({ timeout: 60_000 })
})
