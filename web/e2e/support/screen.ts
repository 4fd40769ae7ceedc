import type { Page } from '@playwright/test'

/** Every element that is seen and reaches beyond the right edge, but what is pushed along in its own row. */
export const beyondTheScreen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isPushed = (element: Element) => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowX !== 'visible') return true
      return false
    }
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { right, width } = element.getBoundingClientRect()
        return width > 0 && right > innerWidth + 1 && !isPushed(element)
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })
