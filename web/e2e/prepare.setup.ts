import { test } from '@playwright/test'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { neverLocks } from './support/lock.ts'
import { Person, personas } from './support/people.ts'
import { prepared, startServer } from './support/server.ts'

/** Browsers and server end as they do in life, so that all is on their disks. */
test('everybody has a device that is signed in, with the working set and the app', async () => {
  rmSync(prepared, { recursive: true, force: true })
  const server = await startServer({ data: null })
  const waiting = [...personas]
  const prepareSome = async () => {
    for (let who = waiting.shift(); who; who = waiting.shift()) {
      const person = new Person(server, 'desk')
      await person.open()
      await person.signInAndPrepare(who)
      await neverLocks(person.page)
      await person.stop()
      cpSync(person.profile, join(prepared, who), { recursive: true })
      await person.close()
    }
  }
  await Promise.all([prepareSome(), prepareSome()])
  await server.stop()
  cpSync(server.dataDir, join(prepared, 'data'), { recursive: true })
  await server.dispose()
})
