import { expect, test } from 'vitest'
import { blankMeta, type Contact, type QueuedCall } from '../data/device.ts'
import { deliveryOf } from './delivery.tsx'

const now = Date.parse('2026-03-10T09:43:00Z')
const neverSent = { firstSent: 0 } as QueuedCall
const sentBefore = { firstSent: now - 60_000 } as QueuedCall

const cases: [sentence: string, call: QueuedCall, contact: Partial<Contact>, state: string][] = [
  ['waits here until it is first sent', neverSent, { problem: 'unreachable' }, 'device'],
  ['is sending while a round is on the wire', sentBefore, { sending: 1, lastTry: now }, 'sending'],
  ['is being checked when it was sent and no answer came', sentBefore, { problem: 'unreachable' }, 'checking'],
  ['is plainly on this device while there is no connection', sentBefore, { problem: 'offline' }, 'device'],
]

test.each(cases)('a call %s', (_, call, contact, state) => {
  expect(deliveryOf([call], { ...blankMeta.contact, ...contact }, now)).toBe(state)
})
