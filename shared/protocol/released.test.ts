import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { must } from '../lib/must.ts'
import { breakingChanges, unheardOf } from '../testing/compare-protocols.ts'
import { describeProtocol, type Description, type Shape } from '../testing/describe-protocol.ts'
import { inOrder, nextName } from '../testing/releases.ts'
import { MIN_PROTOCOL, PROTOCOL } from './sync.ts'

/** `npm run release` writes one for each shape of a number when it first goes out to devices. */
const folder = new URL('released/', import.meta.url)
const released = inOrder(readdirSync(folder)).map((name) => ({
  name,
  before: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Description,
}))

/** Narrower than it was, and looked at: what an old device may still say is refused with a sentence, and kept there with its words. */
const accepted: Record<string, string> = {
  'cancelProject can no longer be queued': 'Canceling waits for the server (C.7); it is told where it was made.',
  'addComment.attachment takes less than it did': 'Names of files are one line of at most 500 characters.',
  'addDeliverable.name has another maxLength': 'Names are one line of at most 500 characters.',
  'editDeliverable.fields.name.to has another maxLength': 'The same.',
  'addProject.poolCode has another maxLength': 'No pool code is as long.',
  'editProject.fields.poolCode.to has another maxLength': 'The same.',
  'editRequestStart.fields.poolCode.to has another maxLength': 'The same.',
  'startRequest.poolCode has another maxLength': 'The same.',
  'addProject.dueDate has another minLength': 'An empty day was never a day.',
  'editProject.fields.dueDate.to has another minLength': 'The same.',
  'editRequestStart.fields.dueDate.to has another minLength': 'The same.',
  'startRequest.dueDate has another minLength': 'The same.',
  'addProject.taskingCostEstimate has another maximum': 'No tasking costs a billion dollars.',
  'addProject.initialCostEstimate has another maximum': 'The same.',
  'addProject.actualCost has another maximum': 'The same.',
  'editProject.fields.taskingCostEstimate.to has another maximum': 'The same.',
  'editProject.fields.initialCostEstimate.to has another maximum': 'The same.',
  'editProject.fields.actualCost.to has another maximum': 'The same.',
}

test('every protocol that the server speaks was kept when it was released', () => {
  const numbers = [...new Set(released.map(({ before }) => before.protocol))]
  expect(numbers.filter((number) => number >= MIN_PROTOCOL)).toEqual(
    Array.from({ length: PROTOCOL - MIN_PROTOCOL + 1 }, (_, n) => MIN_PROTOCOL + n).filter((n) => numbers.includes(n)),
  )
  expect(numbers).toContain(MIN_PROTOCOL)
})

test.each(
  released.filter(({ before }) => before.protocol >= MIN_PROTOCOL).map(({ name, before }) => [name, before] as const),
)('devices that speak %s are understood, and understand', (_, before) => {
  const broken = breakingChanges(before, describeProtocol()).filter((sentence) => !(sentence in accepted))
  expect(
    broken,
    'Devices that are out there would break. Make it optional, or raise the command’s `version` and `lift` old inputs; else raise ' +
      'PROTOCOL, and MIN_PROTOCOL with it, and every device in the field waits for its new app.',
  ).toEqual([])
})

test.each(released.map(({ name, before }) => [name, before] as const))(
  'what apps say today, a server of %s takes, or lets wait',
  (_, before) => {
    expect(
      unheardOf(before, describeProtocol()),
      'A server that is not updated yet would refuse these, and the work comes back to its person. Raise the command’s `version` by one: the call then waits on its ' +
        'device for the server’s update. Old inputs that are fine as they are need no `lift`. A round has no version: raise PROTOCOL.',
    ).toEqual([])
  },
)

test('what was accepted is still so', () => {
  const all = released.flatMap(({ before }) => breakingChanges(before, describeProtocol()))
  expect(Object.keys(accepted).filter((sentence) => !all.includes(sentence))).toEqual([])
})

const today = describeProtocol()
/** Today's with something done to it. */
function changed(how: (description: Description) => void): Description {
  const copy = structuredClone(today)
  how(copy)
  return copy
}
const comment = (description: Description) => must(description.commands['addComment'])
const answerOf = (description: Description) => must(description.answer?.properties)
const outcomeOf = (description: Description) => must(answerOf(description)['outcomes']?.items?.properties)
const inputOf = (description: Description) => must(comment(description).input.properties)

test.each<[string, (description: Description) => void]>([
  ['a new command', (d) => (d.commands['praise'] = { version: 1, input: { type: 'object' } })],
  ['a new optional input', (d) => (inputOf(d)['mood'] = { type: 'string' })],
  ['a longer text', (d) => (must(inputOf(d)['comment'])['maxLength'] = 40_000)],
  ['a new column', (d) => (must(d.tables['projects']?.properties)['mood'] = { type: 'string' })],
  ['a new word of an answer', (d) => (answerOf(d)['mood'] = { type: 'string' })],
  ['a new word about a call', (d) => (outcomeOf(d)['mood'] = { type: 'string' })],
  ['a new table', (d) => (d.tables['moods'] = { type: 'object' })],
  [
    'an input that became another, with a version that lifts the old one',
    (d) => {
      comment(d).version = 2
      comment(d).lifts = true
      delete inputOf(d)['comment']
    },
  ],
])('%s breaks no device', (_, how) => {
  expect(breakingChanges(today, changed(how))).toEqual([])
})

test.each<[string, (description: Description) => void, string]>([
  ['a command that is gone', (d) => delete d.commands['addComment'], 'addComment can no longer be queued'],
  [
    'an input that is gone, with a version that lifts nothing',
    (d) => {
      comment(d).version = 2
      delete inputOf(d)['comment']
    },
    'addComment.comment is no longer taken',
  ],
  ['an input that is gone', (d) => delete inputOf(d)['comment'], 'addComment.comment is no longer taken'],
  [
    'a new input that is required',
    (d) => comment(d).input.required?.push('mood'),
    'addComment.mood is required, and old ones do not have it',
  ],
  ['a shorter text', (d) => (must(inputOf(d)['comment'])['maxLength'] = 5), 'addComment.comment has another maxLength'],
  ['another kind', (d) => (inputOf(d)['comment'] = { type: 'number' }), 'addComment.comment is another kind of value'],
  [
    'a column that is gone',
    (d) => delete must(d.tables['projects']?.properties)['poolCode'],
    'projects.poolCode is no longer sent',
  ],
  [
    'a column that may be null now',
    (d) => {
      const columns = must(d.tables['projects']?.properties)
      columns['poolCode'] = { anyOf: [must(columns['poolCode']), { type: 'null' }] }
    },
    'projects.poolCode takes less than it did',
  ],
  ['an answer without a word', (d) => delete answerOf(d)['ahead'], 'an answer.ahead is no longer sent'],
  [
    'an outcome without a word',
    (d) => delete outcomeOf(d)['conflicts'],
    'an answer.outcomes[].conflicts is no longer sent',
  ],
  [
    'an answer that may leave out a word',
    (d) => must(d.answer).required?.splice(0, 1),
    'an answer.cursor may be missing',
  ],
  [
    'a reason that no app has met',
    (d) => must(outcomeOf(d)['refusal']?.properties?.['refused']?.['enum'] as string[]).push('on-holiday'),
    'an answer.outcomes[].refusal.refused has another enum',
  ],
  [
    'rows that travel otherwise',
    (d) => delete (answerOf(d)['changes']?.additionalProperties as Shape).properties?.['same'],
    'an answer.changes{}.same is no longer sent',
  ],
  ['a table that is gone', (d) => delete d.tables['comments'], 'comments are no longer sent'],
])('%s does', (_, how, sentence) => {
  expect(breakingChanges(today, changed(how))).toContain(sentence)
})

const mood = (d: Description) => (inputOf(d)['mood'] = { type: 'string' })
test.each<[string, (description: Description) => void, string[]]>([
  ['a new optional input', mood, ['addComment says more under version 1']],
  [
    'a longer text',
    (d) => (must(inputOf(d)['comment'])['maxLength'] = 40_000),
    ['addComment says more under version 1'],
  ],
  [
    'an input that need not be there any more',
    (d) => comment(d).input.required?.pop(),
    ['addComment says more under version 1'],
  ],
  [
    'a round that says more',
    (d) => (must(d.round.properties)['mood'] = { type: 'string' }),
    ['PROTOCOL is not raised, and a round says more'],
  ],
  ['a shorter text', (d) => (must(inputOf(d)['comment'])['maxLength'] = 5), []],
  ['a new command, which waits by its name', (d) => (d.commands['praise'] = { version: 1, input: {} }), []],
  [
    'a new input under a new version',
    (d) => {
      mood(d)
      comment(d).version = 2
    },
    [],
  ],
  [
    'a new input under a new protocol, which an older server does not speak',
    (d) => {
      mood(d)
      d.protocol += 1
    },
    [],
  ],
])('a server of the last release, and %s', (_, how, sentences) => {
  expect(unheardOf(today, changed(how))).toEqual(sentences)
})

test('one more shape of a protocol has a name of its own, after those that went out', () => {
  expect(nextName(['1.json', '2.json'], 3, '.json')).toBe('3.json')
  expect(nextName(['1.json', '2.json'], 2, '.json')).toBe('2-2.json')
  expect(nextName(['2-9.json', '2.json', '1.json'], 2, '.json')).toBe('2-10.json')
  expect(inOrder(['10.json', '2-10.json', '2-9.json', '2.json'])).toEqual([
    '2.json',
    '2-9.json',
    '2-10.json',
    '10.json',
  ])
})
