import { test } from '@playwright/test'
import { BadNetwork } from '../support/bad-network.ts'
import { newProfile, Person, type Size } from '../support/people.ts'
import { startServer, type RunningServer } from '../support/server.ts'
import { startFirefox } from './firefox.ts'

interface Stage {
  server: RunningServer
  link: BadNetwork
  pete: Person
}

/** A server, a network in front of it and Pete's Firefox, for each journey of a file. `profile` says where he keeps what he keeps. */
export function stage(size: Size, profile = newProfile): () => Stage {
  let now: Stage
  test.beforeEach(async () => {
    const server = await startServer({ data: null })
    const link = new BadNetwork(server.port)
    await link.listen()
    now = { server, link, pete: new Person(link, size, profile(), startFirefox) }
  })
  test.afterEach(async () => {
    await now.pete.close()
    await now.link.close()
    await now.server.dispose()
  })
  return () => now
}
