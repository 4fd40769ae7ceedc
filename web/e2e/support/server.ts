import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../../sync-server/testing/remove-folder.ts'

const built = join(import.meta.dirname, '../../../dist')
const bundleIn = (build: string) => join(build, 'server/main.js')

/** What `prepare.setup.ts` leaves for all journeys: the data of a server, and the profile of each person's browser by their name. */
export const prepared = join(import.meta.dirname, '../../../test-results/prepared')

type ServerOptions = { args?: string[]; data?: string | null; env?: Record<string, string> }

/** The built server in its own process, in a folder of its own with a copy of `data`: the demonstration, where everybody has a device. */
export async function startServer({
  args = ['--demo'],
  data = join(prepared, 'data'),
  env = {},
}: ServerOptions = {}): Promise<RunningServer> {
  if (!existsSync(bundleIn(built))) throw new Error('The server is not built: run `npm run build` first.')
  const server = new RunningServer(await freePort(), args, env)
  if (data) cpSync(data, server.dataDir, { recursive: true })
  await server.start()
  return server
}

export class RunningServer {
  readonly port: number
  readonly dataDir = mkdtempSync(join(tmpdir(), 'fieldpost-'))
  /** Everything it has printed, restarts included. */
  output = ''
  /** The folder of the build that it runs from its next start. */
  build = built
  readonly #args: string[]
  readonly #env: Record<string, string>
  #process: ChildProcess | undefined

  constructor(port: number, args: string[], env: Record<string, string> = {}) {
    this.port = port
    this.#args = args
    this.#env = env
  }

  get url(): string {
    return `http://localhost:${this.port}`
  }

  /** Resolves when the server has printed its address. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [bundleIn(this.build), ...this.#args], {
      env: { ...process.env, PORT: String(this.port), DATA_DIR: this.dataDir, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    await new Promise<void>((resolve, reject) => {
      let printed = ''
      const hear = (chunk: Buffer) => {
        this.output += chunk.toString()
        printed += chunk.toString()
        if (printed.includes(this.url)) resolve()
      }
      const fail = (why: string) => reject(new Error(`The server ${why}. It said:\n${printed}`))
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('error', (error) => fail(`does not start: ${error.message}`))
      child.once('exit', (code, signal) => fail(`ended (${signal ?? code}) before it was ready`))
      setTimeout(() => fail('was not ready after 60 s'), 60_000).unref()
    })
  }

  /** The graceful end: SIGTERM, as a service manager does it. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** The plug is pulled. */
  async kill9(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** It stands still: connections stay open and nothing is answered, until it is thawed. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }

  /** The same data on the same port. */
  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Ends the server and deletes its data. */
  async dispose(): Promise<void> {
    await this.stop()
    await removeFolder(this.dataDir)
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    const impatience = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(impatience)
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
