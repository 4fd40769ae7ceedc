import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserFlags, findBrowser } from '../../../scripts/find-browser.ts'
import { removeFolder } from '../../../sync-server/testing/remove-folder.ts'

export const personas = ['ana', 'mia', 'adam', 'cora', 'pete', 'fin', 'ada'] as const
export type Persona = (typeof personas)[number]

/**
 * The address of the app in every browser, whichever port its server or network listens on: what a browser keeps belongs
 * to an address, and a prepared device is opened at another port than it was prepared at.
 */
const address = 'http://fieldpost.localhost'

export const sizes = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  tablet: { viewport: { width: 1180, height: 820 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1440, height: 900 } },
}

export type Size = keyof typeof sizes
export type Listening = { readonly port: number }

export const newProfile = (): string => mkdtempSync(join(tmpdir(), 'fieldpost-profile-'))

/** Starts a browser on a profile. */
export type Start = (profile: string, at: Listening, size: Size) => Promise<BrowserContext>

const startChromium: Start = (profile, at, size) =>
  chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [...browserFlags, `--host-resolver-rules=MAP ${new URL(address).host} 127.0.0.1:${at.port}`],
    baseURL: address,
    ...sizes[size],
  })

/** A browser with a profile on disk, so that it can be killed and started again. */
export class Person {
  page!: Page
  #context: BrowserContext | undefined
  readonly profile: string
  readonly #at: Listening
  readonly #size: Size
  readonly #start: Start
  /** What the browser complained about: a broken content policy, an exception, an error on the console. */
  readonly complaints: string[] = []

  /** `at`: the server, or the network in front of it. A new profile is a browser that was never here. */
  constructor(at: Listening, size: Size, profile = newProfile(), start = startChromium) {
    this.#at = at
    this.#size = size
    this.profile = profile
    this.#start = start
  }

  async open(path = '/'): Promise<Page> {
    this.#context = await this.#start(this.profile, this.#at, this.#size)
    this.page = this.#context.pages()[0] ?? (await this.#context.newPage())
    this.page.on('pageerror', (error) => this.complaints.push(error.message))
    this.page.on('console', (message) => {
      // A request that does not get through is reported by the browser itself; that is the weather, not a fault.
      const isWeather = /Failed to load resource|net::ERR_|ERR_/.test(message.text())
      // Scar: whoever keeps a trace fetches each picture of the page again, as the page, which its policy forbids to pages.
      const isTracer = message.text().startsWith("Connecting to 'blob:")
      if (message.type() === 'error' && !isWeather && !isTracer) this.complaints.push(message.text())
    })
    await this.page.goto(path)
    return this.page
  }

  /** The process ends without a word, as when the battery does. */
  kill(): void {
    spawnSync('pkill', ['-9', '-f', this.profile])
    this.#context = undefined
  }

  async signIn(who: Persona, password = 'fieldpost-demo'): Promise<void> {
    await this.page.getByLabel('Email').fill(`${who}@fieldpost.example`)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Sign in' }).click()
  }

  /** Signs in and waits until the device works offline: only then the preparing screen goes on by itself. */
  async signInAndPrepare(who: Persona): Promise<void> {
    await this.signIn(who)
    await expect(this.page.locator('#main')).toBeVisible({ timeout: 120_000 })
  }

  /** Waits until the service worker controls the page, so that the app opens without a connection. */
  async isInstalled(): Promise<void> {
    await this.page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 120_000 })
  }

  async setOffline(offline: boolean): Promise<void> {
    await this.#context?.setOffline(offline)
  }

  /** What a browser lets an installed app do of itself: it does not clear it when space runs short. */
  async mayKeepStorage(): Promise<void> {
    const cdp = await this.#context?.newCDPSession(this.page)
    await cdp?.send('Browser.grantPermissions', { origin: address, permissions: ['durableStorage'] })
  }

  /**
   * What the browser does by itself when the machine gets a connection: fires the worker's sync event. An emulated cut is
   * not a change of the machine's network, so the browser has to be told.
   */
  async wakeServiceWorker(tag: string): Promise<void> {
    const [page] = this.#context?.pages() ?? []
    if (!page || !this.#context) throw new Error('The browser is not running')
    // The browser must know whose worker it is; no page of the app need be open.
    if (page.url() === 'about:blank') await page.goto('/favicon.svg')
    const cdp = await this.#context.newCDPSession(page)
    const registration = new Promise<string>((found) =>
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) found(first.registrationId)
      }),
    )
    await cdp.send('ServiceWorker.enable')
    const registrationId = await registration
    await cdp.send('ServiceWorker.dispatchSyncEvent', { origin: address, registrationId, tag, lastChance: false })
  }

  /** Closes the tab and leaves the browser running, with its service worker. */
  async closePage(): Promise<void> {
    await this.#context?.newPage()
    await this.page.close()
  }

  /** The browser ends, as a person ends it; its profile stays. */
  async stop(): Promise<void> {
    await this.#context?.close()
    this.#context = undefined
  }

  async close(): Promise<void> {
    await this.stop()
    for (const entry of readdirSync(this.profile)) await removeFolder(join(this.profile, entry))
  }
}

/** What is in this person's own database on this device. */
export function stored(page: Page, table: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(async (name) => {
    const databases = await indexedDB.databases()
    const own = databases.find((database) => database.name?.startsWith('fieldpost-user-'))
    if (!own?.name) return []
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(own.name ?? '')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error('The database does not open'))
    })
    const rows = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
      const request = opened.transaction(name).objectStore(name).getAll()
      request.onsuccess = () => resolve(request.result as Record<string, unknown>[])
      request.onerror = () => reject(new Error('The table does not read'))
    })
    opened.close()
    return rows
  }, table)
}
