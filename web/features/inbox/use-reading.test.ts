import { expect, test } from 'vitest'
import { readNotifications } from '#shared/commands/notifications.ts'
import { perCall } from './use-reading.ts'

test.each([0, 1, 200, 201, 450])('%i unread entries are marked by calls that the command takes, each once', (many) => {
  const ids = Array.from({ length: many }, (_, at) => 70_001 + at)
  const calls = perCall(ids)
  for (const call of calls) expect(readNotifications.input.safeParse({ ids: call }).success).toBe(true)
  expect(calls.flat()).toEqual(ids)
})
