import { test } from '@playwright/test'
import { join } from 'node:path'
import { aDevice } from './support/device.ts'
import { stored, type Persona, type Size } from './support/people.ts'
import { routes } from './support/routes.ts'
import { startServer } from './support/server.ts'
import { chooseInterpretation, describe, fillStart, next } from './support/wizard.ts'

const folder = join(import.meta.dirname, '../../pictures')
const tourFolder = join(import.meta.dirname, '../../docs/images')

for (const size of ['desk', 'phone'] as const)
  for (const scheme of ['light', 'dark'] as const)
    test(`${size}, ${scheme}`, async () => {
      const server = await startServer()
      // An Admin opens all of them.
      const ada = await aDevice(server, 'ada', size)
      const { page } = ada
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const [tasking] = (await stored(page, 'projects')).filter((row) => row['phase'] === 'acceptance')
      for (const path of [...routes.map(([route]) => route), `/projects/${String(tasking?.['id'])}`]) {
        await page.goto(path)
        await page.locator('#main').waitFor()
        await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'hidden' })
        await page.waitForTimeout(700)
        const name = path.replace(/[?].*/, '').replace(/^\//, '').replaceAll('/', '-')
        await page.screenshot({ path: join(folder, `${size}-${scheme}`, `${name}.png`) })
      }
      await ada.close()
      await server.dispose()
    })

/** The pictures of docs/tour.md, at the size in which people see them. */
const tour: { name: string; who: Persona; size: Size; path: string; until: string }[] = [
  { name: 'dashboard', who: 'mia', size: 'desk', path: '/dashboard/manager?tab=2', until: 'since Monday' },
  { name: 'queue', who: 'cora', size: 'desk', path: '/queue', until: 'You can undo for 6 seconds' },
  { name: 'find', who: 'mia', size: 'desk', path: '/find?type=search&term=kenya', until: 'Kenya' },
  { name: 'calendar', who: 'mia', size: 'desk', path: '/find?status=0,1,2,3&view=calendar', until: 'Today' },
  { name: 'funding', who: 'fin', size: 'desk', path: '/resources/funding?team=3', until: 'Banking TA' },
  { name: 'inbox-phone', who: 'mia', size: 'phone', path: '/inbox', until: 'Because' },
  { name: 'find-phone', who: 'mia', size: 'phone', path: '/find?teams=3', until: 'Overdue' },
]
for (const { name, who, size, path, until } of tour)
  test(`tour: ${name}`, async () => {
    const server = await startServer()
    const person = await aDevice(server, who, size, { path })
    const { page } = person
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.getByText(until).first().waitFor()
    await page.waitForTimeout(2_000)
    await page.screenshot({ path: join(tourFolder, `${name}.png`) })
    await person.close()
    await server.dispose()
  })

test('tour: a request without a connection', async () => {
  const server = await startServer()
  const pete = await aDevice(server, 'pete', 'phone', { path: '/requests' })
  const { page } = pete
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await pete.isInstalled()
  await pete.setOffline(true)
  await fillStart(page)
  await next(page, 'Tasks')
  await chooseInterpretation(page)
  await page.screenshot({ path: join(tourFolder, 'request-phone.png') })
  await next(page, 'Details')
  await describe(page, 'Pete, Nairobi office', 'Interpreters for the workshop')
  await next(page, 'Complete')
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await page.getByText('is saved on this device').first().waitFor()
  await page.goto('/outbox')
  await page.getByText('Language Support').first().waitFor()
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(tourFolder, 'outbox-phone.png') })
  await pete.close()
  await server.dispose()
})
