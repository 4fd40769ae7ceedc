import { chromium, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { browserFlags, findBrowser } from './find-browser.ts'

/** Renders the PNG icons from web/public/favicon.svg. Run after the logo has changed; the results are committed. */
const logo = await readFile('web/public/favicon.svg', 'utf8')
const blue = '#0B4A99'

const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags })
const page = await browser.newPage()
await render(page, { file: 'icon-192.png', size: 192, scale: 1 })
await render(page, { file: 'icon-512.png', size: 512, scale: 1 })
// Android crops a maskable icon to a circle of 80 %, iOS rounds the corners itself: both want colour to the edge.
await render(page, { file: 'icon-maskable-512.png', size: 512, scale: 0.82, background: blue })
await render(page, { file: 'apple-touch-icon.png', size: 180, scale: 0.92, background: blue })
await browser.close()

type Icon = { file: string; size: number; scale: number; background?: string }

async function render(page: Page, { file, size, scale, background = 'transparent' }: Icon): Promise<void> {
  const side = Math.round(size * scale)
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>
      body { margin: 0; height: ${size}px; background: ${background}; display: grid; place-items: center }
      svg { width: ${side}px; height: ${side}px; display: block }
    </style>${logo}`,
  )
  await page.screenshot({ path: `web/public/${file}`, omitBackground: true })
}
