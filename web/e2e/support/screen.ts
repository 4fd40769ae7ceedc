import type { Locator, Page } from '@playwright/test'

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

/** What is pressed and a finger misses: less than 44 px either way, with what its row or its surroundings add. Words within a text are none, those of a table are. */
export const tooSmallToPress = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const most = (...sizes: number[]) => Math.max(...sizes.filter(Number.isFinite))
    return [...document.querySelectorAll('#root :is(a[href^="/"], button, input, select, [role="tab"])')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        const isSeen = width > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        if (!isSeen || (getComputedStyle(element).display === 'inline' && !element.closest('td'))) return false
        const row = element.closest('label')?.getBoundingClientRect()
        const around = getComputedStyle(element, '::after')
        const [w, h] = around.position === 'absolute' ? [parseFloat(around.width), parseFloat(around.height)] : [0, 0]
        // A name of few letters is as wide as it is.
        return most(height, row?.height ?? 0, h) < 43.5 || most(width, row?.width ?? 0, w) < 36
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })

/** The words of headings that do not stand on one line. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = []
    for (const heading of document.querySelectorAll('h1, h2')) {
      const nodes = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let node = nodes.nextNode(); node; node = nodes.nextNode())
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
        }
    }
    return broken
  })

/** On how many lines the first such word stands, however wide the box is, from what a phone of 320 px has for it. */
export const mostLinesOf = (box: Locator, word: string) =>
  box.evaluate((node: HTMLElement, source) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let match = null; !match && texts.nextNode();) {
      match = new RegExp(source).exec(texts.currentNode.textContent ?? '')
      if (!match) continue
      range.setStart(texts.currentNode, match.index)
      range.setEnd(texts.currentNode, match.index + match[0].length)
    }
    let most = 0
    for (let width = 296; width < 600; width++) {
      node.style.width = `${width}px`
      most = Math.max(most, new Set([...range.getClientRects()].map(({ top }) => top)).size)
    }
    node.style.width = ''
    return most
  }, word)
