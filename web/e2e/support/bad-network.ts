import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { Lane } from './lane.ts'

/**
 * A TCP proxy in front of a real server that can be as bad as any network. It stands below the browser, so page,
 * service worker and stream suffer alike (`context.setOffline` and CDP throttling miss some of them).
 * Settings may be changed at any time and count at once, also for bytes that are already on their way.
 */
export class BadNetwork {
  readonly counters = { bytesUp: 0, bytesDown: 0, connections: 0 }
  /** Each request so far, as its first bytes came: head, and a short body. */
  readonly requests: string[] = []
  /** Bytes both ways, with heads, by what was asked for last on their connection (`POST /api/sync`). */
  readonly bytesBy = new Map<string, number>()
  readonly #targetPort: number
  readonly #lines = new Set<Line>()
  readonly #up = new Lane()
  readonly #down = new Lane()
  #server: Server | undefined
  #isOnline = true
  #drops: Drop[] = []
  #cuts: Cut[] = []

  constructor(targetPort: number) {
    this.#targetPort = targetPort
  }

  async listen(port = 0): Promise<void> {
    const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => this.#accept(client))
    this.#server = server
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  }

  get port(): number {
    const address = this.#server?.address() as AddressInfo | null | undefined
    if (!address) throw new Error('The network is not listening')
    return address.port
  }

  async close(): Promise<void> {
    this.#cutAll()
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()))
  }

  /** Each way, so a round trip takes twice as long. */
  set latencyMs(milliseconds: number) {
    this.#up.latencyMs = milliseconds
    this.#down.latencyMs = milliseconds
  }

  /** Shared by all connections; 0 lets nothing through and keeps everybody waiting; `undefined` is no limit. */
  set bytesPerSecondDown(rate: number | undefined) {
    this.#down.bytesPerSecond = rate
  }

  set bytesPerSecondUp(rate: number | undefined) {
    this.#up.bytesPerSecond = rate
  }

  get online(): boolean {
    return this.#isOnline
  }

  /** Off: open connections are destroyed and new ones reset. */
  set online(online: boolean) {
    this.#isOnline = online
    if (!online) this.#cutAll()
  }

  /** Cuts every connection when so many more bytes have come down; resolves then. */
  cutAfter(bytes: number): Promise<void> {
    return new Promise((done) => this.#cuts.push({ atByte: this.counters.bytesDown + bytes, done }))
  }

  /**
   * Lets the next request whose first line begins with `match` ('POST /api/sync') through, waits for the server's
   * answer and destroys the connection before its first byte reaches the client; resolves then.
   */
  dropNextResponse(match: string): Promise<void> {
    return new Promise((done) => this.#drops.push({ match, done }))
  }

  #accept(client: Socket): void {
    if (!this.#isOnline) {
      client.on('error', () => undefined)
      client.resetAndDestroy()
      return
    }
    this.counters.connections++
    const server = connect({ port: this.#targetPort, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    const line = new Line(client, server)
    this.#lines.add(line)
    client.once('close', () => this.#lines.delete(line))

    client.on('data', (bytes: Buffer) => {
      const request = line.requestIn(bytes)
      if (request) {
        this.requests.push(bytes.toString('latin1'))
        line.asked = request
        line.drop = this.#takeDrop(request)
      }
      const { asked } = line
      this.#up.carry(bytes, client, server, (piece) => {
        this.counters.bytesUp += piece.length
        this.#count(asked, piece.length)
        server.write(piece)
      })
    })
    server.on('data', (bytes: Buffer) => {
      if (!line.drop) {
        const { asked } = line
        this.#down.carry(bytes, server, client, (piece) => this.#arriveDown(piece, client, asked))
        return
      }
      line.cut()
      line.drop.done()
    })
    client.on('end', () => this.#up.finish(client, server))
    server.on('end', () => this.#down.finish(server, client))
  }

  #takeDrop(requestLine: string): Drop | undefined {
    const drop = this.#drops.find(({ match }) => requestLine.startsWith(match))
    this.#drops = this.#drops.filter((other) => other !== drop)
    return drop
  }

  #count(asked: string, bytes: number): void {
    this.bytesBy.set(asked, (this.bytesBy.get(asked) ?? 0) + bytes)
  }

  #arriveDown(piece: Buffer, client: Socket, asked: string): void {
    const end = Math.min(...this.#cuts.map(({ atByte }) => atByte))
    const passing = piece.subarray(0, end - this.counters.bytesDown)
    this.counters.bytesDown += passing.length
    this.#count(asked, passing.length)
    client.write(passing)
    if (this.counters.bytesDown < end) return
    this.#cutAll()
    for (const cut of this.#cuts) if (cut.atByte <= end) cut.done()
    this.#cuts = this.#cuts.filter(({ atByte }) => atByte > end)
  }

  #cutAll(): void {
    for (const line of this.#lines) line.cut()
  }
}

type Drop = { match: string; done: () => void }
type Cut = { atByte: number; done: () => void }

/** One connection: the client's socket and the one to the server. */
class Line {
  readonly client: Socket
  readonly server: Socket
  /** Method and path of the last request; empty before the first. */
  asked = ''
  /** Set while the answer to a request that must lose its answer is awaited. */
  drop: Drop | undefined
  #unfinished = ''

  constructor(client: Socket, server: Socket) {
    this.client = client
    this.server = server
    for (const socket of [client, server]) socket.on('error', () => this.cut())
  }

  cut(): void {
    for (const socket of [this.client, this.server]) if (!socket.destroyed) socket.resetAndDestroy()
  }

  /** The method and path of a request that begins in these bytes. Its first line may have come in pieces. */
  requestIn(bytes: Buffer): string | undefined {
    const text = this.#unfinished + bytes.toString('latin1')
    this.#unfinished = text.slice(text.lastIndexOf('\n') + 1).slice(-2048)
    return /(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+(?= HTTP\/1\.[01]\r\n)/.exec(text)?.[0]
  }
}
