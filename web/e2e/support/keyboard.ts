import { expect, type Page } from '@playwright/test'

interface Stop {
  name: string
  isSeen: boolean
  /** What is in its place on the screen, for the message. */
  over: string
  /** Of all stops in the document: where the keyboard comes in from the browser's own bar. */
  isFirst: boolean
}

/** Where the focus is, and whether somebody who looks at the screen can tell: by its outline or a ring around it, and nothing lies over it. */
export const stop = (page: Page): Promise<Stop> =>
  page.evaluate(async () => {
    const focused = document.activeElement
    // A toast comes from under the bar, and may be met on its way.
    const ways = document.querySelector('.notistack-SnackbarContainer')?.getAnimations({ subtree: true }) ?? []
    await Promise.allSettled(ways.filter(({ playState }) => playState === 'running').map(({ finished }) => finished))
    if (!focused || focused === document.body) return { name: '', isSeen: false, over: '', isFirst: false }
    const isRinged = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || (boxShadow !== 'none' && boxShadow !== '')
    }
    // A control that is drawn by its frame (a box of text, a switch) may be ringed there.
    const frames = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.nextElementSibling]
    const { width, height, top, bottom, left, right } = focused.getBoundingClientRect()
    const label = focused.getAttribute('aria-label') ?? (focused as HTMLInputElement).labels?.[0]?.textContent
    const words = (label ?? focused.textContent ?? '').trim()
    // A bar that stays in place may not lie over it (WCAG 2.4.11 asks for a part of it, this house for its middle).
    const middle = (from: number, to: number, most: number) => Math.min(Math.max((from + to) / 2, 1), most - 1)
    const at = [middle(left, right, innerWidth), middle(top, bottom, innerHeight)] as const
    // A toast goes by itself, and gives way to the keyboard that is on it.
    const toasts = document.querySelector('.notistack-SnackbarContainer')
    const over = document.elementsFromPoint(...at).find((one) => !toasts?.contains(one) || toasts.contains(focused))
    const isCovered = !frames.some((frame) => frame && over && (frame.contains(over) || over.contains(frame)))
    const stops = document.querySelectorAll('a[href], button:enabled, input:enabled, textarea:enabled, [tabindex="0"]')
    const first = [...stops].find((one) => one.checkVisibility())
    return {
      isFirst: focused === first,
      name: words || focused.outerHTML.slice(0, 100),
      over: `${String(focused.matches(':focus-visible'))} ${String(Math.round(top))}–${String(Math.round(bottom))} under ${over?.outerHTML.slice(0, 160) ?? 'nothing'}`,
      // A page that opens has the keyboard itself, and is no stop.
      isSeen:
        focused.id === 'main' ||
        // The calendar in a box of a date is ringed by the browser, in its own way.
        ((focused.matches('[type="date"]:not(:focus-visible)') ||
          (focused.matches(':focus-visible') && frames.some((frame) => frame && isRinged(frame)))) &&
          width > 0 &&
          height > 0 &&
          bottom > 0 &&
          top < innerHeight &&
          !isCovered),
    }
  })

/** Tab by Tab to whatever is called so; each stop on the way is seen, and none is met twice. */
export async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const unseen: string[] = []
  let last: string | undefined
  for (let steps = 0; steps < 120; steps++) {
    await page.keyboard.press(key)
    const here = await stop(page)
    // From the end of the page it goes round by the browser's own bar. Where the focus is lost it goes on from there.
    if (here.isFirst && last === '') unseen.pop()
    last = here.name
    if (!here.isSeen) unseen.push(`${here.name}: ${here.over}`)
    if (typeof name === 'string' ? here.name === name : name.test(here.name)) {
      expect(unseen).toEqual([])
      return
    }
  }
  throw new Error(`The keyboard does not reach ${String(name)}`)
}

/** Whether the focus is inside of this. */
export const isIn = (page: Page, where: string): Promise<boolean> =>
  page.evaluate((selector) => document.activeElement?.closest(selector) !== null, where)
