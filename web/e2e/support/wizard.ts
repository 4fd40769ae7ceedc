import { expect, type Page } from '@playwright/test'
import type { Person } from './people.ts'

/** The wizard's steps, as a person goes through them. */
export async function fillStart(page: Page): Promise<void> {
  // The desk has its steps beside the form, and no number.
  await page.getByRole('button', { name: /Pool code/ }).click()
  await page.getByRole('dialog').getByText('BK-100').first().click()
  await page.getByRole('button', { name: '+14 d' }).click()
}

export async function chooseInterpretation(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Language Support/ }).click()
  await page.getByRole('checkbox', { name: /Interpretation/ }).check()
  await page.getByRole('checkbox', { name: /Written Translation/ }).check()
}

export const next = (page: Page, to: string) => page.getByRole('button', { name: `Next: ${to}` }).click()

/** Writes both required texts and waits until they are on the disk. */
export async function describe(page: Page, contact: string, details: string): Promise<void> {
  await page.getByLabel('Contact Details').fill(contact)
  await page.getByLabel('Request Details').fill(details)
  await expect(page.getByText(/Saved on this device · \d/).filter({ visible: true })).toBeVisible()
  await page.waitForTimeout(600)
}

/** From the first step of the wizard to its last: interpreters for the workshop. */
export async function toLastStep(page: Page): Promise<void> {
  await fillStart(page)
  await next(page, 'Tasks')
  await chooseInterpretation(page)
  await next(page, 'Details')
  await describe(page, 'Pete, Nairobi office', 'Interpreters for the workshop')
  await next(page, 'Complete')
}

/** Asks for interpreters from the first step of the wizard; answers with the address of the first tasking. */
export async function ask({ page }: Person): Promise<string> {
  await toLastStep(page)
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your Language Support Request is now complete.' })).toBeVisible({
    timeout: 20_000,
  })
  await page
    .getByRole('link', { name: /T-\d+-\d+/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/projects\/\d+$/)
  return new URL(page.url()).pathname
}

/** Decides the tasking that is open: once on its card, once where it is confirmed. */
export async function decide(page: Page, verb: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${verb}`) })
    .first()
    .click()
  await page.getByRole('button', { name: verb, exact: true }).last().click()
}
