import { expect, type Page } from '@playwright/test'

/** The wizard's steps, as a person goes through them. */
export async function fillStart(page: Page): Promise<void> {
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
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
