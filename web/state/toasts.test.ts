import { beforeEach, expect, test } from 'vitest'
import { givingWay, takeDown, toast, useToasts } from './toasts.ts'

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
