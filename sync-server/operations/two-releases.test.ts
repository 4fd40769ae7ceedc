import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDatabase } from '../store/database/client.ts'
import { steps } from '../store/database/steps.ts'
import { startPostgres } from '../testing/postgres.ts'
import { buildServer, runServer } from '../testing/process.ts'
import { removeFolder } from '../testing/remove-folder.ts'
import { underLoad } from '../testing/under-load.ts'

/**
 * This release is the earlier one here; the later ones are built from the same sources with more steps of the database, which add what this
 * one does not know, and then take it away.
 */
const adds = {
  about: 'Something new.',
  texts: [
    "ALTER TABLE comments ADD COLUMN mood text NOT NULL DEFAULT 'calm'",
    'ALTER TABLE projects ADD COLUMN mood text',
    'ALTER TABLE calls ADD COLUMN mood bigint',
    'CREATE TABLE moods (org integer, id bigint, PRIMARY KEY (org, id))',
    'CREATE INDEX moods_of_comments ON comments (org, mood)',
  ],
  needs: 1,
}
const takesAway = {
  about: 'What nobody uses.',
  texts: ['ALTER TABLE comments DROP COLUMN mood'],
  needs: steps.length + 2,
}

const postgres = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-releases-'))
let built: Awaited<ReturnType<typeof buildServer>>[]
beforeAll(async () => {
  built = [
    await buildServer('earlier'),
    await buildServer('later', [withSteps(adds)]),
    await buildServer('latest', [withSteps(adds, takesAway)]),
  ]
}, 120_000)
afterAll(async () => {
  await postgres.stop()
  for (const { remove } of built) remove()
  await removeFolder(folder)
})

/** The same program with more steps at the end. */
function withSteps(...more: { about: string; texts: string[]; needs: number }[]): Plugin {
  const listed = more.map((step) => `{ ...${JSON.stringify(step)}, sql: () => ${JSON.stringify(step.texts)} }`)
  return {
    name: 'fieldpost:more-steps',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('store/database/steps.ts')) return null
      const end = /,?\s*\]\s*$/
      if (!end.test(code)) throw new Error('The file no longer ends with the last step.')
      return code.replace(end, `, ${listed.join(', ')}]`)
    },
  }
}

const stepOf = (url: string) =>
  withDatabase(url, async (client) => (await client.query('SELECT step, needs FROM steps')).rows[0] as unknown)

test(
  'two releases serve one database at the same time, under load, forwards and back; then the later alone, until the earlier cannot work',
  { timeout: 900_000 },
  async () => {
    const [earlier = '', later = '', latest = ''] = built.map(({ script }) => script)
    const url = await postgres.database()
    const world = await underLoad({ url, folder: join(folder, 'world'), scripts: [earlier, earlier, earlier] })
    await world.progress()

    await world.replace(0, later)
    expect(await stepOf(url)).toEqual({ step: steps.length + 1, needs: 1 })
    await world.progress()
    // The later one is not liked, and the earlier one comes back.
    await world.replace(0, earlier)
    expect(await stepOf(url)).toEqual({ step: steps.length + 1, needs: 1 })
    await world.progress()

    for (const at of [0, 1, 2]) await world.replace(at, later)
    await world.progress()
    await world.replace(0, latest)
    expect(await stepOf(url)).toEqual({ step: steps.length + 2, needs: steps.length + 2 })
    await world.progress()
    for (const at of [1, 2]) await world.replace(at, latest)
    await world.progress()
    console.info(`${await world.end()} calls over three releases`)

    const settings = { DATABASE_URL: url, FILES_URL: pathToFileURL(join(folder, 'files')).toString() }
    const { code, output } = await runServer(earlier, join(folder, 'refused'), [], settings)
    expect([code, output]).toEqual([78, expect.stringContaining('Start that version.')])
  },
)
