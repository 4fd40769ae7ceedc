import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CannotStart } from '../store/unavailable.ts'
import { buildServer, freePort, runServer, startProcess, writeDatabase } from '../testing/process.ts'
import { keepPrivate, makeDataFolder } from './data-folder.ts'

let server: Awaited<ReturnType<typeof buildServer>>
beforeAll(async () => {
  server = await buildServer('folder')
}, 60_000)
afterAll(() => server.remove())

const folders: string[] = []
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldpost-folder-'))
  folders.push(folder)
  return folder
}
const umask = process.umask()
afterEach(() => {
  process.umask(umask)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Everything in a folder, and itself, that anybody but its owner may read, write or pass. */
function openToOthers(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  )
  return [folder, ...inside].filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077)
}

test(
  'a folder of 755 with files of 644 is mended at the start, and nothing that is made later is open',
  { timeout: 60_000 },
  async () => {
    const [folder, elsewhere] = [aFolder(), join(aFolder(), 'backups')]
    // What this process starts inherits it, like from a careless service manager.
    process.umask(0)
    await writeDatabase(join(folder, 'fieldpost.sqlite'), 1)
    for (const name of ['files', 'backups', 'mail']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'fieldpost.sqlite.before-1'), 'x')
    chmodSync(folder, 0o755)
    expect(openToOthers(folder).length).toBeGreaterThan(5)

    const running = await startProcess(server.script, folder, await freePort())
    expect(openToOthers(folder)).toEqual([])
    expect((await runServer(server.script, folder, ['--backup', elsewhere])).code).toBe(0)
    expect(await running.end('SIGTERM')).toBe(0)
    const [backup = ''] = readdirSync(elsewhere)
    const restored = await runServer(server.script, folder, ['--restore', join(elsewhere, backup)])
    expect(restored.code, restored.output).toBe(0)
    expect([...openToOthers(folder), ...openToOthers(elsewhere)]).toEqual([])
  },
)

test('run from its sources it closes what it makes as well', () => {
  const folder = join(aFolder(), 'fresh')
  process.umask(0)
  const env = { ...process.env, DATA_DIR: folder, FIELDPOST_PASSWORD: 'a-long-password' }
  const args = ['--import', 'tsx', 'sync-server/main.ts', '--create-admin', 'ada@example.org', 'Ada Novak']
  const run = spawnSync(process.execPath, args, { cwd: join(import.meta.dirname, '../..'), env, encoding: 'utf8' })
  expect(run.status, run.stderr).toBe(0)
  expect([readdirSync(folder).includes('fieldpost.sqlite'), openToOthers(folder)]).toEqual([true, []])
})

test('a folder that is shared with others is not closed, and the start is refused in a sentence, for good', async () => {
  const folder = aFolder()
  writeFileSync(join(folder, 'letters-to-mother.txt'), 'x')
  chmodSync(folder, 0o755)
  const { code, output } = await runServer(server.script, folder, [])
  expect([code, output]).toEqual([
    78,
    expect.stringMatching(/Others can read the data folder .*letters-to-mother\.txt.*DATA_DIR.*chmod go-rwx/),
  ])
  expect([statSync(folder).mode & 0o777, readdirSync(folder)]).toEqual([0o755, ['letters-to-mother.txt']])
  chmodSync(folder, 0o700)
  keepPrivate(folder)
})

test('a file where the data folder should be is a sentence, and stays', async () => {
  const file = join(aFolder(), 'data')
  writeFileSync(file, 'x')
  const { code, output } = await runServer(server.script, file, [])
  expect([code, output]).toEqual([
    78,
    expect.stringMatching(/data cannot be the data folder, a file stands there\. .*DATA_DIR/),
  ])
  expect(() => makeDataFolder(join(file, 'deeper'))).toThrow(/a file stands there or above it/)
  expect(readFileSync(file, 'utf8')).toBe('x')
})

test('what cannot be closed refuses the start', () => {
  const folder = aFolder()
  // Nobody may change the rights of what the kernel shows there, not even root.
  symlinkSync('/proc/sys', join(folder, 'backups'))
  expect(() => keepPrivate(folder)).toThrow(CannotStart)
  expect(() => keepPrivate(folder)).toThrow(/Others can read .*backups, and that cannot be changed.*chown/)
})
