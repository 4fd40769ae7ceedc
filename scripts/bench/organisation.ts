import { put, type Change } from '#shared/kernel/change.ts'
import { catalogue } from '#shared/model/catalogue.ts'
import { SESSION_LIFE_MS } from '#shared/model/limits.ts'
import type { ProjectFacts } from '#shared/model/project.ts'
import { tokenHash } from '#server/auth/tokens.ts'
import type { Store } from '#server/store/store.ts'
import { aBareProject, aCountry, aPoolCode, aProjectType, aTeam, aUser } from '#shared/testing/samples.ts'

/** An organisation of any size for measuring: everything deterministic, descriptions of 60–200 characters of varied prose. */
export const token = (user: number): string => `bench-token-of-user-${user}`

const verbs = 'Arrange Provide Prepare Translate Deliver Replace Extend Organize Review Ship Repair Renew'.split(' ')
const things =
  'interpreters for the tax audit workshop|the quarterly budget manual|satellite handsets with airtime|household goods of the resident advisor|a driver with a four wheel vehicle|printed certificates for the training|laptops with the standard setup|a lease near the ministry|a conference room for forty people|customs papers for the shipment|a short mission on debt restructuring|furniture for the new office'.split(
    '|',
  )
const places =
  'Nairobi|Lima|Chisinau|Tbilisi|Maputo|Lusaka|Asuncion|Accra|Dhaka|Yerevan|Kigali|Belgrade|Colombo|Hanoi'.split('|')
const ends =
  'before the delegation arrives|as agreed with the deputy minister|because the old contract ends|with the glossary two days earlier|and keep the receipts for the claim|in two shifts, mornings only|after the rainy season|while the bridge is closed|at the rate of the last order|under the usual security rules|once the clearance is here|for the second phase of the project'.split(
    '|',
  )

export function* prose(seed: number): Generator<string, never> {
  let state = seed >>> 0
  const next = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * n)
  }
  const of = (list: readonly string[]) => list[next(list.length)] ?? ''
  for (;;) {
    const parts = [`${of(verbs)} ${of(things)} in ${of(places)} ${of(ends)}`]
    if (next(2) === 0)
      parts.push(`${next(40) + 2} people, ${next(9) + 1} days, contact ${of(places)} office ext. ${next(9000) + 1000}`)
    yield parts.join('; ').slice(0, 200)
  }
}

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()

/** People, lists, pools and a session for everybody. */
export function reference({ people = 40, pools = 40, when = at(0), sessionMs = SESSION_LIFE_MS } = {}): Change[] {
  const audit = { createDate: when, modifiedDate: when, createdById: 0, modifiedById: 0 }
  const names = Array.from(
    { length: people },
    (_, n) =>
      `${'Ana Mia Adam Cora Pete Fin Ada Kim Rosa Sam'.split(' ')[n % 10]} ${'Bell Cruz Dahl Eden'.split(' ')[n % 4]}`,
  )
  const roles = ['Manager', 'Analyst', 'AD', 'COR', 'PO']
  return [
    ...[2, 3, 4, 5, 6, 7, 8].map((id) => put('teams', aTeam({ id, name: `Team ${id}` }))),
    ...names.map((fullName, n) =>
      put('users', aUser({ id: n + 1, fullName, roles: roles[n % 5] ?? '', teamId: n % 5 === 4 ? 3 : 0 })),
    ),
    ...Array.from({ length: 44 }, (_, n) => put('countries', aCountry({ id: n + 1, title: `Country ${n + 1}` }))),
    ...Array.from({ length: 60 }, (_, n) =>
      put('advisors', { id: n + 1, name: `Advisor ${n + 1}`, teamId: 2 + (n % 7), active: true, ...audit }),
    ),
    ...catalogue.map(({ id, name }) => put('services', { id, name, defaultAssigneeId: 0, active: true, ...audit })),
    ...catalogue.flatMap((category) =>
      category.options.map(({ taskId, name }) =>
        put('subservices', {
          id: taskId,
          bocId: category.id,
          parentId: 0,
          name,
          active: true,
          ...audit,
        }),
      ),
    ),
    ...Array.from({ length: 7 }, (_, n) =>
      put('projectTypes', aProjectType({ id: n + 1, name: `Type ${n + 1}`, teamId: n + 2 })),
    ),
    ...Array.from({ length: pools }, (_, n) =>
      put(
        'poolCodes',
        aPoolCode({
          id: n + 1,
          poolCode: `PC-${100 + n}`,
          shipNumber: 5000 + n,
          projectTypeId: 1 + (n % 7),
          funds: 100_000_00 * (n + 1),
        }),
      ),
    ),
    ...names.map((_, n) =>
      put('sessions', {
        id: n + 1,
        tokenHash: tokenHash(token(n + 1)),
        userId: n + 1,
        createDate: when,
        expireDate: new Date(Date.parse(when) + sessionMs).toISOString(),
        ended: false,
        label: 'bench',
        seenDate: null,
        endedById: 0,
        endedDate: null,
        endedWhy: '',
      }),
    ),
  ]
}

function tasking(n: number, description: string, openShare: number): ProjectFacts {
  const isOpen = n % 100 < openShare * 100
  const stage = n % 7
  const createDate = at(n * 3)
  const approved = !isOpen || stage > 0
  const authorized = !isOpen || stage > 1
  const accepted = !isOpen || stage > 2
  return aBareProject({
    id: (20 + (n % 20)) * 1_000_000 + Math.floor(n / 20) + 1,
    description,
    countryId: 1 + (n % 44),
    teamId: 2 + (n % 7),
    advisorId: 1 + (n % 60),
    bocId: 1 + (n % 8),
    taskId: (1 + (n % 8)) * 100 + 1 + (n % 3),
    assigneeId: stage > 2 ? 1 + (n % 40) : 0,
    projectTypeId: 1 + (n % 7),
    poolCode: `PC-${100 + (n % 40)}`,
    shipNumber: 5000 + (n % 40),
    dueDate: at(n * 3 - 40_000 + (n % 90) * 1_440).slice(0, 10),
    taskingCostEstimate: (n % 300) * 10_000,
    interim: stage > 0,
    authorized,
    approved,
    approvedDate: approved ? createDate : null,
    accepted,
    acceptedById: accepted ? 1 : 0,
    acceptedDate: accepted ? createDate : null,
    completed: !isOpen,
    completedDate: isOpen ? null : at(n % 200_000),
    createdById: 1 + (n % 40),
    createDate,
    modifiedById: 1 + (n % 40),
    modifiedDate: createDate,
    receivedDate: createDate,
  })
}

/** Writes the organisation with `count` taskings, `openShare` of them open. */
export async function writeOrganisation(store: Store, count: number, openShare = 1): Promise<void> {
  await store.transact({ reads: {} }, () => ({ changes: reference(), value: null }))
  const words = prose(7)
  const batch = 200
  for (let start = 0; start < count; start += batch * 50) {
    const commits: Promise<unknown>[] = []
    for (let from = start; from < Math.min(count, start + batch * 50); from += batch) {
      const changes = Array.from({ length: Math.min(batch, count - from) }, (_, n) =>
        put('projects', tasking(from + n, words.next().value, openShare)),
      )
      commits.push(store.transact({ reads: {} }, () => ({ changes, value: null })))
    }
    await Promise.all(commits)
  }
}
