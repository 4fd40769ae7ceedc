import { expect, test } from '@playwright/test'
import { aDevice } from './device.ts'
import type { Listening, Persona, Person, Size } from './people.ts'
import { speaker } from './speaker.ts'
import { startServer, type RunningServer } from './server.ts'

/**
 * A server for each journey of a file, and whoever it signs in on prepared devices: closed at its end, when no browser may have
 * complained of anything.
 */
export function crowd() {
  let server: RunningServer
  const opened: Person[] = []
  test.beforeEach(async () => {
    server = await startServer()
  })
  test.afterEach(async () => {
    const people = opened.splice(0)
    await Promise.all(people.map((person) => person.close()))
    await server.dispose()
    expect(people.flatMap(({ complaints }) => complaints)).toEqual([])
  })
  return {
    /** `at`: a network in front of the server. */
    signedIn: async (who: Persona, size: Size = 'desk', path = '/', at: Listening = server): Promise<Person> => {
      const person = await aDevice(server, who, size, { path, at })
      opened.push(person)
      return person
    },
    /** The same person without a browser. */
    speaking: (who: Parameters<typeof speaker>[1]) => speaker(server, who),
    /** The server itself, for a network in front of it. */
    server: () => server,
  }
}
