import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Log } from '../http/log.ts'

export interface Letter {
  /** One bare address. */
  to: string
  subject: string
  text: string
}

/** What takes one letter to where it is read, or as far as it can. */
export interface Carrier {
  /** Resolves when the other side has accepted the letter. Two with one `key` are one letter. */
  carry(letter: Letter & { key: string }): Promise<void>
  /** False when letters end in a folder of the server, where nobody finds a link that is meant for them. */
  reachesPeople: boolean
  stop(): void
}

interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`; what stands behind `?` goes to nodemailer. */
  url: string
  from: string
}

const PATIENCE_MS = 15_000

export function createSmtpCarrier({ url, from }: SmtpSettings): Carrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // Passwords of the relay and links of people do not cross a network in the clear.
    requireTLS: !isThisMachine(new URL(url).hostname),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.replace(/^.*@|>.*$/g, '')
  return {
    reachesPeople: true,
    async carry({ to, subject, text, key }) {
      // As an object an address is never read as a list of several.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${key}@${domain}>` })
    },
    stop: () => transport.close(),
  }
}

/** The demonstration's post: each letter is a text file. */
export function createFolderCarrier(folder: string, now: () => string, log: Log): Carrier {
  let count = 0
  return {
    reachesPeople: false,
    async carry({ to, subject, text }) {
      const number = ++count
      const file = join(folder, `${now().replace(/[:.]/g, '-')}-${number}.txt`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Whole or not at all, for whoever reads the folder meanwhile; several may be under way.
      const unfinished = `${folder}-unfinished-${number}`
      await writeFile(unfinished, `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 })
      await rename(unfinished, file)
      log({ level: 'info', event: 'mail-written', file })
    },
    stop: () => undefined,
  }
}

/** Nothing that a header or a list of addresses is made of. */
export const isOneAddress = (address: string): boolean =>
  /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(address)

const isThisMachine = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/**
 * The server at the other end will say the same again (5xx) of this letter: of who gets it, or what it says. Where it takes no sign-in, no sender
 * or no connection, that is about us, and may be mended.
 */
export const isFinal = (error: unknown): boolean => {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
}

/** Codes only: what an SMTP server says repeats addresses. */
export const about = (error: unknown): object => {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return { code: code ?? 'UNKNOWN', ...(responseCode === undefined ? {} : { responseCode }) }
}
