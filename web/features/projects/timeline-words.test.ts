import { expect, test } from 'vitest'
import { standingOf } from './timeline-words.ts'

type Line = Parameters<typeof standingOf>[0]
const line = (label: Line['label'], done: boolean, by = ''): Line => ({ label, by, at: null, done }) as Line
const inPhase = (phase: string) => ({ project: { phase } }) as Parameters<typeof standingOf>[1]

test.each([
  ['interim', line('Interim', true, 'Adam Kessler'), 'Adam Kessler'],
  ['authorization', line('Interim', true), 'documented on the request'],
  ['interim', line('Authorized', false), 'not yet'],
  ['authorization', line('Authorized', false), 'waiting for a COR'],
  ['progress', line('Authorized', false), 'not given'],
  ['canceled', line('Interim', false), 'not given'],
])('of an approval it is said, while the tasking is in %s, who gave it or what became of it', (phase, one, words) => {
  expect(standingOf(one, inPhase(phase))).toBe(words)
})
