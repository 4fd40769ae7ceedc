import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc } from '#shared/testing/random.ts'
import { put } from '#shared/kernel/change.ts'
import type { AnyCommand } from '#shared/kernel/command.ts'
import { addComment } from '#shared/commands/comments.ts'
import { acceptProject, amendProject, approveProject, denyProject, editProject } from '#shared/commands/projects.ts'
import {
  chooseTasks,
  completeRequest,
  describeRequest,
  discardRequest,
  startRequest,
} from '#shared/commands/requests.ts'
import { must } from '#shared/lib/must.ts'
import { IDS_PER_DEVICE, type Organisation } from '#shared/model/limits.ts'
import type { Project } from '#shared/model/project.ts'
import type { User } from '#shared/model/reference.ts'
import type { Request } from '#shared/model/request.ts'
import { PROTOCOL, type RoundResponse } from '#shared/protocol/sync.ts'
import { fingerprint } from '#shared/rules/fingerprint.ts'
import { shareOf } from '#shared/rules/funding.ts'
import { execute } from '#server/execute/execute.ts'
import { troubleOf } from '../data/disk.ts'
import { cast, copyOf, createWorld, differences, type TestDevice, type Wire, type World } from './world.ts'

/**
 * What becomes of one round: requests and answers are lost, repeated, late, out of order, or met by a failing server; its player dies with
 * the answer on the way, or is frozen and goes on much later, when others have played.
 */
const fates = [
  'through',
  'request-lost',
  'answer-lost',
  'twice',
  'late',
  'overlap',
  'failing',
  'dies',
  'freezes',
] as const
type Fate = (typeof fates)[number]

const verbs = [
  'request',
  'draft',
  'discard',
  'approve',
  'deny',
  'accept',
  'amend',
  'comment',
  'edit',
  'move',
  'cancel',
  'undo',
] as const
type Verb = (typeof verbs)[number]

type Step =
  | { kind: 'act'; device: number; verb: Verb; pick: number }
  | { kind: 'round'; device: number; fate: Fate }
  | { kind: 'late' }
  | { kind: 'restart'; device: number }
  | { kind: 'copy'; device: number }
  | { kind: 'role'; user: number; roles: number }
  | { kind: 'team'; user: number; teamId: number }
  | { kind: 'clock'; minutes: number }
  | { kind: 'full'; device: number; rows: number }
  | { kind: 'room'; device: number }
  | { kind: 'closed'; device: number }
  | { kind: 'jump'; device: number; hours: number }
  | { kind: 'let-go'; device: number }
  | { kind: 'session'; device: number; isOver: boolean }
  | { kind: 'hostile'; user: number; victim: number; pick: number }
  | { kind: 'backup' }
  | { kind: 'restore' }

const device = fc.nat(4)
export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      device,
      verb: fc.constantFrom(...verbs),
      pick: fc.nat(50),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('round' as const),
      device,
      fate: fc.constantFrom(...fates, 'through', 'through'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('role' as const), user: fc.nat(4), roles: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('team' as const), user: fc.nat(4), teamId: fc.constantFrom(0, 2, 3) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), minutes: fc.integer({ min: -90, max: 600 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('full' as const), device, rows: fc.nat(12) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('room' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('closed' as const), device }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('jump' as const),
      device,
      hours: fc.constantFrom(-96_000, -72, -10, -0.001, 0, 0.001, 10, 72, 96_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('let-go' as const), device }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('session' as const), device, isOver: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('hostile' as const),
      user: fc.nat(4),
      victim: fc.nat(4),
      pick: fc.nat(50),
    }),
  },
)

/** The same over a server that is backed up now and then, and restored. */
export const restoredArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: stepArbitrary },
  { weight: 1, arbitrary: fc.constant({ kind: 'backup' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restore' as const }) },
)

interface Promised {
  callId: string
  userId: number
  name: string
  device: TestDevice
}

/** Plays the steps, heals the wire, lets everybody come to rest, and returns every promise that was not kept. */
export async function simulate(steps: readonly Step[], settings: Partial<Organisation> = {}): Promise<string[]> {
  const isRestored = steps.some(({ kind }) => kind === 'restore')
  const folder = isRestored ? mkdtempSync(join(tmpdir(), 'fieldpost-world-')) : undefined
  const world = await createWorld(settings, folder)
  const people = Object.values(cast)
  const devices: TestDevice[] = []
  for (const user of [cast.pete, cast.cora, cast.cora, cast.mia, cast.ana]) {
    const opened = await world.device(user)
    await opened.settle()
    devices.push(opened)
  }
  if (isRestored) await world.backUp()
  const promised: Promised[] = []
  const late: Late[] = []
  const broken: string[] = []

  try {
    for (const step of steps) {
      if (step.kind === 'act') {
        const acting = must(devices[step.device % devices.length])
        await onBadDisk(async () => void broken.push(...(await act(world, acting, step.verb, step.pick, promised))))
      } else if (step.kind === 'round')
        await onBadDisk(() => playRound(must(devices[step.device % devices.length]), step.fate, late))
      else if (step.kind === 'full') must(devices[step.device % devices.length]).bad.fillAfter(step.rows)
      else if (step.kind === 'room') must(devices[step.device % devices.length]).bad.makeRoom()
      else if (step.kind === 'closed') must(devices[step.device % devices.length]).bad.closeConnections()
      else if (step.kind === 'backup') await (isRestored && world.backUp())
      else if (step.kind === 'restore') await world.restore()
      else if (step.kind === 'late') await onBadDisk(async () => void (await late.shift()?.()))
      else if (step.kind === 'restart') await must(devices[step.device % devices.length]).restart()
      else if (step.kind === 'copy')
        await onBadDisk(async () => void devices.push(await copyOf(world, must(devices[step.device % devices.length]))))
      else if (step.kind === 'role')
        await changeUser(world, must(people[step.user % people.length]), rolesBy(step.roles))
      else if (step.kind === 'team')
        await changeUser(world, must(people[step.user % people.length]), { teamId: step.teamId })
      else if (step.kind === 'hostile') await attack(world, must(devices[step.victim % devices.length]), step)
      else if (step.kind === 'jump') must(devices[step.device % devices.length]).ahead = step.hours * 3_600_000
      else if (step.kind === 'let-go') must(devices[step.device % devices.length]).letGo()
      else if (step.kind === 'session') must(devices[step.device % devices.length]).isSignedIn = !step.isOver
      else world.clock.now += step.minutes * 60_000
    }
    for (const deliver of late) await deliver()
    for (const { bad } of devices) bad.makeRoom()
    // Twice: what the last one brings, the first has not seen yet.
    for (const again of [...devices, ...devices]) {
      again.wire = (deliver) => deliver()
      again.isSignedIn = true
      again.letGo()
      // The database may just be opened again.
      await onBadDisk(() => again.settle())
      await again.settle()
    }
    return [...broken, ...(await brokenPromises(world, devices, promised))]
  } finally {
    for (const opened of devices) opened.close()
    await world.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

/** What a full disk or a closed database breaks off is no broken promise; anything else is a bug. */
async function onBadDisk(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!troubleOf(error)) throw error
  })
}

/** What happens later: a request arrives, or a player goes on that was frozen. */
type Late = () => Promise<unknown>

async function playRound(device: TestDevice, fate: Fate, late: Late[]): Promise<void> {
  if (fate === 'overlap') return overlap(device)
  if (fate === 'dies' || fate === 'freezes') return stopInTheMiddle(device, fate === 'dies' ? [] : late)
  const lost = () => new TypeError('the wire broke')
  const wires: Record<Exclude<Fate, 'overlap' | 'dies' | 'freezes'>, Wire> = {
    through: (deliver) => deliver(),
    'request-lost': () => Promise.reject(lost()),
    'answer-lost': async (deliver) => {
      await deliver()
      throw lost()
    },
    twice: async (deliver) => {
      await deliver()
      return deliver()
    },
    late: (deliver) => {
      late.push(deliver)
      return Promise.reject(lost())
    },
    failing: () =>
      Promise.resolve(
        new Response('{"code":"UNAVAILABLE"}', { status: 503, headers: { 'content-type': 'application/json' } }),
      ),
  }
  device.wire = wires[fate]
  await device.round()
}

/** The server has done its work, and whoever asked is gone or frozen; a frozen one goes on when it is thawed, with what it knew. */
async function stopInTheMiddle(device: TestDevice, thaws: Late[]): Promise<void> {
  await new Promise<void>((stopped) => {
    device.wire = async (deliver) => {
      const answer = await deliver()
      // What it asks for when it goes on is not stopped again.
      device.wire = (next) => next()
      return new Promise((goOn) => {
        thaws.push(() => {
          goOn(answer)
          return round
        })
        stopped()
      })
    }
    // Without a session, or where the probe hears nothing, it never comes to the wire.
    const round = device.round().catch(unlessEnded)
    void round.then(() => stopped())
  })
}

/** A player that was frozen when its process ended finds no database when it goes on, and another a full disk. */
function unlessEnded(error: unknown): void {
  if (!troubleOf(error)) throw error
}

/** Two rounds at once, as a tab and the service worker may play them without a lock; the first answer comes last. */
async function overlap(device: TestDevice): Promise<void> {
  const gate: { open: () => void } = { open: () => undefined }
  const closed = new Promise<void>((resolve) => (gate.open = resolve))
  let isFirst = true
  device.wire = async (deliver) => {
    const waits = isFirst
    isFirst = false
    const answer = await deliver()
    if (waits) await closed
    return answer
  }
  // Which of them comes to the wire first is not known: bodies are packed side by side.
  const both = [device.round(), device.round()]
  await Promise.race(both)
  gate.open()
  await Promise.all(both)
}

const rolesBy = (choice: number) => ({ roles: ['Analyst', 'Manager', 'AD;COR', 'PO'][choice] ?? 'Analyst' })

async function changeUser(world: World, user: { id: number }, change: Partial<User>): Promise<void> {
  const row = (await world.rows('users')).find((candidate) => candidate.id === user.id)
  await world.write(put('users', { ...must(row), ...change }))
}

/** Does it, and returns what should not have happened. */
async function act(
  world: World,
  device: TestDevice,
  verb: Verb,
  pick: number,
  promised: Promised[],
): Promise<string[]> {
  const { number } = await device.db.get('identity')
  if (number === 0) return []
  if (verb === 'undo') {
    const [last] = (await device.outbox()).slice(-1)
    if (!last) return []
    if (!(await device.withdraw(last.id))) return device.isHolding(last.id) ? [`${last.name} was held and is gone`] : []
    const index = promised.findIndex((call) => call.callId === last.id)
    if (index >= 0) promised.splice(index, 1)
    return []
  }
  const projects = await device.rows('projects')
  const project = projects[pick % Math.max(1, projects.length)]
  if (verb === 'cancel') {
    await cancelOnline(world, device, project)
    return []
  }
  const drafts = (await device.rows('requests')).filter((row) => !row.complete)
  const draft = drafts[pick % Math.max(1, drafts.length)]
  const seen = project && fingerprint(project, (await device.row('requests', project.requestId))?.content ?? '')
  for (const [command, input] of callsFor(verb, pick, device, project, draft, seen)) {
    const isDecision = verb === 'approve' || verb === 'deny'
    const performed = await device.perform(command, input, isDecision ? { hold: device.hold } : {})
    if (performed.refusal || !performed.call) return []
    promised.push({ callId: performed.call.id, userId: device.user.id, name: command.name, device })
  }
  return []
}

/**
 * Somebody with a client of their own sends calls under ids of a victim's device: those it has made, and those it is about to make. Nothing
 * of it may be found in the end: honest calls all come through, and no row is anybody's but its author's.
 */
async function attack(world: World, victim: TestDevice, { user, pick }: { user: number; pick: number }): Promise<void> {
  const attacker = must(Object.values(cast)[user % Object.values(cast).length])
  const { number, counter } = await victim.db.get('identity')
  const [project] = (await world.rows('projects')).slice(pick % 3)
  if (!project || number === 0) return
  const post = async (more: object): Promise<RoundResponse> => {
    const round = { protocol: PROTOCOL, device: 0, cursor: null, from: 1, calls: [], limit: 1, ...more }
    return (await (await world.post('/sync', attacker.id, round)).json()) as RoundResponse
  }
  const { device } = await post({})
  // The victim's own number first: it must not be theirs to use.
  for (const from of [number, device]) {
    const ids = [-2, -1, 0, 1, 2].map((n) => number * IDS_PER_DEVICE + Math.max(1, counter + n + (pick % 2)))
    const calls = ids.map((id, n) => {
      const [name, input] = must<[string, object]>(
        [
          ['addComment', { id, projectId: project.id, comment: HOSTILE }],
          ['amendProject', { projectId: project.id, amendmentId: id, content: HOSTILE }],
          ['approveProject', { id: project.id, approvalId: id }],
          ['denyProject', { id: project.id, commentId: id, content: HOSTILE, assigneeId: attacker.id }],
          ['addDeliverable', { id, projectTaskId: project.id, name: HOSTILE }],
        ][(n + pick) % 5] as [string, object],
      )
      const at = new Date(world.clock.now - pick * 3_600_000).toISOString()
      return { seq: n + 1, id: `hostile${device}x${from}x${n}`.padEnd(16, '-'), name, input, at }
    })
    if (attacker.id !== victim.user.id || from === device) await post({ device: from, calls })
  }
}
const HOSTILE = 'written by somebody else'
/** Never queued: only the server does it, whatever the device knows of the tasking (C.7). */
async function cancelOnline({ server }: World, { user }: TestDevice, project: Project | undefined): Promise<void> {
  if (!project) return
  const callId = `rest-${(await server.store.version()) + 1}-${project.id}`
  const call = { userId: user.id, device: 0, seq: null, callId, name: 'cancelProject', input: { id: project.id } }
  await execute(server, { ...call, at: server.now() })
}

type Attempt = [command: AnyCommand, input: (newId: () => number) => unknown]

function callsFor(
  verb: Exclude<Verb, 'undo' | 'cancel'>,
  pick: number,
  device: TestDevice,
  project: Project | undefined,
  draft: Request | undefined,
  seen: string | undefined,
): Attempt[] {
  const id = project?.id ?? 0
  if (verb === 'request' || verb === 'draft') return requestCalls(verb === 'request', pick)
  if (verb === 'discard') return draft ? [[discardRequest, () => ({ requestId: draft.id })]] : []
  if (!project) return []
  switch (verb) {
    case 'approve':
      return [[approveProject, (newId) => ({ id, approvalId: newId(), seen })]]
    case 'deny':
      return [[denyProject, (newId) => ({ id, commentId: newId(), content: 'Not this year', assigneeId: 5, seen })]]
    case 'accept':
      return [[acceptProject, () => ({ id, assigneeId: 1, seen })]]
    case 'amend':
      return [[amendProject, (newId) => ({ projectId: id, amendmentId: newId(), content: 'With two days more' })]]
    case 'comment':
      // Equal texts on purpose: two comments "ok then" are two comments.
      return [[addComment, (newId) => ({ id: newId(), projectId: id, comment: 'ok then' })]]
    case 'edit':
      return [
        [
          editProject,
          () => ({
            id,
            fields: {
              description: { from: project.description, to: `Said by ${device.user.fullName} ${pick}` },
              taskingCostEstimate: { from: project.taskingCostEstimate, to: pick * 100_00 },
            },
          }),
        ],
      ]
    case 'move':
      // To another team, to another person, or both: for some it comes into sight, for some it leaves.
      return [
        [
          editProject,
          () => ({
            id,
            fields: {
              ...(pick % 3 > 0 ? { teamId: { from: project.teamId, to: 2 + (pick % 2) } } : {}),
              ...(pick % 3 < 2 ? { assigneeId: { from: project.assigneeId, to: 1 + (pick % 5) } } : {}),
            },
          }),
        ],
      ]
  }
}

function requestCalls(finish: boolean, pick: number): Attempt[] {
  let requestId = 0
  // One task or two: what belongs to a request belongs to each of its taskings.
  const tasks = [0, 1]
    .slice(0, 1 + (pick % 2))
    .map((n) => ({ taskId: 101 + ((pick + n) % 3), name: 'Task', description: 'What is needed' }))
  const calls: Attempt[] = [
    [
      startRequest,
      (newId) => {
        requestId = newId()
        const pool =
          pick % 4 === 3
            ? { teamId: 2, projectTypeId: 2, poolCode: 'RV-220' }
            : { teamId: 3, projectTypeId: 1, poolCode: 'BK-100' }
        const start = { countryId: 1 + (pick % 2), advisorId: 1, ...pool }
        return { id: requestId, ...start, dueDate: '2026-05-20', blanketTasking: null }
      },
    ],
    [
      chooseTasks,
      (newId) => ({
        requestId,
        revisionId: newId(),
        fields: { category: { from: 0, to: 1 }, tasks: { from: [], to: tasks } },
      }),
    ],
    [
      describeRequest,
      (newId) => ({
        requestId,
        revisionId: newId(),
        fields: { contactDetails: { from: '', to: 'Somebody' }, taskDetails: { from: '', to: 'Something' } },
      }),
    ],
    [
      completeRequest,
      (newId) => ({
        requestId,
        recipients: '',
        approval: '',
        taskings: tasks.map(({ taskId }) => ({ taskId, id: newId() })),
      }),
    ],
  ]
  return finish ? calls : calls.slice(0, 2)
}

async function brokenPromises(world: World, devices: TestDevice[], promised: Promised[]): Promise<string[]> {
  const broken: string[] = []
  const diary = await world.diary()
  const times = new Map<string, number>()
  for (const entry of diary) times.set(entry.callId, (times.get(entry.callId) ?? 0) + 1)

  for (const { callId, userId, name, device } of promised) {
    const entry = diary.find((candidate) => candidate.callId === callId)
    if (!entry) broken.push(`lost: ${name} ${callId}`)
    else if (entry.userId !== userId) broken.push(`somebody else's: ${name} ${callId}`)
    else if (entry.verdict === 'refused' && !(await someoneWasTold(devices, device, callId)))
      broken.push(`refused in silence: ${name} ${callId}`)
  }
  for (const [callId, count] of times) if (count > 1) broken.push(`twice: ${callId}`)

  for (const table of ['comments', 'amendments', 'deliverables'] as const)
    for (const row of await world.rows(table))
      if (Object.values(row).includes(HOSTILE)) broken.push(`${table} ${row.id} was made under an id of another device`)

  const comments = await world.rows('comments')
  const applied = diary.filter((entry) => entry.verdict === 'applied')
  const commentCalls = applied.filter((entry) => entry.name === 'addComment' || entry.name === 'denyProject')
  if (comments.length !== commentCalls.length)
    broken.push(`${comments.length} comments for ${commentCalls.length} calls`)
  for (const approval of await world.rows('approvals')) {
    const call = applied.find((entry) => (entry.input as { approvalId?: number }).approvalId === approval.id)
    if (call?.userId !== approval.createdById) broken.push(`approval ${approval.id} is not its author's`)
  }

  for (const pool of await world.rows('poolCodes')) {
    const shares = (await world.rows('projects')).filter((row) => row.poolCode === pool.poolCode).map(shareOf)
    const sum = (of: 'actual' | 'estimated' | 'pending') => shares.reduce((total, share) => total + share[of], 0)
    if (pool.estimated !== sum('estimated') || pool.actual !== sum('actual') || pool.pending !== sum('pending'))
      broken.push(`the totals of ${pool.poolCode} are not the sum of its taskings`)
  }

  for (const device of devices) {
    if ((await device.outbox()).length > 0) broken.push('work is still waiting')
    if ((await device.db.kept.count()) > 0) broken.push('paint is left on the rows')
    broken.push(...(await differences(world, device)))
  }
  return broken
}

/** A refused call lies in *Needs attention* where it was made (or on the copy of that device which sent it). */
async function someoneWasTold(devices: TestDevice[], device: TestDevice, callId: string): Promise<boolean> {
  if (await device.db.attention.get(callId)) return true
  const others = await Promise.all(devices.map((other) => other.db.attention.get(callId)))
  return others.some((item) => item !== undefined)
}
