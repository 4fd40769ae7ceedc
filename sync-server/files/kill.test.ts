import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesNamedIn } from '../store/sqlite/backup.ts'
import { blobFolderOf, openFolder } from '../store/blobs/folder.ts'
import { pdf, sha256 } from '../testing/files.ts'
import { buildServer, freePort, PROJECT, startProcess, writeDatabase } from '../testing/process.ts'

const CLIENTS = 8
const KILLS = Number(process.env.KILLS ?? 3)
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-files-kill-'))
let server: Awaited<ReturnType<typeof buildServer>>
beforeAll(async () => {
  server = await buildServer('files-kill')
}, 60_000)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  server.remove()
})

test(
  'killed while eight people upload, time and again: what was acknowledged is there, and no row is without its bytes',
  {
    timeout: 60_000 + KILLS * 10_000,
  },
  async () => {
    const database = join(folder, 'fieldpost.sqlite')
    const tokens = await writeDatabase(database, CLIENTS)
    const port = await freePort()
    const acknowledged = new Map<string, string>()
    let made = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const running = await startProcess(server.script, folder, port)
      const enough = acknowledged.size + 40
      let isWorking = true
      const uploads = tokens.map(async (token, client) => {
        while (isWorking) {
          const bytes = pdf(`${client}-${++made} `.repeat(10_000))
          const form = new FormData()
          form.append('file', new Blob([bytes]), 'report.pdf')
          const init = { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } }
          const answer = await fetch(`http://127.0.0.1:${port}/api/projects/${PROJECT}/upload`, init).catch(() => null)
          const file = answer?.ok ? ((await answer.json().catch(() => null)) as { path: string } | null) : null
          if (file) acknowledged.set(file.path, sha256(bytes))
          else if (answer) expect(answer.ok).toBe(true)
        }
      })
      await expect.poll(() => acknowledged.size, { timeout: 20_000, interval: 10 }).toBeGreaterThan(enough)
      await running.end('SIGKILL')
      isWorking = false
      await Promise.all(uploads)
    }

    const again = await startProcess(server.script, folder, port)
    for (const [path, hash] of acknowledged) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: `Bearer ${tokens[0]}` },
      })
      expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(hash)
    }
    expect(await again.end('SIGTERM')).toBe(0)
    const named = filesNamedIn(database)
    const blobs = openFolder(blobFolderOf(database))
    expect(named.length).toBeGreaterThanOrEqual(acknowledged.size)
    expect(new Set(named.map((file) => file.name)).size).toBe(named.length)
    for (const { hash } of named) expect(await blobs.problem(hash)).toBeNull()
  },
)
