import type { Page } from '@playwright/test'

/**
 * Counts from now on what a person's hand does in this page, as the browser reports it: every press of a pointer, and every key outside of a text. Going to
 * a text is an action, its letters are none; Enter is one wherever it is pressed.
 */
export async function countingActions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(count)
  await page.evaluate(count)
  await page.evaluate(() => sessionStorage.setItem('actions', '0'))
  return () => page.evaluate(() => Number(sessionStorage.getItem('actions')))
}

function count(): void {
  const one = (event: Event) => {
    if (event.isTrusted) sessionStorage.setItem('actions', String(Number(sessionStorage.getItem('actions')) + 1))
  }
  window.addEventListener('pointerdown', one, true)
  window.addEventListener(
    'keydown',
    (event) => {
      const inText =
        event.target instanceof Element && event.target.matches('input:not([type=checkbox], [type=radio]), textarea')
      if (!inText || event.key === 'Enter') one(event)
    },
    true,
  )
}
