import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { must } from '#shared/lib/must.ts'

/**
 * The tests are tested: each deliberate breakage must be caught by the test that it names. Works on copies of the
 * sources; ends with exit code 1 when a breakage survives, or when the place it breaks is no longer there.
 */
interface Breakage {
  what: string
  file: string
  find: string
  replace: string
  /** The test that must catch it, by what it asserts: one that merely runs out of time has caught nothing. */
  by: string
}

const breakages: Breakage[] = [
  {
    what: 'the diary is not asked whether it knows a call',
    file: 'sync-server/execute.ts',
    find: 'if (answered) return',
    replace: 'if (answered && call.seq === null) return',
    by: 'sync-server/execute.test.ts',
  },
  {
    what: 'a call may jump the queue',
    file: 'sync-server/execute.ts',
    find: "if (call.seq > $device.lastSeq + 1) return stay('gap')",
    replace: '',
    by: 'sync-server/execute.test.ts',
  },
  {
    what: "somebody else's device number is accepted",
    file: 'sync-server/execute.ts',
    find: "if ($device?.userId !== call.userId) return stay('foreign')",
    replace: "if (!$device) return stay('foreign')",
    by: 'sync-server/execute.test.ts',
  },
  {
    what: 'the server does not ask whether the person may',
    file: 'shared/kernel/command.ts',
    find: "if (refusal && (errors.length === 0 || refusal.refused !== 'not-found')) return refusal",
    replace: 'if (refusal && context.received === null) return refusal',
    by: 'sync-server/execute.test.ts',
  },
  {
    what: 'a decision counts although what it was about has changed',
    file: 'shared/commands/projects.ts',
    find: "print !== undefined && print !== fingerprint(project, request?.content ?? '')",
    replace: "print === 'never'",
    by: 'web/sync/devices.test.ts',
  },
  {
    what: 'a call is acknowledged by its number alone',
    file: 'web/sync/rebase.ts',
    find: 'if (call?.id !== outcome.id) continue',
    replace: 'if (!call) continue',
    by: 'web/sync/devices.test.ts',
  },
  {
    what: 'a call is acknowledged before its rows have come',
    file: 'sync-server/sync/round.ts',
    find: '.filter((entry) => entry.id <= complete)',
    replace: '',
    by: 'web/sync/devices.test.ts',
  },
  {
    what: 'an answer is applied although the device has moved on',
    file: 'web/sync/rebase.ts',
    find: 'if (cursorOf(position) !== request.cursor || identity.number !== request.device)',
    replace: 'if (identity.number !== request.device)',
    by: 'web/sync/devices.test.ts',
  },
  {
    what: 'a refused call is dropped',
    file: 'web/sync/rebase.ts',
    find: 'if (refusal || conflicts.length > 0) {',
    replace: 'if (conflicts.length > 0) {',
    by: 'web/sync/devices.test.ts',
  },
  {
    what: 'the paint stays on when the server has spoken',
    file: 'web/sync/rebase.ts',
    find: 'await stripPaint(device)\n    const sweeping',
    replace: 'const sweeping',
    by: 'web/sync/devices.test.ts',
  },
  {
    what: 'queued work is not painted again',
    file: 'web/sync/rebase.ts',
    find: 'await repaint(device, actor)',
    replace: '',
    by: 'web/sync/devices.test.ts',
  },
  {
    what: 'a reset does not sweep',
    file: 'web/sync/rebase.ts',
    find: 'if (ends) await sweep(device)',
    replace: '',
    by: 'web/sync/removals.test.ts',
  },
  {
    what: 'a copied device keeps the ids of the other',
    file: 'web/sync/rebase.ts',
    find: 'input: renameIds(call.input, renamed)',
    replace: 'input: call.input',
    by: 'web/sync/devices.test.ts',
  },
  {
    what: 'what was already sent can be taken back',
    file: 'web/sync/perform.ts',
    find: 'if (!call || call.firstSent > 0) return null',
    replace: 'if (!call) return null',
    by: 'web/sync/devices.test.ts',
  },
  {
    what: 'drafts are shown to everybody',
    file: 'shared/rules/visibility.ts',
    find: "requests: [[fact('complete', true), isMine]]",
    replace: "requests: [[fact('complete', true), fact('complete', false)]]",
    by: 'web/sync/devices.test.ts',
  },
  {
    what: 'files of drafts are shown to everybody',
    file: 'shared/rules/visibility.ts',
    find: "files: [[fact('published', true), isMine]]",
    replace: "files: [[fact('published', true), fact('published', false)]]",
    by: 'web/sync/files.test.ts',
  },
  {
    what: 'a canceled tasking keeps its money',
    file: 'shared/rules/funding.ts',
    find: "phase !== 'canceled' && phase !== 'completed'",
    replace: "phase !== 'completed'",
    by: 'shared/rules/funding.test.ts',
  },
  {
    what: 'removals are not told',
    file: 'sync-server/store/sqlite.ts',
    find: 'if (table.synced) removals.note(',
    replace: 'if (changes > 99 && table.synced) removals.note(',
    by: 'web/sync/removals.test.ts',
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
    file: 'shared/model/server-indexes.ts',
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
  {
    what: 'files fill the disk for everybody',
    file: 'sync-server/store/disk.ts',
    find: '- before - bytes >= reserve',
    replace: '- before - bytes >= 0',
    by: 'sync-server/operations/room.test.ts',
  },
  {
    what: 'a full disk leaves no room for a sign-in',
    file: 'sync-server/store/sqlite.ts',
    find: '(attempt === 0 && checkpoint(db)) || giveRoom()',
    replace: 'attempt === 0 && checkpoint(db)',
    by: 'sync-server/operations/room.test.ts',
  },
  {
    what: 'a damaged database is written to',
    file: 'sync-server/store/sqlite.ts',
    find: "if (isDamage(error)) trouble = 'damaged'",
    replace: 'if (isDamage(error)) trouble ??= null',
    by: 'sync-server/operations/damaged.test.ts',
  },
  {
    what: 'counting failures on a full disk lets people guess',
    file: 'sync-server/auth/spare-count.ts',
    find: 'return isTooMany ?',
    replace: 'return isTooMany && false ?',
    by: 'sync-server/auth/spare-count.test.ts',
  },
  {
    what: 'a letter can be read in the database',
    file: 'sync-server/mail/outbox.ts',
    find: 'seal.close(JSON.stringify(says))',
    replace: 'JSON.stringify(says)',
    by: 'sync-server/mail/outbox.test.ts',
  },
  {
    what: 'letters that wait are forgotten by a restart',
    file: 'sync-server/mail/outbox.ts',
    find: '      await look()\n    },\n\n    /** What has not',
    replace: '    },\n\n    /** What has not',
    by: 'sync-server/mail/outbox.test.ts',
  },
  {
    what: 'one person uploads without end',
    file: 'sync-server/files/allowance.ts',
    find: 'Math.max(bytes, MEGABYTE)',
    replace: 'bytes',
    by: 'sync-server/files/allowance.test.ts',
  },
  {
    what: 'a body is read whole before it is measured',
    file: 'sync-server/json-body.ts',
    find: 'if (bytes > takes.most) throw tooLarge(takes)',
    replace: '',
    by: 'sync-server/json-body.test.ts',
  },
  {
    what: 'a device number is taken up that no restore set aside',
    file: 'sync-server/sync/round.ts',
    find: 'life.epoch === epoch && ',
    replace: '',
    by: 'sync-server/operations/backup.test.ts',
  },
  {
    what: 'one address takes all connections',
    file: 'sync-server/listen.ts',
    find: 'if (!trustProxy) limitAddresses(server, Math.ceil(maxConnections / 4))',
    replace: '',
    by: 'sync-server/listen.test.ts',
  },
  {
    what: 'a long question is answered in two moments',
    file: 'sync-server/store/reader.ts',
    find: 'isLast: !follow',
    replace: 'isLast: true',
    by: 'sync-server/store/reader.test.ts',
  },
  {
    what: 'what a person did vanishes from the list of the server',
    file: 'web/features/find/own-work.ts',
    find: 'rowsById.get(row.id) ?? row',
    replace: 'row',
    by: 'web/features/find/own-work.test.ts',
  },
  {
    what: 'everybody sees the taskings of every team',
    file: 'shared/rules/visibility.ts',
    find: "const projects = [[isOfTeam, fact('assigneeId', viewer.id), isMine]]",
    replace: "const projects = [[isOfTeam, fact('active', true), isMine]]",
    by: 'web/sync/team-visibility.test.ts',
  },
  {
    what: 'a refused call is taken out before it was asked for alone',
    file: 'web/sync/round.ts',
    find: 'refused === LOOK ? 0 : 1',
    replace: '1',
    by: 'web/sync/links.test.ts',
  },
  {
    what: 'a clock that is ahead ends a session',
    file: 'web/app/session-life.ts',
    find: "return alive ? 'pause' : 'goes-on'",
    replace: "return alive ? 'leave' : 'goes-on'",
    by: 'web/app/session-life.test.ts',
  },
  {
    what: 'a slow answer moves the clock',
    file: 'web/net/skew.ts',
    find: 'if (!range || (known >= range.least && known <= range.most)) return known',
    replace: 'if (!range) return known',
    by: 'web/net/skew.test.ts',
  },
  {
    what: 'kept files of the app are fetched again',
    file: 'web/sync/app-files.ts',
    find: 'if (there.has(key)) continue',
    replace: '',
    by: 'web/sync/app-files.test.ts',
  },
  {
    what: 'a captive portal’s page is kept as a file of the app',
    file: 'web/sync/app-files.ts',
    find: 'if (response.ok && (await isOurs(response.clone(), revision)))',
    replace: 'if (response.ok)',
    by: 'web/sync/app-files.test.ts',
  },
  {
    what: 'ready is said while files are missing',
    file: 'web/parts/readiness.ts',
    find: "keeping: 'keeping', kept",
    replace: "keeping: 'ready', kept",
    by: 'web/parts/readiness.test.ts',
  },
  {
    what: 'a lost part of the app is told as a bug',
    file: 'web/ui/fetch-part.ts',
    find: "throw new PartLost('A file of the app did not arrive', { cause: error })",
    replace: 'throw error',
    by: 'web/ui/fetch-part.test.ts',
  },
  {
    what: 'a refused request shows the last refusal',
    file: 'web/parts/unsent.ts',
    find: 'a.call.seq - b.call.seq',
    replace: 'b.call.seq - a.call.seq',
    by: 'web/features/outbox/outbox-items.test.ts',
  },
  {
    what: 'words of a refused step go with another step’s call',
    file: 'web/parts/refused-request.ts',
    find: 'if (values && step !== sent)',
    replace: 'if (form && values && step !== sent)',
    by: 'web/features/outbox/outbox-items.test.ts',
  },
  {
    what: 'a refused decision may always be tried again',
    file: 'web/features/outbox/outlook.ts',
    find: 'now === null ? null',
    replace: "now !== 'already' ? null",
    by: 'web/features/outbox/outlook.test.ts',
  },
  {
    what: 'a full disk stands for ever',
    file: 'web/data/disk.ts',
    find: 'if (useDisk.getState().trouble) useDisk.setState({ trouble: null })',
    replace: '',
    by: 'web/data/disk.test.ts',
  },
  {
    what: 'what has reached the disk is done once more',
    file: 'web/sync/perform-on-disk.ts',
    find: 'again ? await keptUnder(device, id) : undefined',
    replace: 'undefined',
    by: 'web/sync/full-disk.test.ts',
  },
  {
    what: 'a database that was thrown away comes back under no number',
    file: 'web/parts/second-copy.ts',
    find: "await device.set('identity', identity)",
    replace: '',
    by: 'web/parts/second-copy.test.ts',
  },
  {
    what: 'a copy is taken back although the database is there',
    file: 'web/parts/second-copy.ts',
    find: "if (!(await device.get('hasCopy')) && ",
    replace: 'if (',
    by: 'web/parts/second-copy.test.ts',
  },
  {
    what: 'a hold ends with the next round',
    file: 'web/sync/hold.ts',
    find: 'queued.has(id) && !held.has(id)',
    replace: 'queued.has(id)',
    by: 'web/sync/hold.test.ts',
  },
  {
    what: 'a decision is not held',
    file: 'web/sync/perform.ts',
    find: 'held: options.hold !== undefined',
    replace: 'held: false',
    by: 'web/sync/links.test.ts',
  },
  {
    what: 'what is held is sent',
    file: 'web/sync/round.ts',
    find: 'if (call.held || calls',
    replace: 'if (calls',
    by: 'web/sync/links.test.ts',
  },
  {
    what: 'nobody probes beside a round that hangs',
    file: 'web/sync/engine.ts',
    find: 'if (!isVisible() || performance.now() - since < HANGS_MS) continue',
    replace: 'continue',
    by: 'web/sync/engine.test.ts',
  },
  {
    what: 'pages of rows follow the clock of the wall',
    file: 'web/sync/round.ts',
    find: 'nextPageSize(limit, elapsed() - started)',
    replace: 'nextPageSize(limit, now() - started)',
    by: 'web/sync/links.test.ts',
  },
  {
    what: 'a dead worker is waited for',
    file: 'web/sync/beats.ts',
    find: 'SILENCE_MS = 15_000',
    replace: 'SILENCE_MS = 75_000',
    by: 'web/sync/beats.test.ts',
  },
  {
    what: 'a dead stream is live',
    file: 'web/sync/live.ts',
    find: 'DEAD_MS = 60_000',
    replace: 'DEAD_MS = 600_000',
    by: 'web/sync/engine.test.ts',
  },
  {
    what: 'who did it is told of it',
    file: 'sync-server/execute/effects.ts',
    find: 'new Set<number | string>([about.actorId])',
    replace: 'new Set<number | string>()',
    by: 'sync-server/execute/effects.test.ts',
  },
  {
    what: 'a closed account gets letters',
    file: 'sync-server/mail/news.ts',
    find: '!person?.active ||',
    replace: '!person ||',
    by: 'sync-server/mail/news.test.ts',
  },
  {
    what: 'an inbox is everybody’s',
    file: 'shared/rules/visibility.ts',
    find: "notifications: [[fact('userId', viewer.id)]],",
    replace: 'notifications: [],',
    by: 'web/data/device.test.ts',
  },
  {
    what: 'a name that is taken is saved',
    file: 'shared/reference/save.ts',
    find: "named.twice === 'refused' ? { alike",
    replace: "named.twice === 'warned' ? { alike",
    by: 'shared/commands/resources.test.ts',
  },
  {
    what: 'whoever sees reference data may write it',
    file: 'shared/reference/save.ts',
    find: 'can(actor, of.who.writes)',
    replace: 'can(actor, of.who.sees)',
    by: 'shared/commands/resources.test.ts',
  },
  {
    what: 'a refused call is everybody’s news',
    file: 'sync-server/store/sqlite.ts',
    find: 'Math.max(removals.newest(), ...syncedTableNames',
    replace: 'Math.max(group.version(), ...syncedTableNames',
    by: 'sync-server/sync/news.test.ts',
  },
  {
    what: 'rows of another release stay as they were',
    file: 'web/data/follow-model.ts',
    find: 'bulkPut(rows.map((row) => asToday(table, row)))',
    replace: 'bulkPut(rows)',
    by: 'web/data/released.test.ts',
  },
  {
    what: 'the server does not send a new release’s columns',
    file: 'web/data/follow-model.ts',
    find: "cursor: `${position.cursor.split('.')[0]}.anew`",
    replace: 'cursor: position.cursor',
    by: 'web/data/released.test.ts',
  },
  {
    what: 'an input that became another breaks no device',
    file: 'shared/testing/compare-protocols.ts',
    find: 'today.version > version ? [] :',
    replace: 'today.version >= version ? [] :',
    by: 'shared/protocol/released.test.ts',
  },
  {
    what: 'a device’s taskings that are gone are counted',
    file: 'sync-server/store/words.ts',
    find: 'noteCount(prepare, table, id, -1)',
    replace: '',
    by: 'sync-server/store/search.test.ts',
  },
  {
    what: 'a refused poisoned call keeps its time',
    file: 'sync-server/execute.ts',
    find: '      input: call.input ?? null,\n      at,\n',
    replace: '      input: call.input ?? null,\n',
    by: 'sync-server/execute.test.ts',
  },
]

const root = resolve(import.meta.dirname, '..')
/** Some tests build the server, and start it. */
const copied = [
  ...['shared', 'web', 'sync-server', 'scripts'],
  ...['package.json', 'tsconfig.json', 'vitest.config.ts', 'vite.config.ts', 'vite.server.config.ts'],
]
/** Each works on a copy of its own; a test file keeps one core busy. */
const WORKERS = Math.min(4, availableParallelism())
const copies = Array.from({ length: WORKERS }, copyOfSources)
let survived = 0

try {
  const tests = [...new Set(breakages.map(({ by }) => by))]
  if ((await runTests(must(copies[0]), tests)) !== 'passed')
    throw new Error('The tests fail without any breakage: nothing can be told from them.')
  const waiting = [...breakages]
  const work = async (copy: string): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) survived += (await isCaught(copy, next)) ? 0 : 1
  }
  await Promise.all(copies.map(work))
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
}
console.log(
  survived === 0
    ? `All ${breakages.length} breakages are caught.`
    : `${survived} of ${breakages.length} breakages survive.`,
)
process.exitCode = survived === 0 ? 0 : 1

function copyOfSources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'fieldpost-teeth-'))
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

async function isCaught(copy: string, { what, file, find, replace, by }: Breakage): Promise<boolean> {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (!source.includes(find)) {
    console.log(`GONE      ${what}: ${file} no longer says «${find}»`)
    return false
  }
  writeFileSync(path, source.replace(find, replace))
  const result = await runTests(copy, [by])
  writeFileSync(path, source)
  const words = { failed: 'caught   ', passed: 'SURVIVED ', 'timed out': 'TIMED OUT' }
  console.log(`${words[result]} ${what}`)
  return result === 'failed'
}

/** A failure counts when a test has told it; one that ran out of time has told nothing. */
function runTests(copy: string, tests: string[]): Promise<'passed' | 'failed' | 'timed out'> {
  return new Promise((resolve, reject) => {
    const child = spawn('npx', ['vitest', 'run', '--bail', '1', ...tests], {
      cwd: copy,
      env: { ...process.env, SIMULATIONS: '60', SEED: '1', HOSTILE_RUNS: '40' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? 'passed' : /timed out/i.test(output) ? 'timed out' : 'failed'))
  })
}
