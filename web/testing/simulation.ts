import { mkdtempSync } from 'node:fs'
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
import { PROTOCOL, SERVER_TOO_OLD, type RoundResponse } from '#shared/protocol/sync.ts'
import { fingerprint } from '#shared/rules/fingerprint.ts'
import { shareOf } from '#shared/rules/funding.ts'
import { execute, type Verdict } from '#server/execute/execute.ts'
import { removeFolder } from '#server/testing/remove-folder.ts'
import { deviceName } from '../data/device.ts'
import { troubleOf } from '../data/disk.ts'
import { tidyFiles } from '../state/kept-files.ts'
import { history, isOfHistory, openClosed, openFates, type OpenFate } from './long-closed.ts'
import { bring, carry, courierFates, seal, type CourierFate, type Sealed } from './simulated-couriers.ts'
import {
  brokenFiles,
  choose,
  fileFates,
  giveUp,
  restoring,
  sendAll,
  sendWithFate,
  type Chosen,
  type FileFate,
} from './simulated-files.ts'
import { unlessUnreachable, type Processes } from './processes.ts'
import { changeProcess, crowd, meetFault, processStepsOver, type ProcessStep } from './simulated-processes.ts'
import { betweenReleases, earlierComment, setServer } from './simulated-releases.ts'
import { copySession, endSession, laterAt, onMachineOf, signIn } from './simulated-sessions.ts'
import { stopInTheMiddle, type Late } from './stop-in-the-middle.ts'
import {
  cast,
  copyOf,
  createWorld,
  differences,
  endings,
  type Ending,
  type TestDevice,
  type Wire,
  type World,
} from './world.ts'

/**
 * What becomes of one round: requests and answers are lost, repeated, late, out of order, or met by a failing server, or one that is too old; its player dies with
 * the answer on the way, or is frozen and goes on much later, when others have played; somebody works on while it is on the wire.
 */
const fates = [
  'through',
  'request-lost',
  'answer-lost',
  'twice',
  'late',
  'overlap',
  'busy',
  'failing',
  'outdated',
  'dies',
  'freezes',
] as const
type Fate = (typeof fates)[number]

/** What becomes of what the news stream says: it arrives, twice, after other things, or while a round is under way. */
const pageFates = ['through', 'through', 'twice', 'late', 'overlap'] as const

const verbs = [
  'request',
  'draft',
  'discard',
  'approve',
  'deny',
  'accept',
  'amend',
  'comment',
  'earlier-comment',
  'edit',
  'move',
  'cancel',
  'undo',
  'dismiss',
] as const
type Verb = (typeof verbs)[number]

type Step =
  | { kind: 'act'; device: number; verb: Verb; pick: number }
  | { kind: 'round'; device: number; fate: Fate }
  | { kind: 'page'; device: number; fate: (typeof pageFates)[number] }
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
  | { kind: 'sign-in'; device: number }
  | { kind: 'session-ends'; device: number; ending: Ending }
  | { kind: 'hostile'; user: number; victim: number; pick: number }
  | { kind: 'active'; user: number; isActive: boolean }
  | { kind: 'switch'; device: number; user: number; logsOut: boolean }
  | { kind: 'server'; isEarlier: boolean }
  | { kind: 'file'; device: number; pick: number }
  | { kind: 'give-up'; device: number; pick: number }
  | { kind: 'send'; device: number; fate: FileFate; at: number }
  | { kind: 'seal'; device: number }
  | { kind: 'carry'; device: number; pick: number; fate: CourierFate }
  | { kind: 'open'; device: number; pick: number; fate: OpenFate }
  | { kind: 'backup' }
  | { kind: 'restore' }
  | ProcessStep

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
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('page' as const), device, fate: fc.constantFrom(...pageFates) }),
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sign-in' as const), device }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('session-ends' as const), device, ending: fc.constantFrom(...endings) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('active' as const), user: fc.nat(4), isActive: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('switch' as const), device, user: fc.nat(4), logsOut: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('server' as const), isEarlier: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('file' as const), device, pick: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give-up' as const), device, pick: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      device,
      fate: fc.constantFrom(...fileFates),
      at: fc.nat(5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('open' as const),
      device,
      pick: fc.nat(5),
      fate: fc.constantFrom(...openFates, 'through'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('seal' as const), device }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('carry' as const),
      device,
      pick: fc.nat(5),
      fate: fc.constantFrom(...courierFates),
    }),
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

/** What a device gave back with its session cannot come from there again. */
const isNoRevocation = (step: Step) => step.kind !== 'session-ends' || step.ending === 'runs out'

/** The same over a server that is backed up now and then, and restored. */
export const restoredArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: stepArbitrary.filter(isNoRevocation) },
  { weight: 1, arbitrary: fc.constant({ kind: 'backup' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restore' as const }) },
)

interface Promised {
  callId: string
  userId: number
  name: string
  device: TestDevice
  /** What they wrote: a refusal keeps it. */
  words: string[]
  /** They have read why it was refused, and let it go. */
  isDismissed: boolean
}

/** All that has become of a world so far. */
interface Story {
  world: World
  /** Every database, also of those who are not signed in at present. */
  devices: TestDevice[]
  /** Each machine, by whoever is signed in there. */
  machines: TestDevice[]
  promised: Promised[]
  chosen: Chosen[]
  copies: Sealed[]
  late: Late[]
  broken: string[]
}

/** The same over four processes, in which short stories are many. */
export const processesArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: stepArbitrary },
  { weight: 16, arbitrary: processStepsOver(device) },
)

interface Where {
  settings?: Partial<Organisation>
  processes?: { all: Processes; seed: number }
  /** Who is there from the beginning, each with a device. */
  who?: readonly User[]
}

/** Plays the steps, heals the wire, lets everybody come to rest, and returns every promise that was not kept. */
export const simulate = (steps: readonly Step[], where: Where = {}): Promise<string[]> =>
  betweenReleases(() => play(steps, where))

async function play(steps: readonly Step[], { settings, processes, who = everybody }: Where): Promise<string[]> {
  const isRestored = steps.some(({ kind }) => kind === 'restore' || kind === 'backup')
  const folder = isRestored ? mkdtempSync(join(tmpdir(), 'fieldpost-world-')) : undefined
  const world = await createWorld(settings, { folder, processes })
  await world.write(...history)
  const story: Story = { world, devices: [], machines: [], promised: [], chosen: [], copies: [], late: [], broken: [] }
  const { devices, machines } = story
  for (const user of who) {
    const opened = await world.device(user, { name: deviceName(user.id), readsSession: true })
    await signIn(world, opened)
    await opened.settle()
    // Something that all of them can work on: a draft, and taskings of both teams.
    if (devices.length === 0) {
      for (const [verb, pick] of start) await act(story, opened, verb, pick)
      await opened.settle()
    }
    if (steps.some(({ kind }) => kind === 'seal')) await opened.attend()
    devices.push(opened)
    machines.push(opened)
  }
  if (isRestored) await world.backUp()

  try {
    for (const step of steps) await onBadDisk(() => takeStep(story, step))
    for (const deliver of story.late) await deliver()
    await world.processes?.calm()
    setServer(false)
    for (const user of people) await changeUser(world, user, { active: true })
    for (const { bad } of devices) bad.makeRoom()
    // Twice: what the last one brings, the first has not seen yet.
    for (const again of [...devices, ...devices]) {
      again.wire = (deliver) => deliver()
      await signIn(world, again)
      again.letGo()
      // The database may just be opened again.
      await onBadDisk(again.settle, again.settle)
      if (story.copies.length > 0) story.broken.push(...(await bring(world, again, 'through', story.copies)))
      await sendAll(again)
    }
    for (const again of devices) await signIn(world, again).then(() => again.settle())
    return [...story.broken, ...(await brokenPromises(story))]
  } finally {
    for (const opened of devices) opened.close()
    await world.close()
    if (folder) await removeFolder(folder)
  }
}

const start: readonly [Verb, number][] = [
  ['request', 1],
  ['request', 3],
  ['draft', 0],
]
const everybody = [cast.ana, cast.pete, cast.cora, cast.cora, cast.mia]
const people: readonly User[] = Object.values(cast)
const personAt = (n: number): User => must(people[n % people.length])

const takeStep = (story: Story, step: Step): Promise<void> => {
  // Whoever is signed in on the machine that the step is about.
  const place = 'device' in step ? step.device % story.machines.length : 0
  const device = must(story.machines[place])
  return onMachineOf(device, () => stepOf(story, step, place, device))
}

async function stepOf(story: Story, step: Step, place: number, device: TestDevice): Promise<void> {
  const { world, devices, machines, chosen, copies, late, broken } = story
  const later = laterAt(device, late)
  switch (step.kind) {
    case 'act':
      return void broken.push(...(await act(story, device, step.verb, step.pick)))
    case 'round':
      await playRound(device, step.fate, later, async () => {
        broken.push(...(await act(story, device, 'comment', 0)))
      })
      // As a page does after each contact.
      if (step.fate === 'through' && copies.length > 0) broken.push(...(await bring(world, device, 'through', copies)))
      return
    case 'process':
      return changeProcess(world, step)
    case 'fault':
      broken.push(...(await act(story, device, 'comment', 0)))
      return meetFault(world, device, step)
    case 'crowd':
      return crowd(
        step.devices.map((n) => must(machines[n % machines.length])),
        async (each, at) => void broken.push(...(await act(story, each, step.verb, step.pick + at))),
      )
    case 'page':
      return hearPage(world, device, step.fate, later)
    case 'full':
      return device.bad.fillAfter(step.rows)
    case 'room':
      return device.bad.makeRoom()
    case 'closed':
      return device.bad.closeConnections()
    case 'backup':
      return world.backUp()
    case 'restore':
      return restoring(world, chosen)
    case 'late':
      return void (await late.shift()?.())
    case 'restart':
      await device.restart()
      return tidyFiles(device.db)
    case 'copy': {
      const copy = await copyOf(world, device, { readsSession: true })
      await copySession(device, copy)
      devices.push(copy)
      return void machines.push(copy)
    }
    case 'switch':
      return void (machines[place] = await switchUser(story, device, personAt(step.user), step.logsOut))
    case 'role':
      return changeUser(world, personAt(step.user), rolesBy(step.roles))
    case 'team':
      return changeUser(world, personAt(step.user), { teamId: step.teamId })
    case 'active':
      return changeUser(world, personAt(step.user), { active: step.isActive })
    case 'hostile':
      return attack(world, must(machines[step.victim % machines.length]), step)
    case 'jump':
      device.ahead = step.hours * 3_600_000
      return
    case 'let-go':
      return device.letGo()
    case 'sign-in':
      return signIn(world, device)
    case 'session-ends':
      // Whoever hears of it has just done some work.
      broken.push(...(await act(story, device, 'comment', 0)))
      await endSession(world, device, step.ending)
      return playRound(device, 'through', later, () => Promise.resolve())
    case 'clock':
      world.clock.now += step.minutes * 60_000
      return
    case 'server':
      return setServer(step.isEarlier)
    case 'file':
      return choose(device, step.pick, chosen)
    case 'give-up':
      return giveUp(device, step.pick, chosen)
    case 'send':
      return sendWithFate(world, device, step, later)
    case 'open':
      return openClosed(world, device, step.pick, step.fate)
    case 'seal':
      // Whoever hands work to somebody has just done some, and no link.
      broken.push(...(await act(story, device, 'comment', 0)))
      return seal(device, copies)
    case 'carry': {
      const sealed = copies[step.pick % Math.max(1, copies.length)]
      return void (sealed && broken.push(...(await carry(world, device, sealed, step.fate, copies))))
    }
  }
}

/** Somebody else signs in on a machine: their database lies beside that of whoever was there, whose page ends. */
async function switchUser(
  { world, devices }: Story,
  before: TestDevice,
  user: User,
  logsOut: boolean,
): Promise<TestDevice> {
  if (logsOut) await before.logOut()
  await before.restart()
  const known = devices.find(({ disk, user: { id } }) => disk === before.disk && id === user.id)
  const opened =
    known ?? (await world.device(user, { disk: before.disk, name: deviceName(user.id), readsSession: true }))
  if (!known) devices.push(opened)
  await signIn(world, opened)
  return opened
}

/** What a full disk or a closed database breaks off is no broken promise; anything else is a bug. */
async function onBadDisk(work: () => Promise<unknown>, goOn?: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!troubleOf(error)) throw error
    return goOn?.()
  })
}

async function hearPage(
  world: World,
  device: TestDevice,
  fate: (typeof pageFates)[number],
  later: (goOn: Late) => void,
): Promise<void> {
  const page = await world.pageFor(device)
  if (!page) return
  const take = () => device.takePage(page)
  if (fate === 'late') return later(() => onBadDisk(take))
  device.wire = (deliver) => deliver()
  if (fate === 'overlap') await onBadDisk(() => allOver([device.round(), take()]))
  else await take()
  if (fate === 'twice') await take()
}

async function playRound(
  device: TestDevice,
  fate: Fate,
  later: (goOn: Late) => void,
  work: () => Promise<void>,
): Promise<void> {
  if (fate === 'overlap') return overlap(device)
  if (fate === 'dies' || fate === 'freezes')
    return stopInTheMiddle(device, device.round, fate === 'dies' ? {} : { later })
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
      later(() => deliver().catch(unlessUnreachable))
      return Promise.reject(lost())
    },
    busy: async (deliver) => {
      const answer = await deliver()
      await work()
      return answer
    },
    failing: () =>
      Promise.resolve(
        new Response('{"code":"UNAVAILABLE"}', { status: 503, headers: { 'content-type': 'application/json' } }),
      ),
    outdated: () =>
      Promise.resolve(
        new Response(JSON.stringify({ code: SERVER_TOO_OLD, message: 'An older server' }), {
          status: 426,
          headers: { 'content-type': 'application/json' },
        }),
      ),
  }
  device.wire = wires[fate]
  await device.round()
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
  await Promise.race(both).catch(() => undefined)
  gate.open()
  await allOver(both)
}

/** Scar: where a full disk had ended one, the other still went on in a later step, and what it brought was taken for somebody else's doing. */
async function allOver(works: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(works)
  await Promise.all(works)
}

const rolesBy = (choice: number) => ({ roles: ['Analyst', 'Manager', 'AD;COR', 'PO'][choice] ?? 'Analyst' })

async function changeUser(world: World, user: { id: number }, change: Partial<User>): Promise<void> {
  const row = (await world.rows('users')).find((candidate) => candidate.id === user.id)
  await world.write(put('users', { ...must(row), ...change }))
}

/** Does it, and returns what should not have happened. */
async function act(
  { world, promised, copies }: Story,
  device: TestDevice,
  verb: Verb,
  pick: number,
): Promise<string[]> {
  const { number } = await device.db.get('identity')
  if (number === 0) return []
  if (verb === 'undo') {
    const [last] = (await device.outbox()).slice(-1)
    if (!last) return []
    if (!(await device.withdraw(last.id))) return device.isHolding(last.id) ? [`${last.name} was held and is gone`] : []
    const index = promised.findIndex((call) => call.callId === last.id)
    if (index >= 0) promised.splice(index, 1)
    const travels = copies.some(({ copy, callIds }) => copy.head.device === number && callIds.has(last.id))
    return travels ? [`${last.name} travels in a copy, and was taken back`] : []
  }
  if (verb === 'dismiss') {
    const [item] = await device.attention()
    if (!item) return []
    await device.db.attention.delete(item.key)
    for (const call of promised) if (call.callId === item.key) call.isDismissed = true
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
  const amendments = (await device.rows('amendments')).filter(({ projectId }) => projectId === project?.id)
  const seen =
    project && fingerprint(project, (await device.row('requests', project.requestId))?.content ?? '', amendments)
  for (const [command, input] of callsFor(verb, pick, device, project, draft, seen)) {
    const isDecision = verb === 'approve' || verb === 'deny'
    const performed = await device.perform(command, input, isDecision ? { hold: device.hold } : {})
    if (performed.refusal || !performed.call) return []
    const { id, name, input: told } = performed.call
    promised.push({ callId: id, userId: device.user.id, name, device, words: wordsOf(told), isDismissed: false })
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
  const callId = `rest-${(await server.store.position()).version + 1}-${project.id}`
  const call = { userId: user.id, device: 0, seq: null, callId, name: 'cancelProject', input: { id: project.id } }
  await execute(server, { ...call, at: server.now() })
}

type Attempt = [command: AnyCommand, input: (newId: () => number) => unknown]

function callsFor(
  verb: Exclude<Verb, 'undo' | 'cancel' | 'dismiss'>,
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
    case 'earlier-comment':
      return [[earlierComment, (newId) => ({ id: newId(), projectId: id, said: 'ok then' })]]
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

async function brokenPromises({ world, devices, promised, chosen }: Story): Promise<string[]> {
  const broken: string[] = []
  const diary = await world.diary()
  const times = new Map<string, number>()
  for (const entry of diary) times.set(entry.callId, (times.get(entry.callId) ?? 0) + 1)

  for (const promise of promised) {
    const { callId, userId, name } = promise
    const entry = diary.find((candidate) => candidate.callId === callId)
    // What a restored server has forgotten that it refused is not sent again.
    if (!entry) broken.push(...((await someoneWasTold(devices, promise)) ? [] : [`lost: ${name} ${callId}`]))
    else if (entry.userId !== userId) broken.push(`somebody else's: ${name} ${callId}`)
    else if (entry.verdict === 'refused') {
      const { refusal } = entry.detail as Verdict
      if (!(await someoneWasTold(devices, promise))) broken.push(`refused in silence: ${name} ${callId}`)
      // Whatever release it was made by, and however it came.
      const isRead = refusal?.refused !== 'unknown' && !(name === 'addComment' && refusal?.refused === 'invalid')
      if (!isRead) broken.push(`not understood: ${name} ${callId}`)
    }
  }
  for (const [callId, count] of times) if (count > 1) broken.push(`twice: ${callId}`)

  for (const table of ['comments', 'amendments', 'deliverables'] as const)
    for (const row of await world.rows(table))
      if (Object.values(row).includes(HOSTILE)) broken.push(`${table} ${row.id} was made under an id of another device`)

  const comments = (await world.rows('comments')).filter((row) => !isOfHistory(row))
  const applied = diary.filter((entry) => entry.verdict === 'applied')
  const commentCalls = applied.filter((entry) => entry.name === 'addComment' || entry.name === 'denyProject')
  if (comments.length !== commentCalls.length)
    broken.push(`${comments.length} comments for ${commentCalls.length} calls`)
  for (const approval of (await world.rows('approvals')).filter((row) => !isOfHistory(row))) {
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
  broken.push(...(await brokenFiles(world, devices, chosen)))
  return broken
}

/** A refused call lies in *Needs attention* where it was made (or on the copy of that device which sent it), with all its words. */
async function someoneWasTold(devices: TestDevice[], { callId, words, isDismissed }: Promised): Promise<boolean> {
  if (isDismissed) return true
  const items = await Promise.all(devices.map((device) => device.db.attention.get(callId)))
  return items.some((item) => item && wordsOf(item.call.input).join() === words.join())
}

/** Everything in an input that somebody may have written. */
function wordsOf(input: unknown): string[] {
  if (typeof input === 'string') return [input]
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(wordsOf) : []
}
