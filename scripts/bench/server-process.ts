import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { resolve } from 'node:path'

export interface ServerProcess {
  port: number
  stop: () => void
  memoryMb: () => Promise<number>
}

/** Starts `serve.ts` in a process of its own, so that the load does not run on its core. */
export async function startServer(path: string, count: number, openShare: number, webFolder = ''): Promise<ServerProcess> {
  const script = resolve(import.meta.dirname, 'serve.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, path, String(count), String(openShare), webFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await portOf(child)
  return { port, stop: () => child.kill(), memoryMb: () => residentMb(child) }
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((found, failed) => {
    child.once('exit', (code) => failed(new Error(`The server ended with ${code} before it listened`)))
    if (!child.stdout) return failed(new Error('The server has no output'))
    createInterface(child.stdout).on('line', (line) => {
      const port = /^port (\d+)$/.exec(line)?.[1]
      if (port) found(Number(port))
    })
  })
}

async function residentMb(child: ChildProcess): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
