import { spawn } from 'node:child_process'

/** The server under tsx and the web application under Vite, both following the sources. Arguments go to the server. */
const serverArguments = process.argv.length > 2 ? process.argv.slice(2) : ['--demo']

const children = [
  start(['tsx', 'watch', 'sync-server/main.ts', ...serverArguments], { PORT: '8787', DATA_DIR: 'data/dev' }),
  start(['vite', '--clearScreen', 'false'], {}),
]

process.on('SIGINT', () => undefined)
process.on('SIGTERM', stop)

function start(command: string[], env: Record<string, string>) {
  const child = spawn('npx', command, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 1
    stop()
  })
  return child
}

function stop(): void {
  for (const child of children) child.kill('SIGTERM')
}
