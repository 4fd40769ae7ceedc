import { expect, test } from 'vitest'
import { ofMachine, type Origin } from './postgres-programs.ts'
import { ownPostgres } from './postgres.ts'

const origins: Origin[] = ofMachine() ? ['machine', 'package'] : ['package']

test.each(origins)(
  'PostgreSQL of the %s starts for a test, words included, and comes back after it was killed',
  async (origin) => {
    const postgres = await ownPostgres({ origin })
    await postgres.database()
    await postgres.kill()
    await postgres.start()
    expect(await postgres.ask('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await postgres.stop()
  },
)
