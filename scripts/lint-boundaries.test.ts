import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { expect, test } from 'vitest'

const eslint = new ESLint({ overrideConfig: tseslint.configs.disableTypeChecked })

const allowed: [file: string, source: string][] = [
  ['shared/commands/projects.ts', '#shared/rules/workflow.ts'],
  ['shared/commands/projects.ts', './requests.ts'],
  ['shared/model/project.ts', 'zod/mini'],
  ['shared/testing/samples.ts', 'fast-check'],
  ['shared/commands/projects.test.ts', '#server/store/sqlite/sqlite.ts'],
  ['sync-server/store/sqlite/sqlite.ts', 'better-sqlite3'],
  ['sync-server/store/sqlite/sqlite.ts', '../store.ts'],
  ['sync-server/store/open.ts', './sqlite/sqlite.ts'],
  ['sync-server/main.ts', './store/open.ts'],
  ['sync-server/store/sqlite/sqlite.ts', 'node:fs'],
  ['sync-server/rest/projects.ts', '../execute/execute.ts'],
  ['sync-server/app.ts', './rest/mount.ts'],
  ['sync-server/demo/seed.ts', '#shared/testing/samples.ts'],
  ['web/features/find/find-page.tsx', './find-table.tsx'],
  ['web/features/find/find-page.tsx', '#web/features/find/parts/row.tsx'],
  ['web/features/find/find-page.tsx', '#web/parts/status-chip.tsx'],
  ['web/data/device.ts', 'dexie'],
  ['web/data/use-observed.ts', 'dexie-react-hooks'],
  ['web/ui/day.tsx', '#shared/lib/day.ts'],
  ['web/ui/day.tsx', '#web/theme/tokens.ts'],
  ['web/ui/dialog.tsx', '#web/loading/lazy-part.tsx'],
  ['web/app/routes.tsx', '#web/features/find/find-page.tsx'],
  ['web/main.tsx', '#web/app/app.tsx'],
  ['web/service-worker.ts', '#web/sync/round.ts'],
  ['web/testing/render-app.tsx', '#server/testing/server.ts'],
  ['scripts/budgets.ts', '#web/app/app.tsx'],
]

const forbidden: [file: string, source: string, message: string][] = [
  ['shared/lib/day.ts', '#shared/model/project.ts', 'shared/lib may not import shared/model'],
  ['shared/rules/workflow.ts', '#shared/kernel/reads.ts', 'shared/rules may not import shared/kernel'],
  ['shared/commands/projects.ts', '#shared/queries/projects.ts', 'shared/commands may not import shared/queries'],
  ['shared/queries/projects.ts', '../commands/projects.ts', 'shared/queries may not import shared/commands'],
  ['shared/commands/projects.ts', '#server/store/store.ts', 'shared/commands may not import server/store'],
  ['shared/commands/projects.ts', './projects.test.ts', 'shared/commands may not import tests and tools'],
  ['shared/model/project.ts', 'zod', 'zod/mini'],
  ['shared/rules/due.ts', 'dayjs', 'no package but zod/mini'],
  ['shared/lib/text.ts', 'node:fs', 'no package but zod/mini'],
  ['sync-server/store/sqlite/sqlite.ts', '../../execute/execute.ts', 'server/sqlite may not import server/execute'],
  ['sync-server/store/ids.ts', './sqlite/sqlite.ts', 'server/store may not import server/sqlite'],
  ['sync-server/main.ts', './store/sqlite/sqlite.ts', 'server/app may not import server/sqlite'],
  ['sync-server/rest/mount.ts', '../store/open.ts', 'server/rest may not import server/open'],
  ['sync-server/rest/projects.ts', '#server/auth/login.ts', 'server/rest may not import server/auth'],
  [
    'sync-server/rest/projects.ts',
    'better-sqlite3',
    'Only server/sqlite and server/database may import better-sqlite3',
  ],
  ['sync-server/http/limits.ts', '../auth/login.ts', 'server/http may not import server/auth'],
  ['sync-server/rest/mount.ts', '../spec-tables/section-7.ts', 'server/rest may not import tests and tools'],
  ['sync-server/app.ts', '#web/app/app.tsx', 'server/app may not import web/app'],
  ['web/features/find/find-page.tsx', '#web/features/funding/pool.tsx', 'A feature never imports another one'],
  ['web/features/find/find-page.tsx', '../funding/pool.tsx', 'A feature never imports another one'],
  ['web/features/find/find-page.tsx', 'dexie', 'Only web/data and web/sync may import dexie'],
  ['web/features/find/find-page.tsx', '#server/app.ts', 'web/features may not import server/app'],
  ['web/ui/day.tsx', '#shared/model/project.ts', 'ui knows no business'],
  ['web/theme/chips.ts', '#web/ui/panel.tsx', 'web/theme may not import web/ui'],
  ['web/loading/lazy-part.tsx', '#web/ui/panel.tsx', 'web/loading may not import web/ui'],
  ['web/session/session.ts', '#web/ui/panel.tsx', 'web/session may not import web/ui'],
  ['web/state/unsent.ts', '#web/ui/panel.tsx', 'web/state may not import web/ui'],
  ['web/sync/round.ts', '#web/state/unsent.ts', 'web/sync may not import web/state'],
  ['web/sync/round.ts', 'dexie-react-hooks', 'Only web/data may import dexie-react-hooks'],
  ['web/net/api.ts', 'node:fs', 'A browser has no Node modules'],
  ['web/service-worker.ts', '#web/ui/panel.tsx', 'web/service-worker may not import web/ui'],
  ['web/main.tsx', '#web/features/find/find-page.tsx', 'web/main may not import web/features'],
]

test.each(allowed)('%s may import %s', async (file, source) => {
  expect(await complaints(file, `import '${source}'\n`)).toEqual([])
})

test.each(forbidden)('%s may not import %s', async (file, source, message) => {
  expect(await complaints(file, `import '${source}'\n`)).toEqual([expect.stringContaining(message)])
})

test('a lazy import and a re-export are imports too', async () => {
  const [lazy] = await complaints('web/features/find/a.ts', `export const a = () => import('../funding/pool.tsx')\n`)
  const [again] = await complaints('shared/lib/a.ts', `export { x } from '#shared/model/project.ts'\n`)
  expect([lazy, again]).toEqual([expect.stringContaining('web/features'), expect.stringContaining('shared/model')])
})

test('a file outside every room is reported', async () => {
  expect(await complaints('web/helpers/misc.ts', 'export const a = 1\n')).toHaveLength(1)
})

test.each(['Date.now()', 'new Date()', 'Date()', 'Math.random()', 'crypto.randomUUID()', 'process.env'])(
  'a command may not say %s',
  async (code) => {
    const text = `export const a = () => ${code}\n`
    expect(await complaints('shared/commands/a.ts', text)).toEqual([expect.stringContaining('on each replay')])
    expect(await complaints('shared/commands/a.test.ts', text)).toEqual([])
  },
)

test('a command may read an instant it was given', async () => {
  expect(await complaints('shared/rules/a.ts', 'export const a = (now: string) => new Date(now)\n')).toEqual([])
})

async function complaints(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath })
  return (result?.messages ?? []).map(({ message }) => message)
}
