import { createServer, type AddressInfo } from 'node:net'
import { createWire, type Fault, type Gate, type Wire } from './wire.ts'

/** A wire to a database that counts how often its direction changes, and that may be cut, or stand still and go on later. */
export interface Proxy {
  url: string
  /** How often the server had to answer before something more was sent. */
  turns(): number
  /** Ends every connection. */
  cut(): void
  /** Nothing moves in either direction; what is sent meanwhile arrives later, also of whoever has given up. */
  hold(): void
  /** What was held goes on, and a fault that has not come does not come any more. */
  goOn(): void
  /** Resolves when it has happened. */
  meet(fault: Fault): Promise<void>
  /** From now on it leads to another server. */
  redirect(target: string): void
  /** Called with what is sent to the database, before it gets there. */
  onSent(listener: (bytes: Buffer) => void): void
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<Proxy> {
  let { hostname, port } = new URL(target)
  const wires = new Set<Wire>()
  let turns = 0
  let hears: (bytes: Buffer) => void = () => undefined
  let happened: () => void = () => undefined
  const gate: Gate = { isHeld: false, fault: null }
  const cut = () => wires.forEach((wire) => wire.destroy())
  const server = createServer({ noDelay: true }, (client) => {
    const wire = createWire(client, { port: Number(port), host: hostname }, gate, {
      turned: () => (turns += 1),
      sent: (bytes) => hears(bytes),
      ended: () => wires.delete(wire),
      met(then, ended) {
        if (then === 'hold') return happened()
        for (const other of wires) if (other !== wire) other.destroy()
        void ended.then(happened)
      },
    })
    wires.add(wire)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  const goOn = () => {
    Object.assign(gate, { isHeld: false, fault: null })
    wires.forEach((wire) => wire.flush())
  }
  return {
    url: url.toString(),
    turns: () => turns,
    cut,
    hold: () => void (gate.isHeld = true),
    goOn,
    meet: (fault) =>
      new Promise((resolve) => {
        gate.fault = { ...fault }
        happened = resolve
      }),
    redirect(other) {
      ;({ hostname, port } = new URL(other))
    },
    onSent: (listener) => (hears = listener),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        goOn()
        cut()
      }),
  }
}
