import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { startPostgres } from '../testing/postgres.ts'
import { buildServer } from '../testing/process.ts'
import { removeFolder } from '../testing/remove-folder.ts'
import { underLoad } from '../testing/under-load.ts'

/**
 * Real processes over one PostgreSQL under the load of sixteen clients. Whatever becomes of one of them: each acknowledged call is there once
 * with its effects, each reader has all of it, and the others go on. `KILLS=20 AWAY_SECONDS=30` is the full length.
 */
const KILLS = Number(process.env['KILLS'] ?? 5)
/** Longer than a flight may take: what is sent has been given up before it arrives. */
const AWAY_MS = Number(process.env['AWAY_SECONDS'] ?? 12) * 1_000
const FROZEN_MS = 5_000
const PROCESSES = 4

const postgres = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-many-'))
let built: Awaited<ReturnType<typeof buildServer>>
beforeAll(async () => {
  built = await buildServer('many')
})
afterAll(async () => {
  await postgres.stop()
  built.remove()
  await removeFolder(folder)
})

const aWorld = async (name: string) =>
  underLoad({ url: await postgres.database(), folder: join(folder, name), scripts: scripts(built.script) })
const scripts = (script: string) => Array.from({ length: PROCESSES }, () => script)

test(
  `of ${PROCESSES} processes one is killed ${KILLS} times, and the others go on`,
  async () => {
    const world = await aWorld('killed')
    for (let kill = 0; kill < KILLS; kill++) {
      const { at, process } = await world.oneAtWork()
      await process.end('SIGKILL')
      await world.progress()
      await world.startAnew(at)
    }
    console.info(`${await world.end()} calls under ${KILLS} kills`)
  },
  120_000 + KILLS * 120_000,
)

test(
  'a process that stands still for five seconds while it writes goes on as if nothing had been, and so do the others',
  { timeout: 600_000 },
  async () => {
    const world = await aWorld('frozen')
    const { process } = await world.oneAtWork()
    process.signal('SIGSTOP')
    const over = new Promise((later) => setTimeout(later, FROZEN_MS))
    await world.progress()
    await over
    process.signal('SIGCONT')
    await world.progress()
    console.info(`${await world.end()} calls around ${FROZEN_MS} ms of standing still`)
  },
)

test.each([
  ['what a process and its database say to each other arrives late', 'late'],
  ['a process is parted from its database, and nothing of what it sent meanwhile arrives', 'never'],
] as const)('%s', { timeout: 600_000 }, async (_, arrives) => {
  const world = await aWorld(arrives)
  const { proxy } = await world.oneAtWork()
  proxy.hold()
  const over = new Promise((later) => setTimeout(later, AWAY_MS))
  await world.progress()
  await over
  if (arrives === 'never') proxy.cut()
  proxy.goOn()
  await world.progress()
  console.info(`${await world.end()} calls around ${AWAY_MS} ms`)
})
