import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A wire to a database that counts how often its direction changes, and that may be cut or fall silent. */
export interface Proxy {
  url: string
  /** How often the server had to answer before something more was sent. */
  turns(): number
  /** Ends every connection. */
  cut(): void
  /** Whether bytes of the database are kept back, for ever. */
  silence(on: boolean): void
  /** From now on it leads to another server. */
  redirect(target: string): void
  /** Called with what is sent to the database, before it gets there. */
  onSent(listener: (bytes: Buffer) => void): void
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<Proxy> {
  let { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let turns = 0
  let isSilent = false
  let hears: (bytes: Buffer) => void = () => undefined
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    let isAsking = false
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (!isAsking) turns += 1
      isAsking = true
      hears(bytes)
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      isAsking = false
      if (!isSilent) client.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    url: url.toString(),
    turns: () => turns,
    cut,
    silence: (on) => (isSilent = on),
    redirect(other) {
      ;({ hostname, port } = new URL(other))
    },
    onSent: (listener) => (hears = listener),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
