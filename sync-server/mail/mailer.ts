import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export interface Letter {
  /** One bare address. */
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Takes the letter and returns at once: whether and when it arrives changes nobody's answer. */
  send(letter: Letter): void
  /** False when letters end in a folder of the server, where nobody finds a link that is meant for them. */
  reachesPeople: boolean
  stop(): void
}

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`; what stands behind `?` goes to nodemailer. */
  url: string
  from: string
}

type Log = (entry: Record<string, unknown>) => void

/** After a failure a letter is tried again this much later, and after the last one it is given up. */
const WAITS_MS = [5_000, 60_000, 10 * 60_000]
/** More letters than these at a time are not taken: something is wrong, and they are kept in memory only. */
const MOST_WAITING = 500
const PATIENCE_MS = 15_000

/** Sends over SMTP. Letters wait in memory: a restart loses those that have not gone out, and people ask again. */
export function createSmtpMailer({ url, from }: SmtpSettings, log: Log, waits: readonly number[] = WAITS_MS): Mailer {
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
  const timers = new Set<NodeJS.Timeout>()
  let waiting = 0
  let stopped = false

  async function deliver(letter: Letter, attempt: number): Promise<void> {
    try {
      // As an object an address is never read as a list of several.
      await transport.sendMail({
        from,
        to: { name: '', address: letter.to },
        subject: letter.subject,
        text: letter.text,
      })
      waiting -= 1
    } catch (error) {
      if (stopped) return
      const wait = isFinal(error) ? undefined : waits[attempt]
      log({ level: 'error', event: 'mail-failed', attempt: attempt + 1, retry: wait !== undefined, ...about(error) })
      if (wait === undefined) {
        waiting -= 1
        return
      }
      const timer = setTimeout(() => {
        timers.delete(timer)
        void deliver(letter, attempt + 1)
      }, wait)
      timer.unref()
      timers.add(timer)
    }
  }

  return {
    reachesPeople: true,
    send(letter) {
      if (!isOneAddress(letter.to))
        log({ level: 'error', event: 'mail-refused', why: 'The address cannot be written to.' })
      else if (waiting >= MOST_WAITING)
        log({ level: 'error', event: 'mail-refused', why: 'Too many letters are waiting.' })
      else {
        waiting += 1
        void deliver(letter, 0)
      }
    },
    stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      transport.close()
    },
  }
}

/** The demonstration's post: each letter is a text file. */
export function createFolderMailer(folder: string, now: () => string, log: Log): Mailer {
  let count = 0
  return {
    reachesPeople: false,
    send({ to, subject, text }) {
      const name = `${now().replace(/[:.]/g, '-')}-${++count}.txt`
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeFileSync(join(folder, name), `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 })
        log({ level: 'info', event: 'mail-written', file: join(folder, name) })
      } catch (error) {
        log({ level: 'error', event: 'mail-failed', ...about(error) })
      }
    },
    stop: () => undefined,
  }
}

/** Nothing that a header or a list of addresses is made of. */
const isOneAddress = (address: string): boolean =>
  /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(address)

const isThisMachine = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/** The server at the other end will say the same again (5xx). */
const isFinal = (error: unknown): boolean => ((error as { responseCode?: number }).responseCode ?? 0) >= 500

/** Codes only: what an SMTP server says repeats addresses. */
const about = (error: unknown): object => {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return { code: code ?? 'UNKNOWN', ...(responseCode === undefined ? {} : { responseCode }) }
}
