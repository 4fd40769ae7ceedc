import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Received {
  from: string
  to: string[]
  source: string
}

/** A real SMTP server on a real socket; it turns away as many letters, and as many sign-ins, as it is told to. */
export async function startRelay({ refusals = 0, code = 451, signInsRefused = 0 } = {}) {
  const received: Received[] = []
  let attempts = 0
  let signIns = 0
  const relay = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username = '' }, _session, callback) {
      signIns += 1
      if (signIns > signInsRefused) callback(null, { user: username })
      else callback(Object.assign(new Error('Bad credentials'), { responseCode: 535 }))
    },
    onData(stream, session, callback) {
      let source = ''
      stream.on('data', (chunk: Buffer) => (source += chunk.toString()))
      stream.on('end', () => {
        attempts += 1
        if (attempts <= refusals)
          return callback(Object.assign(new Error('No, pete@fieldpost.example'), { responseCode: code }))
        const { mailFrom, rcptTo } = session.envelope
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const { port } = relay.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    attempts: () => attempts,
    close: () => new Promise<void>((resolve) => relay.close(() => resolve())),
  }
}

/** What a person reads: quoted-printable undone, where a line that goes on ends in `=`, and a byte may stand as `=3D`. */
export function textOf(source: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(source)) return source
  const bytes = source
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
