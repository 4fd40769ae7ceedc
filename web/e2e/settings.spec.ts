import { expect, test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { stored } from './support/people.ts'

// S25, C-079, C-152: what a service and a sub-service say about work that is still to come.
const { signedIn } = crowd()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

for (const size of ['desk', 'phone'] as const) {
  test(`whom a service names is found by name, and stands in the list (${size})`, async () => {
    const mia = await signedIn('mia', size, '/settings/services/1')
    await mia.page.getByRole('button', { name: /^Default Assignee/ }).click()
    await mia.page.getByRole('dialog').getByRole('combobox').fill('okafor')
    await mia.page.getByRole('option', { name: /Pete Okafor/ }).click()
    await expect(mia.page.getByRole('button', { name: 'Default Assignee: Pete Okafor, PO' })).toBeVisible()
    await save(mia.page).click()
    await expect(mia.page.getByText('Saved Successfully!').first()).toBeVisible()
    await expect
      .poll(async () => (await stored(mia.page, 'services')).find(({ id }) => id === 1))
      .toMatchObject({
        defaultAssigneeId: 5,
      })
    await mia.page.goto('/settings/services')
    await expect(mia.page.getByText('Pete Okafor').first()).toBeVisible()
  })

  test(`standard deliverables are put in order with the keyboard, which stays on the row it moves (${size})`, async () => {
    const { page } = await signedIn('mia', size, '/settings/deliverables/new?task=101')
    for (const name of ['Agenda', 'Minutes']) {
      await page.goto('/settings/deliverables/new?task=101')
      await page.getByLabel('Name', { exact: true }).fill(name)
      await save(page).click()
      await expect(page).toHaveURL(/settings\/deliverables\/\d{6,}/)
    }
    await page.goto('/settings/deliverables?task=101')
    const names = () =>
      page
        .getByRole('button', { name: /^Move .* up$/ })
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.replace(/^Move | up$/g, '')))
    await expect.poll(names).toEqual(['Agenda', 'Interpretation: closing report', 'Minutes'])
    const down = page.getByRole('button', { name: 'Move Agenda down' })
    await down.focus()
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['Interpretation: closing report', 'Agenda', 'Minutes'])
    await expect(page.getByText('Agenda is number 2 of 3')).toBeVisible()
    await expect(down).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['Interpretation: closing report', 'Minutes', 'Agenda'])
    await expect(down).toBeFocused()
    await expect(down).toHaveAttribute('aria-disabled', 'true')
    // At the end nothing more happens, and it is still so after a reload.
    await page.keyboard.press('Enter')
    await page.reload()
    await expect.poll(names).toEqual(['Interpretation: closing report', 'Minutes', 'Agenda'])
    await expect(page.getByRole('button', { name: /^Move .* up$/ })).toHaveCount(3)
    await page.goto('/settings/deliverables')
    await expect(page.getByRole('link', { name: 'Edit Agenda' }).or(page.getByText('Agenda')).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0)
  })
}
