import type { Page } from '@playwright/test'

/** As whoever has set the text of their system so many times as large: *Font size* of Android. */
export async function withSystemText(page: Page, scale: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setEmulatedOSTextScale', { scale })
}

/** As whoever has set the font size of their browser, which is 16 px by itself. */
export async function withBrowserFont(page: Page, standard: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.setFontSizes', { fontSizes: { standard } })
}

/** Words that reach out of the box they stand in, or of one around it: cut there, or over what stands beside it. */
export const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const own = text.parentElement
      if (
        !own ||
        !text.textContent?.trim() ||
        !own.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const words = range.getBoundingClientRect()
      if (words.width < 2 || words.height < 2) continue
      // What is pushed along in its own row is not cut at its ends.
      let isPushed = false
      for (let row: Element | null = own; row; row = row.parentElement)
        isPushed ||= /auto|scroll/.test(getComputedStyle(row).overflowX)
      for (let box: Element | null = own; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        if (
          style.clipPath !== 'none' ||
          own instanceof SVGElement ||
          /auto|scroll/.test(style.overflow) ||
          style.webkitLineClamp !== 'none'
        )
          break
        if (style.display === 'inline' || style.display === 'contents') continue
        const { top, bottom, left, right } = box.getBoundingClientRect()
        // The room of a letter is a little higher than its line.
        const slack = Math.max(2, parseFloat(style.fontSize) / 4)
        const isBeside =
          !isPushed && style.textOverflow !== 'ellipsis' && (words.left < left - 2 || words.right > right + 2)
        if (words.top < top - slack || words.bottom > bottom + slack || isBeside) {
          found.push(`${text.textContent.trim().slice(0, 40)} · ${box.outerHTML.slice(0, 100)}`)
          break
        }
        if (style.textOverflow === 'ellipsis' || /absolute|fixed/.test(style.position)) break
      }
    }
    return found
  })
