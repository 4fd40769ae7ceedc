import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The tests are tested: each deliberate breakage of the engine must be caught by the suite. Works on a copy of the
 * sources; ends with exit code 1 when a breakage survives, or when the place it breaks is no longer there.
 */
interface Breakage {
  what: string
  file: string
  find: string
  replace: string
  /** The test that must catch it, when it is none of the suite. */
  by?: string
}

const breakages: Breakage[] = [
  {
    what: 'the diary is not asked whether it knows a call',
    file: 'sync-server/execute.ts',
    find: 'if (known) return',
    replace: 'if (known && call.seq === null) return',
  },
  {
    what: 'a call may jump the queue',
    file: 'sync-server/execute.ts',
    find: "if (call.seq > $device.lastSeq + 1) return stay('gap')",
    replace: '',
  },
  {
    what: "somebody else's device number is accepted",
    file: 'sync-server/execute.ts',
    find: "if ($device?.userId !== call.userId) return stay('foreign')",
    replace: "if (!$device) return stay('foreign')",
  },
  {
    what: 'the server does not ask whether the person may',
    file: 'shared/kernel/command.ts',
    find: 'if (refusal) return refusal',
    replace: 'if (refusal && context.received === null) return refusal',
  },
  {
    what: 'a decision counts although what it was about has changed',
    file: 'shared/commands/projects.ts',
    find: "print !== undefined && print !== fingerprint(project, request?.content ?? '')",
    replace: "print === 'never'",
  },
  {
    what: 'a call is acknowledged by its number alone',
    file: 'web/sync/rebase.ts',
    find: 'if (call?.id !== outcome.id) continue',
    replace: 'if (!call) continue',
  },
  {
    what: 'a call is acknowledged before its rows have come',
    file: 'sync-server/sync/round.ts',
    find: '.filter((entry) => entry.id <= complete)',
    replace: '',
  },
  {
    what: 'an answer is applied although the device has moved on',
    file: 'web/sync/rebase.ts',
    find: 'if (position.cursor !== request.cursor || identity.number !== request.device)',
    replace: 'if (identity.number !== request.device)',
  },
  {
    what: 'a refused call is dropped',
    file: 'web/sync/rebase.ts',
    find: 'if (refusal || conflicts.length > 0) {',
    replace: 'if (conflicts.length > 0) {',
  },
  {
    what: 'the paint stays on when the server has spoken',
    file: 'web/sync/rebase.ts',
    find: 'await stripPaint(device)\n    const sweeping',
    replace: 'const sweeping',
  },
  {
    what: 'queued work is not painted again',
    file: 'web/sync/rebase.ts',
    find: 'await repaint(device, actor)',
    replace: '',
  },
  {
    what: 'a reset does not sweep',
    file: 'web/sync/rebase.ts',
    find: 'if (ends) await sweep(device)',
    replace: '',
  },
  {
    what: 'a copied device keeps the ids of the other',
    file: 'web/sync/rebase.ts',
    find: 'input: renameIds(call.input, renamed)',
    replace: 'input: call.input',
  },
  {
    what: 'what was already sent can be taken back',
    file: 'web/sync/perform.ts',
    find: 'if (!call || call.firstSent > 0) return null',
    replace: 'if (!call) return null',
  },
  {
    what: 'drafts are shown to everybody',
    file: 'shared/rules/visibility.ts',
    find: 'return [{ complete: true }, { createdById: user.id }]',
    replace: 'return user.id === 0 ? [] : null',
  },
  {
    what: 'files of drafts are shown to everybody',
    file: 'shared/rules/visibility.ts',
    find: 'return [{ published: true }, { createdById: user.id }]',
    replace: 'return user.id === 0 ? [] : null',
  },
  {
    what: 'a canceled tasking keeps its money',
    file: 'shared/rules/funding.ts',
    find: "phase !== 'canceled' && phase !== 'completed'",
    replace: "phase !== 'completed'",
  },
  {
    what: 'removals are not told',
    file: 'sync-server/store/sqlite.ts',
    find: 'if (changes > 0 && table.synced)',
    replace: 'if (changes > 99 && table.synced)',
  },
  {
    what: 'an index is forgotten',
    file: 'shared/model/tables.ts',
    find: "indexes: [['device', 'seq']]",
    replace: 'indexes: []',
    by: 'sync-server/store/plans.test.ts',
  },
  {
    what: 'a call may bring ids of other devices',
    file: 'sync-server/execute.ts',
    find: 'return isOwn ? null :',
    replace: 'return isOwn || input ? null :',
    by: 'web/sync/hostile.test.ts',
  },
  {
    what: 'an id that is taken is not noticed',
    file: 'shared/kernel/command.ts',
    find: "if (isAnyTaken(found)) return refuse('duplicate')",
    replace: '',
    by: 'shared/kernel/minted.test.ts',
  },
  {
    what: 'a verb may write what it has not read',
    file: 'shared/kernel/minted.ts',
    find: ': seen(change)',
    replace: ': seen(change) || plan',
    by: 'shared/kernel/minted.test.ts',
  },
  {
    what: 'any past is believed',
    file: 'sync-server/execute.ts',
    find: "[at, device.createDate, device.lastAt ?? '']",
    replace: '[at]',
    by: 'sync-server/execute.test.ts',
  },
  {
    what: 'who comments on a tasking may write it too',
    file: 'shared/commands/deliverables.ts',
    find: 'if (projectAbilities(actor, project, organisation).workDeliverables) return null',
    replace: 'if (actor.active) return null',
    by: 'sync-server/hostile-device.test.ts',
  },
  {
    what: 'an approved text changes through a sibling',
    file: 'shared/rules/abilities.ts',
    find: 'project.active && project.approved)',
    replace: 'project.active && project.id === 0)',
    by: 'shared/commands/projects.test.ts',
  },
  {
    what: 'a filter of Find has no index',
    file: 'shared/model/tables.ts',
    find: 'findFilters.map((filter)',
    replace: 'findFilters.slice(1).map((filter)',
    by: 'sync-server/store/find-plans.test.ts',
  },
  {
    what: 'a row that is written again keeps its old words',
    file: 'sync-server/store/words.ts',
    find: 'if (!columns || !changed.some((name) => columns.has(name))) return',
    replace: "if (!columns || !changed.includes('id')) return",
    by: 'sync-server/store/sqlite.test.ts',
  },
  {
    what: 'the server cuts words in another way than devices',
    file: 'sync-server/store/words.ts',
    find: 'wordsOf(textOf(row, texts))',
    replace: 'textOf(row, texts).toLowerCase()',
    by: 'web/data/find.test.ts',
  },
  {
    what: 'a page behind the middle is read the wrong way round',
    file: 'sync-server/store/page.ts',
    find: '.reverse()',
    replace: '',
    by: 'sync-server/store/sqlite.test.ts',
  },
  {
    what: 'a Manager may set the password of a contracting officer',
    file: 'shared/rules/users.ts',
    find: 'const isTheirsToOpen = mayWrite && (isAdmin || !target)',
    replace: 'const isTheirsToOpen = mayWrite',
    by: 'sync-server/rest/takeover.test.ts',
  },
  {
    what: "one's own e-mail changes without the present password",
    file: 'shared/commands/users.ts',
    find: 'actor.id === existing.id && setsSignIn(input, existing) && !input.proven',
    replace: 'actor.id === existing.id && input.password && !input.proven',
    by: 'sync-server/rest/takeover.test.ts',
  },
  {
    what: 'a present password that does not fit is taken',
    file: 'sync-server/auth/accounts.ts',
    find: 'if (isAsked && (proven === null || $credential?.hash !== proven))',
    replace: 'if (isAsked && proven !== null && $credential?.hash !== proven)',
    by: 'sync-server/rest/takeover.test.ts',
  },
  {
    what: 'who loses a role stays signed in',
    file: 'sync-server/auth/accounts.ts',
    find: 'isOver || hasMoved || before.roles !== after.roles ?',
    replace: 'isOver || hasMoved ?',
    by: 'sync-server/sync/sessions-end.test.ts',
  },
  {
    what: 'a clock that was set back makes people wait for days',
    file: 'sync-server/auth/throttle.ts',
    find: '? byThisClock(row, time) : undefined',
    replace: '? row : undefined',
    by: 'sync-server/auth/auth.test.ts',
  },
  {
    what: 'a known device is locked out by its neighbours',
    file: 'sync-server/auth/throttle.ts',
    find: 'place: `person:${earlier.userId}`',
    replace: 'place: `address:${address}`',
    by: 'sync-server/auth/auth.test.ts',
  },
  {
    what: 'a refusal by right in a round is not a security event',
    file: 'sync-server/sync/mount.ts',
    find: "verdict.refusal?.refused === 'not-allowed'",
    replace: "verdict.refusal?.refused === 'unknown'",
    by: 'sync-server/security-events.test.ts',
  },
]

const suite = ['web/sync', 'sync-server/execute.test.ts', 'shared/rules/funding.test.ts']
const root = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'fieldpost-teeth-'))
let survived = 0

try {
  for (const name of ['shared', 'web', 'sync-server', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  if (!passes(suite)) throw new Error('The suite fails without any breakage: nothing can be told from it.')
  for (const breakage of breakages) survived += isCaught(breakage) ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(
  survived === 0
    ? `All ${breakages.length} breakages are caught.`
    : `${survived} of ${breakages.length} breakages survive.`,
)
process.exitCode = survived === 0 ? 0 : 1

function isCaught({ what, file, find, replace, by }: Breakage): boolean {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (!source.includes(find)) {
    console.log(`GONE      ${what}: ${file} no longer says «${find}»`)
    return false
  }
  writeFileSync(path, source.replace(find, replace))
  const caught = !passes(by ? [by] : suite)
  writeFileSync(path, source)
  console.log(`${caught ? 'caught   ' : 'SURVIVED '} ${what}`)
  return caught
}

function passes(tests: string[]): boolean {
  const { status } = spawnSync('npx', ['vitest', 'run', '--bail', '1', ...tests], {
    cwd: copy,
    env: { ...process.env, SIMULATIONS: '60', SEED: '1' },
    stdio: 'ignore',
  })
  return status === 0
}
