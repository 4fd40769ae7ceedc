import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { savePreferences } from '#shared/commands/preferences.ts'
import { cast, createWorld, type TestDevice, type World } from '../testing/world.ts'

/** A browser that counts how often it is asked to keep what is here; Node has no such storage. */
let asked: number
let world: World
let pete: TestDevice
beforeEach(async () => {
  asked = 0
  vi.resetModules()
  vi.stubGlobal('navigator', { onLine: true, storage: { persist: () => Promise.resolve(++asked > 0) } })
  world = await createWorld()
  pete = await world.device(cast.pete)
  await pete.settle()
})
afterEach(async () => {
  await world.close()
  vi.unstubAllGlobals()
})
const prefers = (density: 'compact' | 'comfortable') => pete.perform(savePreferences, () => ({ density }))
const soon = () => new Promise((resolve) => setTimeout(resolve, 50))

test('the browser is asked to keep what is here at the first save that cannot be sent, and once', async () => {
  await prefers('compact')
  await pete.settle()
  await soon()
  expect(asked).toBe(0)
  pete.wire = () => Promise.reject(new TypeError('no connection'))
  await pete.round()
  await prefers('comfortable')
  await soon()
  expect(asked).toBe(1)
  await prefers('compact')
  await soon()
  expect(asked).toBe(1)
})
