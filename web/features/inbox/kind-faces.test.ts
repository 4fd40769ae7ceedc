import { expect, test } from 'vitest'
import type { Notification } from '#shared/model/notification.ts'
import { becauseOf, inWords, sentenceFor } from '#shared/rules/notifications.ts'
import { kindFaceOf } from './kind-faces.ts'

test('what only a newer app knows is told plainly', () => {
  const told = {
    kind: 'praised',
    why: 'mentor',
    projectId: 42_000_017,
    count: 2,
    text: 'Well done',
  } as unknown as Notification
  expect(sentenceFor(told, 'Ana Whitfield')).toBe('Ana Whitfield did something on T-42-17: “Well done” (2 times)')
  expect(inWords({ ...told, text: '' }, '').rest).toBe(' (2 times)')
  expect(becauseOf(told)).toBe('')
  for (const kind of ['praised', 'constructor', '__proto__'])
    expect(kindFaceOf(kind)).toEqual({ icon: 'bell', tone: 'device' })
})
