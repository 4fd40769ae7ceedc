import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultOrganisation } from '#shared/model/limits.ts'
import { useSession } from '../session/session.ts'
import { attach, dropUpload, useUploads } from './uploads.ts'

const text = (name: string) => new File(['Nine o’clock'], name, { type: 'text/plain' })
const uploads = () => useUploads.getState().uploads

beforeEach(() => vi.stubGlobal('window', {}))
afterEach(() => {
  for (const { key } of uploads()) dropUpload(key)
  vi.unstubAllGlobals()
})

test('with nobody signed in a file is stopped and says why, each of several, and the page goes on', async () => {
  expect(useSession.getState().session).toBeNull()
  attach({ projectId: 17 }, [text('Agenda.txt'), text('Plan.txt')], defaultOrganisation, () => undefined)
  await vi.waitFor(() =>
    expect(uploads().map(({ name, state, problem }) => [name, state, problem])).toEqual([
      ['Agenda.txt', 'stopped', 'Sign in again to send it.'],
      ['Plan.txt', 'stopped', 'Sign in again to send it.'],
    ]),
  )
})

test('what is empty or of a kind that is not taken is refused by its name, and waits for nothing', () => {
  attach({ projectId: 17 }, [new File([], 'Empty.txt'), text('run.exe')], defaultOrganisation, () => undefined)
  expect(uploads().map(({ name, state }) => [name, state])).toEqual([
    ['Empty.txt', 'refused'],
    ['run.exe', 'refused'],
  ])
  for (const { problem } of uploads()) expect(problem).not.toBe('')
})
