import { expect, test } from 'vitest'
import { blankMeta } from '../data/device.ts'
import { factsOf, syncStateOf, type SyncFacts } from './sync-state.ts'

const now = Date.parse('2026-03-10T09:43:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
const quiet: SyncFacts = {
  contact: { ...blankMeta.contact, lastOk: now },
  unsent: 0,
  oldest: null,
  attention: 0,
  fieldMode: false,
  alive: true,
  trouble: null,
}
const waiting = { unsent: 3, oldest: hoursAgo(1) }
const contact = (change: Partial<SyncFacts['contact']>) => ({ contact: { ...quiet.contact, ...change } })

const cases: [sentence: string, facts: Partial<SyncFacts>, text: string, tone: string][] = [
  ['nothing to send', {}, 'Up to date', 'plain'],
  ['a round is on the wire', { ...waiting, ...contact({ sending: 2, lastTry: now }) }, 'Sending 2 of 3', 'primary'],
  [
    'a round that died with its tab is not sending',
    { ...waiting, ...contact({ sending: 2, lastTry: now - 90_000 }) },
    '3 saved on this device',
    'plain',
  ],
  ['offline with work', { ...waiting, ...contact({ problem: 'offline' }) }, 'Offline · 3 saved on this device', 'grey'],
  ['offline without work', contact({ problem: 'offline' }), 'Offline', 'grey'],
  ['Field Mode', { ...waiting, fieldMode: true }, 'Field Mode · 3 saved', 'grey'],
  [
    'the server is away',
    contact({ problem: 'unreachable', nextTry: now + 40_000 }),
    "Can't reach the server · trying again in 40 s",
    'grey',
  ],
  [
    'the server is away, with work: how much is safe here is said as well',
    { ...waiting, ...contact({ problem: 'unreachable', nextTry: now + 40_000 }) },
    "Can't reach the server · 3 saved on this device · trying again in 40 s",
    'grey',
  ],
  [
    'the clock was put back by ten hours since the next try was planned',
    contact({ problem: 'unreachable', nextTry: now + 36_000_000 }),
    "Can't reach the server · trying again",
    'grey',
  ],
  [
    'the clock was put back since a round died',
    { ...waiting, ...contact({ sending: 2, lastTry: now + 36_000_000 }) },
    '3 saved on this device',
    'plain',
  ],
  [
    'the age of work does not come from a clock that is ten days ahead',
    { ...waiting, oldest: hoursAgo(241), ...contact({ problem: 'offline', skew: -240 * 3_600_000 }) },
    'Offline · 3 saved on this device',
    'grey',
  ],
  [
    'a long back-off is told in minutes',
    contact({ problem: 'unreachable', nextTry: now + 240_000 }),
    "Can't reach the server · trying again in 4 min",
    'grey',
  ],
  ['one item needs the person', { attention: 1 }, '1 item needs you', 'warn'],
  [
    'several items need the person; that there is no link and what is safe here is said beside it',
    { attention: 2, ...waiting, ...contact({ problem: 'offline' }) },
    '2 items need you · Offline · 3 saved on this device',
    'warn',
  ],
  [
    'an item needs the person while the server is away',
    { attention: 1, ...contact({ problem: 'unreachable', nextTry: now + 40_000 }) },
    "1 item needs you · Can't reach the server",
    'warn',
  ],
  [
    'an item needs the person in Field Mode',
    { attention: 1, fieldMode: true },
    '1 item needs you · Field Mode',
    'warn',
  ],
  [
    'the server calls this app too old',
    { ...waiting, ...contact({ problem: 'update' }) },
    'Update Fieldpost to send',
    'warn',
  ],
  [
    'the server does not know yet what waits first',
    { ...waiting, ...contact({ problem: 'server' }) },
    'The server needs its update first · 3 saved on this device',
    'grey',
  ],
  ['the session is over', { ...waiting, alive: false }, 'Sign in to send 3 items', 'warn'],
  ['the device takes no more', { trouble: 'full' }, 'This device is full', 'warn'],
  [
    'the device takes no more, whatever else there is to say',
    { ...waiting, attention: 2, alive: false, trouble: 'full' },
    'This device is full',
    'warn',
  ],
  ['the browser has closed the database', { trouble: 'closed' }, 'This device takes no writes', 'warn'],
  [
    'work older than a day says so',
    { unsent: 1, oldest: hoursAgo(50), ...contact({ problem: 'offline' }) },
    'Offline · 1 saved on this device · oldest 2 days',
    'grey',
  ],
  [
    'work older than three days turns amber',
    { unsent: 1, oldest: hoursAgo(80), ...contact({ problem: 'offline' }) },
    'Offline · 1 saved on this device · oldest 3 days',
    'warn',
  ],
]

test.each(cases)('%s', (_, facts, text, tone) => {
  expect(syncStateOf({ ...quiet, ...facts }, now)).toMatchObject({ text, tone })
})

test('a database that does not open is told of though nothing in it can be read, and before anything is known nothing is said', () => {
  const facts = factsOf(undefined, { alive: true, trouble: 'closed' })
  expect(facts && syncStateOf(facts, now)).toMatchObject({ kind: 'storage', text: 'This device takes no writes' })
  expect(factsOf(undefined, { alive: true, trouble: null })).toBeUndefined()
})
