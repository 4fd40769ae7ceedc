import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '#shared/model/tables.ts'
import { withDatabase } from '../store/database/client.ts'
import { steps } from '../store/database/steps.ts'
import { moreSteps, withEdits, type Edit } from '../testing/other-release.ts'
import { startPostgres } from '../testing/postgres.ts'
import { buildServer, freePort, runServer, startProcess } from '../testing/process.ts'
import { removeFolder } from '../testing/remove-folder.ts'
import { underLoad } from '../testing/under-load.ts'

/**
 * This release is the earlier one here; the others are built from the same sources. The later one has more columns and indexes in its model,
 * and a step that adds them, and more that its own model does not know either. The one after it leaves them alone, and the latest takes them away.
 */
const adds = {
  about: 'Something new.',
  texts: [
    `ALTER TABLE comments ADD COLUMN IF NOT EXISTS mood text COLLATE "C" NOT NULL DEFAULT ''`,
    'CREATE INDEX IF NOT EXISTS comments_mood ON comments (org, mood NULLS FIRST, id NULLS FIRST)',
    'ALTER TABLE calls ADD COLUMN IF NOT EXISTS release text COLLATE "C"',
    'ALTER TABLE projects ADD COLUMN mood text',
    'CREATE TABLE moods (org integer, id bigint, PRIMARY KEY (org, id))',
  ],
  needs: 1,
}
const takesAway = {
  about: 'What nobody uses.',
  texts: ['ALTER TABLE comments DROP COLUMN mood', 'ALTER TABLE calls DROP COLUMN release'],
  needs: steps.length + 2,
}

/** A comment is bright when the later release adds it, and gains a `+` with each edit by it; the diary says which calls those were. */
const otherModel: Edit[] = [
  {
    file: 'shared/model/project.ts',
    from: 'attachment: z.nullable(z.string()),',
    to: 'attachment: z.nullable(z.string()), mood: line,',
  },
  {
    file: 'shared/model/tables.ts',
    from: /(?<=schema: commentSchema,\s+indexes: \[)/,
    to: "['mood'], ",
  },
  { file: 'shared/commands/comments.ts', from: 'history: [],', to: "history: [], mood: 'bright'," },
  { file: 'shared/commands/comments.ts', from: 'comment: after,', to: 'comment: after, mood: `${existing.mood}+`,' },
  { file: 'shared/commands/projects.ts', from: "add('comments', {", to: "add('comments', { mood: 'bright'," },
  {
    file: 'shared/model/server-tables.ts',
    from: /(?=\}\)\s+export type CallRow )/,
    to: 'release: z.nullable(z.string()), ',
  },
  { file: 'execute/execute.ts', from: 'address, carriedById }', to: "address, carriedById, release: 'later' }" },
]

const postgres = await startPostgres()
const folder = mkdtempSync(join(tmpdir(), 'fieldpost-releases-'))
let built: Awaited<ReturnType<typeof buildServer>>[]
beforeAll(async () => {
  built = [
    await buildServer('earlier'),
    await buildServer('later', [withEdits([moreSteps(adds), ...otherModel])]),
    await buildServer('leaving', [withEdits([moreSteps(adds)])]),
    await buildServer('latest', [withEdits([moreSteps(adds, takesAway)])]),
  ]
}, 120_000)
afterAll(async () => {
  await postgres.stop()
  for (const { remove } of built) remove()
  await removeFolder(folder)
})
const scripts = () => {
  const [earlier = '', later = '', leaving = '', latest = ''] = built.map(({ script }) => script)
  return { earlier, later, leaving, latest }
}

const ask = <T extends object>(url: string, text: string): Promise<T[]> =>
  withDatabase(url, async (client) => (await client.query<T>(text)).rows)
const stepOf = async (url: string) => (await ask(url, 'SELECT step, needs FROM steps'))[0]

/** Rows of a kind, more than which make sure that it was there. */
const FEW = 5

interface Comment {
  id: number
  mood: string
  /** Which release judged each call about it, in order; nothing is the earlier one. */
  releases: ('later' | null)[]
}

/** Of one moment. */
const commentsIn = (url: string) =>
  ask<Comment>(
    url,
    `SELECT comments.id::float, mood, array_agg(release ORDER BY seq) AS releases FROM comments
     JOIN calls ON calls.org = comments.org AND (calls.input->>'id')::bigint = comments.id GROUP BY comments.id, mood`,
  )

const moodAfter = (releases: Comment['releases']): string =>
  releases.map((release, at) => (release ? (at === 0 ? 'bright' : '+') : '')).join('')

/** In how many rows one release has written what the other had added or written. */
const sharedIn = (comments: readonly Comment[]) => ({
  fromLater: comments.filter(({ releases: [first, ...others] }) => first && others.includes(null)).length,
  fromEarlier: comments.filter(({ releases: [first, ...others] }) => !first && others.includes('later')).length,
  lastByEarlier: comments.filter(({ releases }) => releases.includes('later') && !releases.at(-1)).length,
})

/**
 * What the later release wrote is there, whoever wrote the row after it; judged at a moment when each has written what the other had written
 * before it, for what the earlier one wrote last the later one may write next.
 */
async function judgeMoods(url: string) {
  let comments: Comment[] = []
  const fewest = async () => Math.min(...Object.values(sharedIn((comments = await commentsIn(url)))))
  await expect.poll(fewest, { timeout: 120_000, interval: 200 }).toBeGreaterThan(FEW)
  expect(comments.filter(({ mood, releases }) => mood !== moodAfter(releases))).toEqual([])
  return sharedIn(comments)
}

type World = Awaited<ReturnType<typeof underLoad>>

const columnsOfEarlier = columnsOf('comments')

/** What a new device gets of a process: each row whole, as its release has it. */
async function rowsOf(world: World, at: number, columns: readonly string[]) {
  const rows = await world.commentsOf(at)
  const names = [...rows.values()].map((row) => Object.keys(row).sort().join())
  expect([...new Set(names)]).toEqual([[...columns].sort().join()])
  return rows
}

/** Moods only grow: those that the later release tells lie between those before and those after it was asked. */
async function judgeRowsOfLater(world: World, url: string, at: number) {
  const before = await commentsIn(url)
  const rows = await rowsOf(world, at, [...columnsOfEarlier, 'mood'])
  const after = new Map((await commentsIn(url)).map(({ id, mood }) => [id, mood]))
  const told = [...rows].map(([id, row]) => ({ id, mood: String(row['mood']) }))
  expect(before.filter(({ id, mood }) => !String(rows.get(id)?.['mood']).startsWith(mood))).toEqual([])
  expect(told.filter(({ id, mood }) => !after.get(id)?.startsWith(mood))).toEqual([])
  expect(told.filter(({ mood }) => mood !== '').length).toBeGreaterThan(FEW)
}

test(
  'two releases of different models serve one database at the same time, under load, forwards and back; then the later alone, until the earlier cannot work',
  { timeout: 900_000 },
  async () => {
    const { earlier, later, leaving, latest } = scripts()
    const url = await postgres.database()
    const world = await underLoad({ url, folder: join(folder, 'world'), scripts: [earlier, earlier, earlier] })
    await world.progress()

    await world.replace(0, later)
    expect(await stepOf(url)).toEqual({ step: steps.length + 1, needs: 1 })
    await judgeMoods(url)
    await judgeRowsOfLater(world, url, 0)
    await rowsOf(world, 1, columnsOfEarlier)
    // The later one is not liked, and the earlier one comes back.
    await world.replace(0, earlier)
    expect(await stepOf(url)).toEqual({ step: steps.length + 1, needs: 1 })
    await world.progress()
    await judgeMoods(url)

    for (const at of [0, 1, 2]) await world.replace(at, later)
    await world.progress()
    await judgeRowsOfLater(world, url, 2)
    for (const at of [0, 1, 2]) await world.replace(at, leaving)
    await world.progress()
    console.info(await judgeMoods(url))
    await world.replace(0, latest)
    expect(await stepOf(url)).toEqual({ step: steps.length + 2, needs: steps.length + 2 })
    await world.progress()
    for (const at of [1, 2]) await world.replace(at, latest)
    await world.progress()
    await rowsOf(world, 0, columnsOfEarlier)
    console.info(`${await world.end()} calls over four releases`)

    const settings = { DATABASE_URL: url, FILES_URL: pathToFileURL(join(folder, 'files')).toString() }
    for (const script of [earlier, later]) {
      const { code, output } = await runServer(script, join(folder, 'refused'), [], settings)
      expect([code, output]).toEqual([78, expect.stringContaining('Start that version.')])
    }
  },
)

test(
  'the earlier release works beside the later one in a database that the later one made',
  { timeout: 600_000 },
  async () => {
    const { earlier, later } = scripts()
    const url = await postgres.database()
    await ask(url, 'DROP SCHEMA public CASCADE')
    await ask(url, 'CREATE SCHEMA public')
    const settings = { DATABASE_URL: url, FILES_URL: pathToFileURL(join(folder, 'made-files')).toString() }
    const first = await startProcess(later, join(folder, 'first'), await freePort(), settings)
    expect(await first.end('SIGTERM')).toBe(0)

    const world = await underLoad({ url, folder: join(folder, 'made'), scripts: [earlier, later] })
    await judgeMoods(url)
    console.info(`${await world.end()} calls in a database of the later release`)
  },
)
