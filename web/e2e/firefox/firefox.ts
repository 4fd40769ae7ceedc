import { firefox } from '@playwright/test'
import { findFirefox } from '../../../scripts/find-browser.ts'
import { sizes, type Start } from '../support/people.ts'

/**
 * A Firefox as it comes from a distribution, spoken to through WebDriver BiDi. It cannot be led from one address to another, so what it keeps
 * belongs to the port of `at`; it has no fingers and no offline switch, and is told of the weather by the network in front of the server.
 */
export const startFirefox: Start = async (profile, at, size) => {
  forgivesEmulation()
  const { width, height } = sizes[size].viewport
  const context = await firefox.launchPersistentContext(profile, {
    channel: 'moz-firefox',
    executablePath: findFirefox(),
    args: [],
    baseURL: `http://localhost:${at.port}`,
    viewport: { width, height },
  })
  await context.addInitScript(insertAsTyped)
  return context
}

/** Scar: Playwright fills a field here by giving it a value, which React takes for its own and puts back. This is the browser's own way to write. */
function insertAsTyped(): void {
  const insert = (text: string) => void document.execCommand('insertText', false, text)
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => undefined })
}

interface Message {
  id: number
  method?: string
  type?: string
  error?: string
}
interface Transport {
  send: (message: Message) => void
  onmessage: (message: object) => void
}
interface Bidi {
  connectToTransport: (transport: Transport, ...rest: unknown[]) => Promise<unknown>
}

let isForgiving = false

/** Scar: Playwright emulates a colour scheme whether or not it is asked to, in words that a Firefox of last year does not know, and gives up at the no. */
function forgivesEmulation(): void {
  if (isForgiving) return
  isForgiving = true
  const inside = firefox as unknown as { _connection: { toImpl: (type: unknown) => { _bidiFirefox: Bidi } } }
  const bidi = inside._connection.toImpl(firefox)._bidiFirefox
  const connect = bidi.connectToTransport.bind(bidi)
  bidi.connectToTransport = (transport, ...rest) => {
    const send = transport.send.bind(transport)
    transport.send = (message) => {
      if (message.method !== 'emulation.setMediaFeaturesOverride') return send(message)
      setImmediate(() => transport.onmessage({ type: 'success', id: message.id, result: {} }))
    }
    return connect(transport, ...rest)
  }
}
