import { catalogue, type CatalogueTask, type Category } from '#shared/model/catalogue.ts'
import { descriptionOf } from '#shared/model/prompts.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import { hasRole, type Role } from '#shared/rules/access.ts'
import { DAY, dayOf, HOUR, instantOf, later, officeTime } from './calendar.ts'
import { advisors, countries, people, type Person } from './people.ts'
import { say } from './prose.ts'
import { createRandom, type Random } from './random.ts'
import { pools, type DemoPool } from './reference.ts'

/** One thing that somebody did, as their device would have sent it. */
export interface Deed {
  userId: number
  device: number
  name: string
  input: Record<string, unknown>
  at: string
}

const TASKINGS = 1200
const YEARS = 2
const FIRST_DIE = 1
const FIRST_DEVICE = 20
export const LAST_DEVICE = 45

/** The day as of which it is told, a Tuesday: weekends lie the same way in it on whatever day it is heard. */
const TOLD_AT = Date.parse('2026-11-24T00:00:00.000Z')

/** Everything that happened in the two years before `until` (an instant at midnight), in the order in which it happened. */
export function tellStory(until: string): Deed[] {
  const end = TOLD_AT
  const tell = createTeller(end)
  for (let made = 0, nth = 0; made < TASKINGS; nth += 1) {
    // Each with a die of its own: one that falls out changes no other.
    const random = createRandom(FIRST_DIE + nth)
    const start = officeTime(end - 2 * DAY - random.next() ** 1.35 * (YEARS * 365 - 3) * DAY)
    if (start >= end - HOUR * 3) continue
    if (random.chance(0.15)) made += internalProject(random, tell, start)
    else made += request(random, tell, start, Math.min(TASKINGS - made, random.pick([1, 1, 1, 2, 2, 3])))
  }
  drafts(createRandom(FIRST_DIE - 1), tell, end)
  return tell.inOrder().map((deed) => movedBy(Date.parse(until) - end, deed))
}

const movedBy = (time: number, { at, input, ...deed }: Deed): Deed => ({
  ...deed,
  at: instantOf(Date.parse(at) + time),
  input: 'dueDate' in input ? { ...input, dueDate: dayOf(Date.parse(String(input['dueDate'])) + time) } : input,
})

/** Who acts on which device; ids are minted there, in the order in which things happen. */
export const actors = people
  .filter((person) => person.active && person.teamId !== 8 && person.id !== 30)
  .slice(0, LAST_DEVICE - FIRST_DEVICE + 1)
export const deviceOf = (person: Person): number => LAST_DEVICE - actors.indexOf(person)

type Mint = () => number
type Teller = ReturnType<typeof createTeller>

function createTeller(end: number) {
  const deeds: (Omit<Deed, 'input'> & { time: number; input: (mint: Mint) => Record<string, unknown> })[] = []
  return {
    /** Tells it unless it would lie in the future; false then, and what follows from it does not happen either. */
    did(person: Person, time: number, name: string, input: (mint: Mint) => Record<string, unknown>): boolean {
      if (time >= end) return false
      deeds.push({ userId: person.id, device: deviceOf(person), name, input, at: instantOf(time), time })
      return true
    },
    inOrder(): Deed[] {
      const counts = new Map<number, number>()
      return deeds
        .sort((a, b) => a.time - b.time)
        .map(({ time: _, input, ...deed }) => {
          const mint = () => {
            const count = (counts.get(deed.device) ?? 0) + 1
            counts.set(deed.device, count)
            return deed.device * IDS_PER_DEVICE + count
          }
          return { ...deed, input: input(mint) }
        })
    },
  }
}

const withRole = (...roles: Role[]) => actors.filter((person) => hasRole(person, ...roles))
const analysts = withRole('Analyst')
const managers = withRole('Manager')
const directors = withRole('AD').filter((person) => !hasRole(person, 'COR'))
const officers = withRole('COR')
const requesters = actors.filter((person) => !hasRole(person, 'Admin', 'Finance', 'Manager'))
const usablePools = pools.filter((pool) => pool.active)
const usableAdvisors = advisors.filter((advisor) => advisor.active)

function choosePool(random: Random, person: Person): DemoPool {
  const own = usablePools.filter((pool) => person.teamId === 0 || pool.teamId === person.teamId)
  const pool = random.pick(own)
  // A small pool: fewer taskings rest on it.
  return pool.poolCode === 'BK-100' && random.chance(0.65) ? random.pick(own) : pool
}

function chooseTasks(random: Random, count: number): { category: Category; tasks: CatalogueTask[] } {
  const category = random.pick(catalogue)
  const wanted = category.id === 8 ? 1 : Math.min(count, category.options.length)
  const options = [...category.options]
  return {
    category,
    tasks: Array.from({ length: wanted }, () => options.splice(random.int(0, options.length - 1), 1)).flat(),
  }
}

const startOf = (random: Random, person: Person, start: number) => {
  const pool = choosePool(random, person)
  return {
    countryId: chooseCountry(random),
    teamId: pool.teamId,
    advisorId: random.pick(usableAdvisors.filter((advisor) => advisor.teamId === pool.teamId)).id,
    projectTypeId: pool.projectTypeId,
    poolCode: pool.poolCode,
    dueDate: dayOf(start + random.int(21, 110) * DAY),
    blanketTasking: random.pick([null, null, false, true]),
  }
}
const chooseCountry = (random: Random): number => {
  const id = Math.floor(random.next() ** 1.5 * countries.length) + 1
  return countries[id - 1] === 'Jamaica' ? 1 : id
}

const taskIn = ({ taskId, name }: CatalogueTask) => ({ taskId, name, description: descriptionOf[taskId] ?? '' })
const to = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { to: value }]))

/** A request through all its steps, and then what became of each tasking. Answers how many it became. */
function request(random: Random, tell: Teller, start: number, count: number): number {
  const person = random.chance(0.15) ? random.pick(officers.concat(directors)) : random.pick(requesters)
  const { category, tasks } = chooseTasks(random, count)
  const choice = startOf(random, person, start)
  const finished = officeTime(start + random.int(4, 90) * 60_000)
  const ids = { request: 0, taskings: tasks.map(() => 0) }
  writeRequest(random, tell, person, start, choice, category, tasks, ids)
  const documented = random.chance(0.12)
  tell.did(person, finished, 'completeRequest', (mint) => ({
    requestId: ids.request,
    recipients: random.chance(0.5) ? 'cora@fieldpost.example; field.office@partner.example' : '',
    approval: documented ? 'Approved by the associate director by e-mail this morning.' : '',
    taskings: tasks.map((task, index) => ({ taskId: task.taskId, id: (ids.taskings[index] = mint()) })),
  }))
  tasks.forEach((_, index) => {
    const startsAtCor = documented || hasRole(person, 'AD', 'COR')
    tasking({
      random,
      tell,
      id: () => ids.taskings[index] ?? 0,
      person,
      start: finished,
      dueDate: choice.dueDate,
      requested: true,
      startsAtCor,
      teamId: choice.teamId,
    })
  })
  return tasks.length
}

function writeRequest(
  random: Random,
  tell: Teller,
  person: Person,
  start: number,
  choice: ReturnType<typeof startOf>,
  category: Category,
  tasks: CatalogueTask[],
  ids: { request: number },
  stages = 2,
): void {
  const text = {
    contactDetails: say.contact(random),
    taskDetails: say.details(tasks[0]?.taskId ?? 0, random),
    specialInstructions: say.instructions(random),
  }
  const subTask = tasks.flatMap((task) => task.subTasks ?? [])[0]
  tell.did(person, start, 'startRequest', (mint) => ({ id: (ids.request = mint()), ...choice }))
  if (stages < 1) return
  tell.did(person, start + 60_000, 'chooseTasks', (mint) => ({
    requestId: ids.request,
    revisionId: mint(),
    fields: to({ category: category.id, tasks: tasks.map(taskIn) }),
  }))
  if (stages < 2) return
  tell.did(person, start + 180_000, 'describeRequest', (mint) => ({
    requestId: ids.request,
    revisionId: mint(),
    fields: to({ ...text, ...(subTask ? { subTaskId: subTask.taskId } : {}) }),
  }))
}

function internalProject(random: Random, tell: Teller, start: number): number {
  const person = random.pick(analysts.concat(managers))
  const { category, tasks } = chooseTasks(random, 1)
  const choice = startOf(random, person, start)
  const ids = { project: 0 }
  tell.did(person, start, 'addProject', (mint) => ({
    id: (ids.project = mint()),
    ...choice,
    description: say.internal(random),
    bocId: category.id,
    taskId: tasks[0]?.taskId ?? 0,
    assigneeId: random.pick(analysts).id,
    ...estimate(random),
    actualCost: 0,
  }))
  tasking({
    random,
    tell,
    id: () => ids.project,
    person,
    start,
    dueDate: choice.dueDate,
    requested: false,
    startsAtCor: false,
    teamId: choice.teamId,
  })
  return 1
}

const estimate = (random: Random) => {
  const dollars = Math.round(600 * Math.exp(random.next() * 3.4)) * 100
  return {
    taskingCostEstimate: dollars,
    initialCostEstimate: Math.round((dollars * (0.8 + random.next() * 0.4)) / 10_000) * 10_000,
  }
}

interface Life {
  random: Random
  tell: Teller
  id: () => number
  person: Person
  start: number
  dueDate: string
  requested: boolean
  startsAtCor: boolean
  teamId: number
}

/** From the first queue to the end, as far as time has gone by. */
function tasking(life: Life): void {
  const { random, tell, id, person, start, requested } = life
  const colleagues = actors.filter((other) => other.teamId === 0 || other.teamId === life.teamId)
  const assignee = random.pick(analysts.filter((analyst) => analyst.teamId === 0 || analyst.teamId === life.teamId))
  const talk = (time: number) => {
    if (random.chance(0.45))
      tell.did(random.pick(colleagues.concat(person)), later(random, time, 0.1, 3), 'addComment', (mint) => ({
        id: mint(),
        projectId: id(),
        comment: say.comment(random),
      }))
  }
  talk(start)
  const money = estimate(random)
  let time = start
  if (requested) {
    time = later(random, time, 0.3, 4)
    tell.did(random.pick(analysts), time, 'editProject', () => ({
      id: id(),
      fields: to({ ...money, assigneeId: assignee.id }),
    }))
    const accepted = approvals(life, time)
    if (accepted === null) return
    time = accepted
  }
  if (random.chance(0.05)) return cancel(life, later(random, time, 3, 40))
  if (random.chance(0.08))
    tell.did(random.pick(colleagues), later(random, time, 1, 7), 'amendProject', (mint) => ({
      projectId: id(),
      amendmentId: mint(),
      content: say.amendment(random),
    }))
  talk(time)
  work(life, time, assignee, money.taskingCostEstimate)
}

/** Interim, authorization, acceptance; null when the story ends on the way. */
function approvals({ random, tell, id, person, start, startsAtCor, ...rest }: Life, from: number): number | null {
  const life = { random, tell, id, person, start, startsAtCor, ...rest }
  let time = from
  const approve = (by: Person) =>
    tell.did(by, time, 'approveProject', (mint) => ({
      id: id(),
      approvalId: mint(),
      comment: random.chance(0.3) ? say.comment(random) : '',
    }))
  const fallsThrough = random.next()
  if (!startsAtCor && random.chance(0.85)) {
    time = later(random, time, 1, 10)
    if (fallsThrough < 0.05) return deny(life, time, random.pick(directors))
    if (!approve(random.pick(directors))) return null
  }
  time = later(random, time, 1, 11)
  if (fallsThrough < 0.12) return deny(life, time, random.pick(officers))
  if (!approve(random.pick(officers))) return null
  time = later(random, time, 1, 9)
  if (fallsThrough < 0.16) return deny(life, time, random.pick(managers))
  const accepts = tell.did(random.pick(managers), time, 'acceptProject', () => ({ id: id() }))
  return accepts ? time : null
}

/** Denied: most are amended and go through, some are canceled, a few stay. */
function deny(life: Life, time: number, by: Person): number | null {
  const { random, tell, id, person } = life
  const denied = tell.did(by, time, 'denyProject', (mint) => ({
    id: id(),
    commentId: mint(),
    content: say.denial(random),
    assigneeId: person.id,
  }))
  if (!denied) return null
  if (random.chance(0.4)) {
    cancel(life, later(random, time, 20, 90))
    return null
  }
  const amended = later(random, time, 4, 30)
  tell.did(person, amended, 'amendProject', (mint) => ({
    projectId: id(),
    amendmentId: mint(),
    content: say.amendment(random),
    assigneeId: person.id,
  }))
  let next = later(random, amended, 1, 6)
  if (!hasRole(by, 'Manager')) {
    if (!tell.did(random.pick(officers), next, 'approveProject', (mint) => ({ id: id(), approvalId: mint() })))
      return null
    next = later(random, next, 1, 6)
  }
  return tell.did(random.pick(managers), next, 'acceptProject', () => ({ id: id() })) ? next : null
}

function cancel({ random, tell, id }: Life, time: number): void {
  tell.did(random.pick(managers), time, 'cancelProject', () => ({
    id: id(),
    reason: random.chance(0.6) ? say.denial(random) : '',
  }))
}

/** Deliverables or none, money spent, and the end; some are late. */
function work({ random, tell, id, dueDate }: Life, from: number, assignee: Person, estimated: number): void {
  const due = Date.parse(`${dueDate}T14:00:00Z`)
  const lateness = random.chance(0.3) ? random.int(4, 75) : random.int(-25, 1)
  const end = officeTime(Math.max(due + lateness * DAY, from + random.int(13, 26) * DAY))
  const spend = (time: number, share: number) =>
    tell.did(random.pick(analysts), time, 'editProject', () => ({
      id: id(),
      fields: to({ actualCost: Math.round((estimated * share) / 1000) * 1000 }),
    }))
  const names = new Set(Array.from({ length: random.int(0, 3) }, () => say.deliverable(random)))
  let added = from
  for (const name of names) {
    added = later(random, added, 0.5, 3)
    if (added < end - 3 * DAY) deliver({ random, tell, id }, assignee, name, added, end - DAY)
  }
  if (random.chance(0.3)) spend(later(random, from, 2, 8), random.next() * 0.4)
  spend(end - HOUR, 0.7 + random.next() * 0.35)
  tell.did(random.pick(managers), end, 'completeProject', () => ({ id: id() }))
}

function deliver(
  { random, tell, id }: Pick<Life, 'random' | 'tell' | 'id'>,
  assignee: Person,
  name: string,
  added: number,
  latest: number,
): void {
  const deliverable = { id: 0 }
  const completed = Math.min(latest, later(random, added, 4, 30))
  const dueDate = dayOf(latest)
  tell.did(assignee, added, 'addDeliverable', (mint) => ({
    id: (deliverable.id = mint()),
    projectTaskId: id(),
    name,
    dueDate,
  }))
  tell.did(assignee, added + HOUR, 'startDeliverable', () => ({ id: deliverable.id }))
  // The tasking goes on: its costs are still to be booked.
  tell.did(assignee, completed, 'completeDeliverable', () => ({
    id: deliverable.id,
    projectTaskId: id(),
    keepOpen: true,
  }))
  if (random.chance(0.15))
    tell.did(assignee, completed, 'commentOnDeliverable', (mint) => ({
      id: mint(),
      deliverableId: deliverable.id,
      comment: say.comment(random),
    }))
}

/** Adam has one at each stage; others have theirs. */
function drafts(random: Random, tell: Teller, end: number): void {
  const adam = actors.filter((person) => person.mail === 'adam')
  const owners = [...adam, ...adam, ...adam, ...requesters.filter((person) => person.mail !== 'adam')]
  owners.slice(0, 18).forEach((person, index) => {
    const stage = index % 3
    const start = officeTime(end - (5 + index) * DAY)
    const { category, tasks } = chooseTasks(random, 2)
    writeRequest(random, tell, person, start, startOf(random, person, end), category, tasks, { request: 0 }, stage)
  })
}
