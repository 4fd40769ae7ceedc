import 'fake-indexeddb/auto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { describeProtocol } from '#shared/testing/describe-protocol.ts'
import { dumpDatabase, goldenContent, makeGolden } from '#web/testing/golden.ts'

/**
 * `npm run release` keeps what a version leaves on devices: the description of its protocol, and a database with rows, a queue of every action, what needs its person
 * and half-written forms. Every later version is held to both (`shared/protocol/released.test.ts`, `web/data/released.test.ts`). Run it when a version goes out whose
 * protocol, tables or indexes are new; a number that went out is never written again.
 */
const description = 'shared/protocol/released'
const databases = 'web/data/released'
for (const folder of [description, databases]) mkdirSync(folder, { recursive: true })
await makeGolden(indexedDB, goldenContent())
const dump = await dumpDatabase(indexedDB, PROTOCOL)
const fresh = { flag: 'wx' }
writeFileSync(`${description}/${PROTOCOL}.json`, `${JSON.stringify(describeProtocol())}\n`, fresh)
writeFileSync(`${databases}/${PROTOCOL}.json.gz`, gzipSync(JSON.stringify(dump), { level: 9 }), fresh)
console.log(`Kept protocol ${PROTOCOL} and database ${dump.version}.`)
