import { expect } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { findWebKit } from '../../../scripts/find-browser.ts'
import { freePort } from '../support/server.ts'
import type { Listening } from '../support/people.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const START_MS = 20_000

/**
 * WebKitGTK's little browser, driven by its own WebDriver: the nearest to Safari that a Linux has. Driven like this it keeps nothing beyond its
 * end, so it cannot be killed and opened again. Where nothing is shown it shows itself to a display in memory.
 */
export class WebKit {
  readonly #at: Listening
  #driver: ChildProcess | undefined
  #session = ''

  constructor(at: Listening) {
    this.#at = at
  }

  async open(path = '/'): Promise<void> {
    const port = await freePort()
    const [command = '', ...args] = [...findWebKit(), `--port=${port}`]
    // A group of its own, so that what it starts ends with it.
    this.#driver = spawn(command, args, { detached: true, stdio: 'ignore' })
    const sessions = `http://127.0.0.1:${port}/session`
    const answers = () =>
      fetch(sessions).then(
        () => true,
        () => false,
      )
    await expect.poll(answers, { timeout: START_MS }).toBe(true)
    const capabilities = { alwaysMatch: { browserName: 'MiniBrowser' } }
    const { sessionId } = await ask<{ sessionId: string }>(sessions, { capabilities })
    this.#session = `${sessions}/${sessionId}`
    await this.goto(path)
    await this.run(
      'window.complaints = []; console.error = (...all) => complaints.push(all.map((one) => one?.stack ?? one).join(" "))',
    )
  }

  goto = (path: string) => ask(`${this.#session}/url`, { url: `http://localhost:${this.#at.port}${path}` })
  reload = () => ask(`${this.#session}/refresh`, {})
  /** The body of a function in the page. */
  run = <T>(script: string, ...args: unknown[]) => ask<T>(`${this.#session}/execute/sync`, { script, args })
  text = () => this.run<string>('return document.body.innerText')

  /** Waits until this is read on the page. */
  async sees(words: string | RegExp, timeout = 30_000): Promise<void> {
    const seen = async () => {
      const text = await this.text()
      return typeof words === 'string' ? text.includes(words) : words.test(text)
    }
    await expect.poll(seen, { timeout, message: String(words) }).toBe(true)
  }

  /** What is pressed by its words: a button, a link, the word of a box. */
  async press(words: RegExp): Promise<void> {
    await expect(async () => {
      const it = await this.#find(pressable, words.source)
      // Scar: the driver scrolls no further than to the edge, where a footer may lie over it.
      await this.run('arguments[0].scrollIntoView({ block: "center" })', { [ELEMENT]: it })
      await ask(`${this.#session}/element/${it}/click`, {})
    }).toPass({ timeout: 20_000 })
  }

  async fill(label: string, words: string): Promise<void> {
    await expect(async () => {
      const it = await this.#find(fieldOf, label)
      await ask(`${this.#session}/element/${it}/value`, { text: words })
    }).toPass({ timeout: 20_000 })
  }

  valueOf = (label: string) => this.run<string | undefined>(`return (${fieldOf})?.value`, label)

  /** All rows of a table of this person's own database. */
  stored = (table: string) =>
    ask<Record<string, unknown>[]>(`${this.#session}/execute/async`, { script: rowsOf, args: [table] })

  close(): void {
    if (this.#driver?.pid) process.kill(-this.#driver.pid)
    this.#driver = undefined
  }

  async #find(expression: string, words: string): Promise<string> {
    const found = await this.run<Record<string, string> | null>(`return (${expression}) ?? null`, words)
    if (!found?.[ELEMENT]) throw new Error(`Nothing is called ${words}`)
    return found[ELEMENT]
  }
}

const pressable = `[...document.querySelectorAll('button, a, label, [role=option]')].findLast((it) =>
  it.checkVisibility() && new RegExp(arguments[0]).test(it.getAttribute('aria-label') ?? it.innerText.trim()))`
const fieldOf = `[...document.querySelectorAll('input, textarea')].find((it) =>
  it.checkVisibility() && [...it.labels].some((label) => label.innerText.replace(' *', '').trim() === arguments[0]))`
const rowsOf = `const [table, tell] = arguments
  indexedDB.databases().then((all) => {
    const opening = indexedDB.open(all.find(({ name }) => name.startsWith('fieldpost-user-')).name)
    opening.onsuccess = () => {
      const rows = opening.result.transaction(table).objectStore(table).getAll()
      rows.onsuccess = () => (opening.result.close(), tell(rows.result))
    }
  })`

async function ask<T>(address: string, body: object): Promise<T> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) })
  const { value } = (await answer.json()) as { value: T }
  if (!answer.ok) throw new Error(`${address.split('/').at(-1)}: ${JSON.stringify(value)}`)
  return value
}
