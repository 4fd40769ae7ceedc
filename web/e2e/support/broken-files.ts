import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy in front of a real server that loses chosen files. It stands outside the browser, so that the page's requests
 * and the worker's suffer alike.
 */
export class BrokenFiles {
  /** Each path that was asked for so far, with what it was answered. */
  readonly answers: { path: string; status: number }[] = []
  /** The status a request gets in place of its answer; undefined lets it through, 0 cuts the connection. */
  lose: (path: string, incoming: IncomingMessage) => number | undefined = () => undefined
  /** Every address is answered by the page of a hotel that wants to be paid. */
  isPortal = false
  readonly #targetPort: number
  readonly #server: Server

  constructor(targetPort: number) {
    this.#targetPort = targetPort
    this.#server = createServer((incoming, answer) => this.#pass(incoming, answer))
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method, url: path = '/', headers } = incoming
    if (this.isPortal) {
      this.answers.push({ path, status: 200 })
      answer.writeHead(200, { 'content-type': 'text/html' })
      return void answer.end('<!doctype html><h1>Welcome, please pay</h1>')
    }
    const status = this.lose(path, incoming)
    if (status !== undefined) {
      this.answers.push({ path, status })
      if (status === 0) return void answer.destroy()
      // In place of an answer of ours: one that our app takes for ours.
      if (path.startsWith('/api/')) answer.setHeader('content-type', 'application/json')
      answer.statusCode = status
      return void answer.end('{}')
    }
    const outgoing = request({ host: '127.0.0.1', port: this.#targetPort, method, path, headers }, (from) => {
      this.answers.push({ path, status: from.statusCode ?? 0 })
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }
}
