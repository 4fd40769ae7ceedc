import { test, type Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { beyondTheScreen } from './support/screen.ts'
import { aTasking, anAskedTasking } from './support/speaker.ts'
import { cutWords, withSystemText } from './support/text-size.ts'
import { fillStart, chooseInterpretation, next } from './support/wizard.ts'

const { signedIn, speaking } = crowd()
const W = Number(process.env['W'] ?? 390), H = W === 390 ? 844 : 640
let n = 0
async function shot(page: Page, name: string) {
  await page.waitForTimeout(700)
  const b = await beyondTheScreen(page), c = await cutWords(page)
  console.log(`## ${W} ${name}`, b.length || c.length ? JSON.stringify({ b, c }).slice(0, 600) : 'ok')
  await page.screenshot({ path: `/dev/shm/look/${W}-${String(++n).padStart(2, '0')}-${name}.png` })
}
const step = async (name: string, f: () => Promise<void>) => { try { await f() } catch (e) { console.log('!!', name, String(e).split('\n').slice(0,4).join(' | ').slice(0,300)) } }

test('look', async () => {
  test.setTimeout(600_000)
  const id = await aTasking(await speaking('mia'))
  const asked = await anAskedTasking(await speaking('pete'))
  const mia = await signedIn('mia', 'phone'); const { page } = mia
  page.setDefaultTimeout(8000)
  await page.emulateMedia({ colorScheme: 'dark' }); await page.setViewportSize({ width: W, height: H }); await withSystemText(page, 2)
  const back = () => page.keyboard.press('Escape')
  await step('more', async () => { await page.goto(`/projects/${id}`); await page.getByRole('button', { name: /^More for T-/ }).click(); await shot(page, 'more'); await back() })
  for (const name of ['Cancel tasking', 'Cancel this tasking', 'Complete', 'Copy link', 'Amend', 'Assign']) await step(name, async () => { await page.goto(`/projects/${id}`); await page.getByRole('button', { name: /^More for T-/ }).click(); await page.getByRole('menuitem', { name: new RegExp('^' + name) }).first().click({ timeout: 1500 }); await shot(page, name.replace(/ /g, '-')); await back() })
  await step('edit', async () => { await page.goto(`/projects/${id}`); await page.getByRole('link', { name: 'Edit', exact: true }).click(); await page.waitForTimeout(1500); await shot(page, 'edit'); await page.evaluate(() => scrollTo(0, 900)); await shot(page, 'edit2') })
  await step('deliverable', async () => { await page.goto(`/projects/${id}`); await page.getByRole('button', { name: /Add.*deliverable|Deliverable/i }).first().click(); await shot(page, 'deliverable'); await back() })
  await step('filters', async () => { await page.goto('/find'); await page.getByRole('button', { name: /Filter/ }).first().click(); await shot(page, 'filters'); await back() })
  await step('pin', async () => { await page.goto('/profile/2'); await page.getByRole('button', { name: 'Choose a PIN' }).scrollIntoViewIfNeeded(); await shot(page, 'profile-pin'); await page.getByRole('button', { name: 'Choose a PIN' }).click(); await shot(page, 'pin'); const d = page.getByRole('dialog'); await d.getByLabel('PIN', { exact: true }).fill('274951'); await d.getByLabel('PIN once more', { exact: true }).fill('274951'); await d.getByRole('button', { name: 'Save the PIN' }).click(); await page.waitForTimeout(1500); await shot(page, 'pin-saved') })
  await step('account', async () => { await page.goto('/dashboard/manager'); await page.getByRole('button', { name: /Account|Menu|More/ }).last().click(); await shot(page, 'account') })
  await step('lock', async () => { await page.getByText(/^Lock/).first().click(); await page.waitForTimeout(1500); await shot(page, 'locked') })
  await mia.close()
  const cora = await signedIn('cora', 'phone', `/projects/${asked}`); const c = cora.page; c.setDefaultTimeout(8000)
  await c.emulateMedia({ colorScheme: 'dark' }); await c.setViewportSize({ width: W, height: H }); await withSystemText(c, 2)
  await step('decide', async () => { await shot(c, 'decide'); await c.getByRole('button', { name: /^Deny/ }).first().click(); await shot(c, 'deny'); await c.keyboard.press('Escape') })
  await step('authorize', async () => { await c.goto(`/queue`); await c.waitForTimeout(1000); await c.getByText(/^T-/).first().click(); await shot(c, 'queue-one'); await c.getByRole('button', { name: /^Author/ }).first().click(); await shot(c, 'authorize') })
  const pete = await signedIn('pete', 'phone', '/requests'); const p = pete.page; p.setDefaultTimeout(8000)
  await p.emulateMedia({ colorScheme: 'dark' }); await p.setViewportSize({ width: W, height: H }); await withSystemText(p, 2)
  await step('wizard', async () => { await p.waitForTimeout(1000); await shot(p, 'w-start'); await p.getByRole('button', { name: /Pool code/ }).click(); await shot(p, 'w-pool'); await p.keyboard.press('Escape'); await fillStart(p); await next(p, 'Tasks'); await shot(p, 'w-tasks'); await chooseInterpretation(p); await shot(p, 'w-tasks2'); await next(p, 'Details'); await shot(p, 'w-details'); await p.getByLabel('Contact Details').fill('Pete'); await p.getByLabel('Request Details').fill('Interpreters'); await p.waitForTimeout(800); await next(p, 'Complete'); await shot(p, 'w-complete'); await p.evaluate(() => scrollTo(0, 700)); await shot(p, 'w-complete2'); await p.getByRole('button', { name: 'Finish', exact: true }).click(); await p.waitForTimeout(4000); await shot(p, 'w-result') })
})
