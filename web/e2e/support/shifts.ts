import type { Page } from '@playwright/test'

/** As much may move by itself while a page fills (issue 10); what a person has just pressed may move what it likes. */
const MOST = 0.05

/** Watches from now on what moves by itself, in this page and in those loaded after it. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(watch)
  await page.evaluate(watch)
}

/** What has moved since the page was loaded or this was asked last, when that is too much: how far, which elements, from where to where. */
export async function shifts(page: Page): Promise<string[]> {
  const seen = await page.evaluate(
    () =>
      // An entry comes with the frame after the one that moved.
      new Promise<Shift[]>((tell) => setTimeout(() => tell((window as Watched).shifts?.splice(0) ?? []), 500)),
  )
  const sum = seen.reduce((all, { value }) => all + value, 0)
  return sum <= MOST ? [] : [sum.toFixed(3), ...seen.map(({ value, what }) => `${value.toFixed(3)} ${what.join(', ')}`)]
}

interface Shift {
  value: number
  what: string[]
}
type Watched = typeof window & { shifts?: Shift[] }
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

function watch(): void {
  const seen: Shift[] = ((window as Watched).shifts = [])
  const named = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return `${element?.localName ?? 'gone'} "${(element?.textContent ?? '').slice(0, 40)}"`
  }
  const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
      if (!hadRecentInput)
        seen.push({
          value,
          what: sources.map((it) => `${named(it.node)} ${place(it.previousRect)} → ${place(it.currentRect)}`),
        })
  }).observe({ type: 'layout-shift', buffered: true })
}
