import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { atHandOf, skewOf } from '../data/at-hand.ts'
import { Device, type Said } from '../data/device.ts'
import { toast } from '../state/toasts.ts'
import { recent, traced, traceToasts } from './toast-trace.ts'

const START = Date.parse('2026-03-10T14:00:00.000Z')
const MINUTE = 60_000
const said = (minute: number, sentence = 'It went wrong', path = '/find'): Said => ({
  ...{ at: new Date(START + minute * MINUTE).toISOString(), sentence, path },
  ...{ page: 'Find', count: 1 },
})
const after = (...all: Said[]) => all.reduce(traced, [] as Said[])

test('what is said again on the same page within five minutes is one entry; elsewhere, later or in other words it is another', () => {
  expect(after(said(0), said(4), said(8))).toEqual([{ ...said(8), count: 3 }])
  expect(after(said(0), said(6)).map(({ count }) => count)).toEqual([1, 1])
  expect(after(said(0), said(1, 'Something else'), said(2, 'Something else', '/outbox'), said(3))).toHaveLength(4)
  // A clock that was set back joins nothing over the day.
  expect(after(said(600), said(0))).toHaveLength(2)
})

test('the last fifty of a week stay, and of what is older nothing', () => {
  const week = 7 * 24 * 60
  const many = Array.from({ length: 60 }, (_, n) => said(n, `Number ${n}`))
  const kept = after(...many)
  expect(kept.map(({ sentence }) => sentence)).toEqual(Array.from({ length: 50 }, (_, n) => `Number ${59 - n}`))
  expect(after(said(0), said(week), said(week + 1, 'New'))).toHaveLength(2)
  expect(recent(kept, START + (week + 58) * MINUTE).map(({ sentence }) => sentence)).toEqual(['Number 59', 'Number 58'])
  expect(recent(undefined, START)).toEqual([])
})

test('what was said is dated by the clock of the server, as the news are among which it stands', async () => {
  vi.stubGlobal('document', { title: 'Find' })
  vi.stubGlobal('window', { location: { pathname: '/find', search: '' } })
  const skew = 3 * 24 * 60 * MINUTE
  const device = new Device('fieldpost')
  await device.change('contact', (contact) => ({ ...contact, skew }))
  const ignore = () => undefined
  const stops = [atHandOf(device, 0).of('contact').subscribe(ignore, ignore), traceToasts(device)]
  await vi.waitFor(() => expect(skewOf(device)).toBe(skew))
  toast('It went wrong', { variant: 'error' })
  await vi.waitFor(async () => expect(await device.get('said')).toHaveLength(1))
  const [last] = (await device.get('said')) ?? []
  expect(Math.abs(Date.parse(last?.at ?? '') - Date.now() - skew)).toBeLessThan(MINUTE)
  for (const stop of stops) stop()
  device.close()
  vi.unstubAllGlobals()
})
