import { createElement, startTransition, useEffect, useReducer, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useObserved } from './use-observed.ts'

/** React's own client, for components that draw nothing: an element that only listens. */
function rootOfNothing() {
  vi.stubGlobal('window', { HTMLIFrameElement: class {} })
  const nothing = { addEventListener: () => undefined }
  const document = { ...nothing, nodeType: 9, activeElement: null }
  vi.stubGlobal('document', document)
  return createRoot({ ...nothing, nodeType: 1, tagName: 'DIV', ownerDocument: document } as unknown as Element)
}

test('what hangs on a value is done also when the screen is drawn for another reason before the value’s turn', async () => {
  let tell = (_value: string): void => undefined
  const observable = {
    subscribe(next: (value: string) => void) {
      tell = (value) => startTransition(() => next(value))
      return () => undefined
    },
  }
  let update = (_by: number): void => undefined
  const drawnWith: unknown[] = []
  const done: unknown[] = []
  function Screen(): ReactNode {
    const value = useObserved(() => observable, [])
    drawnWith.push(value)
    const [state, dispatch] = useReducer((before: number, by: number) => before + by, 0)
    update = dispatch
    useEffect(() => void done.push(value), [value])
    useEffect(() => void done.push(state), [state])
    return null
  }
  const root = rootOfNothing()
  root.render(createElement(Screen))
  await expect.poll(() => done).toEqual([undefined, 0])
  tell('told')
  // The other reason, and one that shows that all of it is over.
  update(0)
  await expect.poll(() => drawnWith).toContain('told')
  update(1)
  await expect.poll(() => done).toContain(1)
  expect(done).toEqual([undefined, 0, 'told', 1])
  root.unmount()
})
