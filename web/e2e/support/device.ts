import { expect } from '@playwright/test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { newProfile, Person, type Listening, type Persona, type Size } from './people.ts'
import { prepared, type RunningServer } from './server.ts'

const inUse = new WeakMap<RunningServer, Set<Persona>>()

/**
 * Somebody's prepared device, open: signed in, with the working set and the app. On a server each person has one, because two
 * copies would make the same ids and number their calls alike. Whoever needs a second one signs in on a new `Person`.
 */
export async function aDevice(
  server: RunningServer,
  who: Persona,
  size: Size,
  { at = server, path = '/' }: { at?: Listening; path?: string } = {},
): Promise<Person> {
  const others = inUse.get(server) ?? new Set()
  if (others.has(who)) throw new Error(`The prepared device of ${who} is in use: sign in on a new one.`)
  inUse.set(server, others.add(who))
  const profile = newProfile()
  cpSync(join(prepared, who), profile, { recursive: true })
  const person = new Person(at, size, profile)
  await person.open(path)
  await expect(person.page.locator('main:not(#not-here)')).toBeVisible({ timeout: 60_000 })
  return person
}
