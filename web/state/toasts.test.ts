import { beforeEach, expect, test } from 'vitest'
import { givingWay, press, takeDown, toast, useToasts } from './toasts.ts'

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
