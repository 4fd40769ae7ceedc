import 'fake-indexeddb/auto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PROTOCOL } from '#shared/protocol/sync.ts'
import { describeProtocol } from '#shared/testing/describe-protocol.ts'
import { nextName } from '#shared/testing/releases.ts'
import { dumpDatabase, goldenContent, makeGolden } from '#web/testing/golden.ts'

/**
 * `npm run release` keeps what a version leaves on devices: the description of its protocol, and a database with rows, paint, a queue of every action, judged
 * calls, what needs its person and half-written forms. Every later version is held to both (`shared/protocol/released.test.ts`, `web/data/released.test.ts`). Run it
 * when a version goes out: what is new is kept beside what went out before, under a name of its own, and nothing is written again.
 */
const noZip = { pack: (text: string) => Buffer.from(text), unpack: (bytes: Buffer) => bytes }
const zip = { pack: (text: string) => gzipSync(text, { level: 9 }), unpack: gunzipSync }

function keep(folder: string, ending: string, content: object, { pack, unpack }: typeof noZip): void {
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder)
  const text = `${JSON.stringify(content)}\n`
  const same = names.find((name) => unpack(readFileSync(`${folder}/${name}`)).toString() === text)
  const name = same ?? nextName(names, PROTOCOL, ending)
  if (!same) writeFileSync(`${folder}/${name}`, pack(text), { flag: 'wx' })
  console.log(same ? `${folder}/${name} is the same.` : `Kept ${folder}/${name}.`)
}

keep('shared/protocol/released', '.json', describeProtocol(), noZip)
await makeGolden(indexedDB, goldenContent())
keep('web/data/released', '.json.gz', await dumpDatabase(indexedDB, PROTOCOL), zip)
