import { beforeEach, expect, test } from 'vitest'
import { givingWay, press, SHOWN, takeDown, toast, useToasts } from './toasts.ts'

const shown = () => useToasts.getState().asked.map(({ message }) => message)
beforeEach(() => useToasts.setState({ asked: [] }))

test('toasts stand in the order in which they were asked for, and each is taken down by itself', () => {
  const first = toast('Saved')
  toast('Sent')
  expect(shown()).toEqual(['Saved', 'Sent'])
  first()
  first()
  expect(shown()).toEqual(['Sent'])
})

test('what has a key stands once, and whoever asks for it again may take it down', () => {
  toast('This device is full', { key: 'disk' })
  const again = toast('This device is full', { key: 'disk' })
  expect(shown()).toEqual(['This device is full'])
  again()
  expect(shown()).toEqual([])
  toast('This device is full', { key: 'disk' })
  expect(shown()).toEqual(['This device is full'])
})

test('on a phone what only tells makes room for the next; what can be undone stays, and so does an error', () => {
  toast('Saved')
  toast('Denied T-42-1', { actions: [{ label: 'Undo', onClick: () => undefined }] })
  toast('Not saved', { variant: 'error' })
  toast('Sent')
  for (const id of givingWay(useToasts.getState().asked)) takeDown(id)
  expect(shown()).toEqual(['Denied T-42-1', 'Not saved', 'Sent'])
})

const undo = { actions: [{ label: 'Undo', onClick: () => undefined }] }
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Saved ${at + 1}`)

test('three are shown and twenty wait; of more the oldest that waits is left out, and none that stands (C-087)', () => {
  for (const words of numbered(25)) toast(words)
  expect(shown()).toEqual([...numbered(3), ...numbered(25).slice(5)])
  expect(shown().length - SHOWN).toBe(20)
})

test('what can be undone, and an error, is shown at once in the place of what only tells, and is never left out for it', () => {
  for (const words of numbered(4)) toast(words)
  toast('Denied T-42-1', undo)
  expect(shown()).toEqual(['Saved 2', 'Saved 3', 'Denied T-42-1', 'Saved 4'])
  toast('Not saved', { variant: 'error' })
  toast('Denied T-42-2', undo)
  expect(shown().slice(0, SHOWN)).toEqual(['Denied T-42-1', 'Not saved', 'Denied T-42-2'])
  // Where none gives way it is the next.
  toast('Denied T-42-3', undo)
  expect(shown().slice(SHOWN)).toEqual(['Denied T-42-3', 'Saved 4'])
  for (const words of numbered(30)) toast(words)
  expect(shown().slice(0, SHOWN + 1)).toEqual(['Denied T-42-1', 'Not saved', 'Denied T-42-2', 'Denied T-42-3'])
  expect(shown()).toHaveLength(SHOWN + 20)
})

test('whatever is asked for, no more than twenty wait', () => {
  for (const words of numbered(60)) toast(words, undo)
  expect(shown()).toEqual([...numbered(3), ...numbered(60).slice(40)])
})

test('a double press on Undo undoes once, also while its toast goes; what stays can be done again until it is closed', () => {
  let undone = 0
  let copied = 0
  const undo = { label: 'Undo', onClick: () => (undone += 1) }
  const copy = { label: 'Copy the text', onClick: () => (copied += 1), stays: true }
  toast('Denied T-42-1', { actions: [undo] })
  const close = toast('Not saved', { actions: [copy] })
  const [denied, notSaved] = useToasts.getState().asked.map(({ id }) => id)
  for (const _ of [1, 2]) {
    press(denied ?? 0, undo)
    press(notSaved ?? 0, copy)
  }
  expect([undone, copied, shown()]).toEqual([1, 2, ['Not saved']])
  close()
  press(notSaved ?? 0, copy)
  expect(copied).toBe(2)
})
