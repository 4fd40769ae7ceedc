import { expect, test } from 'vitest'
import { carryOut, contextOf, people, withReferences } from '../testing/samples.ts'
import { savePreferences } from './preferences.ts'

const { ana, mia } = people
const prefer = (input: object, user = ana) =>
  carryOut(savePreferences, input as never, withReferences(), contextOf(user))
const rowOf = (id: number, { rows }: ReturnType<typeof prefer>) => rows.users.find((row) => row.id === id)

test('what somebody prefers stands in their own row, and is no change of their account (C-255)', () => {
  const chosen = {
    theme: 'dark',
    density: 'compact',
    shortcuts: 'off',
    shortcutsOff: 'deny;search',
    letters: 'none',
    zone: 'Africa/Nairobi',
  } as const
  expect(rowOf(ana.id, prefer(chosen))).toEqual({ ...ana, ...chosen })
  expect(rowOf(mia.id, prefer(chosen))).toEqual(mia)
  expect(prefer({ theme: 'system' }).decision).toEqual({ nothing: 'already' })
  expect(prefer({}).decision).toEqual({ nothing: 'already' })
})

test.each([
  ['theme', 'sepia'],
  ['density', 'roomy'],
  ['shortcuts', true],
  ['shortcutsOff', ['deny']],
  ['letters', 'some'],
  ['zone', 'Mars/Olympus'],
])('%s is not %j', (field, value) => {
  expect(prefer({ [field]: value }).decision).toMatchObject({ refused: 'invalid', errors: [{ field }] })
})

test('a view is kept by its name, renamed in its place, and gone without a search; another device’s stays', () => {
  const one = { name: 'Interpreters', search: 'status=0,3&term=interp' }
  const two = { name: 'Late', search: 'status=4' }
  const having = { ...ana, views: [one, two] }
  const change = (view: object) =>
    rowOf(
      ana.id,
      carryOut(savePreferences, { view } as never, { ...withReferences(), users: [having, mia] }, contextOf(having)),
    )?.views
  expect(rowOf(ana.id, prefer({ view: { ...one, name: ' Interpreters ' } }))?.views).toEqual([one])
  expect(change({ name: 'Mine', search: 'tab=mine' })).toEqual([one, two, { name: 'Mine', search: 'tab=mine' }])
  expect(change({ name: 'interpreters', search: 'status=5' })).toEqual([
    { name: 'interpreters', search: 'status=5' },
    two,
  ])
  expect(change({ name: 'Two posts', was: 'INTERPRETERS', search: one.search })).toEqual([
    { ...one, name: 'Two posts' },
    two,
  ])
  expect(change({ name: 'Late', was: 'Interpreters', search: one.search })).toEqual([{ ...one, name: 'Late' }])
  expect(change({ name: 'Interpreters', search: '' })).toEqual([two])
  expect(change({ name: 'None', search: '' })).toEqual([one, two])
})

test('the thirty-first view is refused with what to do; one more of the same name is not', () => {
  const views = Array.from({ length: 30 }, (_, n) => ({ name: `View ${n}`, search: `teams=${n}` }))
  const full = { ...ana, views }
  const save = (name: string) =>
    carryOut(
      savePreferences,
      { view: { name, search: 'status=4' } },
      { ...withReferences(), users: [full] },
      contextOf(full),
    )
  expect(save('One more').decision).toMatchObject({ refused: 'invalid', errors: [{ field: 'view' }] })
  expect(rowOf(ana.id, save('view 7'))?.views).toHaveLength(30)
  expect(save('  ').decision).toMatchObject({ refused: 'invalid' })
})
