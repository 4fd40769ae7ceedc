import { expect, test } from '@playwright/test'
import { aDevice } from './support/device.ts'
import { stored, type Person } from './support/people.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { chooseInterpretation, describe, next } from './support/wizard.ts'

let server: RunningServer
let cora: Person

test.beforeEach(async () => {
  server = await startServer()
  cora = await aDevice(server, 'cora', 'desk', { path: '/requests' })
})
test.afterEach(async () => {
  await cora.close()
  await server.dispose()
})

test('pickers are worked by the keyboard: a code is found by its beginning, a list of addresses is taken apart, a name finds its address', async () => {
  const { page } = cora

  await test.step('Escape closes the picker and leaves what was chosen, Enter takes what is marked', async () => {
    const field = page.getByRole('button', { name: /Pool code/ })
    await field.focus()
    await page.keyboard.press('Enter')
    const search = page.getByRole('combobox')
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    await field.click()
    // Of whatever type the last request was: two letters, a line, three digits.
    const code = await page.getByRole('option').locator('> span > span:first-child').first().innerText()
    await search.fill(code.slice(1, 4))
    await expect(page.getByText('No pool code matches.')).toBeVisible()
    await search.fill(code.slice(0, 4).toLowerCase())
    await expect(page.getByRole('option').first()).toContainText(code.slice(0, 4))
    const [first = '', second = ''] = await page
      .getByRole('option')
      .locator('> span > span:first-child')
      .allInnerTexts()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleName(new RegExp(second || first))
    await expect(field).toBeFocused()
  })

  await page.getByRole('button', { name: '+14 d' }).click()
  await expect(page.getByRole('button', { name: '+14 d' })).toHaveAttribute('aria-pressed', 'true')
  await next(page, 'Tasks')
  await chooseInterpretation(page)
  await next(page, 'Details')
  await describe(page, 'Pete, Nairobi office', 'Interpreters for the workshop')
  await next(page, 'Complete')

  const recipients = page.getByRole('combobox', { name: /Recipients/ })
  const chips = page.getByRole('button', { name: /^Remove / })
  await test.step('separators, a paste with line breaks, a name, and leaving the field each finish an address, once', async () => {
    await recipients.fill('one@fieldpost.example, ')
    await recipients.evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'two@fieldpost.example\nONE@fieldpost.example;three@fieldpost.example')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(chips).toHaveCount(3)
    await recipients.fill('whitf')
    await expect(page.getByRole('option')).toHaveText(/Ana Whitfield/)
    // A key that comes before the list is ready marks nothing, and Enter would take the words as they are.
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      await expect(recipients).toHaveAttribute('aria-activedescendant', /./, { timeout: 500 })
    }).toPass()
    await page.keyboard.press('Enter')
    await recipients.fill('half typed')
    await page.keyboard.press('Tab')
    await expect(chips).toHaveCount(5)
    await expect(page.getByTitle('half typed does not look like an e-mail address')).toBeVisible()
  })

  await test.step('Backspace and the cross take one away', async () => {
    await recipients.focus()
    await page.keyboard.press('Backspace')
    await page.getByRole('button', { name: 'Remove two@fieldpost.example' }).click()
    await expect(chips).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Remove ana@fieldpost.example' })).toBeVisible()
  })

  await test.step('what is still being typed outlives a reload, and is no mistake before its field is left', async () => {
    await recipients.pressSequentially('not-an-email')
    await expect.poll(async () => JSON.stringify(await stored(page, 'forms'))).toContain('not-an-email')
    await page.reload()
    await expect(recipients).toHaveValue('not-an-email')
    await expect(chips).toHaveCount(3)
    await expect(page.getByText('Does not look like an e-mail address')).toHaveCount(0)
  })

  await test.step('what is no address is told of before it is sent, and is sent with the next press', async () => {
    const finish = page.getByRole('button', { name: 'Finish', exact: true })
    const done = page.getByRole('heading', { name: 'Your Language Support Request is now complete.' })
    await finish.click()
    const warning = page.getByText(
      'Does not look like an e-mail address: “not-an-email”. Correct it, or press once more',
    )
    await expect(warning).toBeInViewport()
    await expect(done).toHaveCount(0)

    // Whoever has corrected it presses once.
    await page.getByRole('button', { name: 'Remove not-an-email' }).click()
    await page.getByRole('button', { name: 'Add to Request' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await recipients.fill('not-an-email')
    await finish.click()
    await expect(warning).toBeInViewport()
    await expect(done).toHaveCount(0)
    await finish.click()
    await expect(done).toBeVisible({ timeout: 30_000 })
  })
  expect(cora.complaints).toEqual([])
})
