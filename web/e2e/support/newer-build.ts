import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printOf } from '../../sync/print.ts'

export const newerId = 'newer-20990101T000000'

/** The folder of a build that is the present one made again later: only its id differs, and with it what the worker knows of index.html. */
export async function aNewerBuild(): Promise<string> {
  const root = join(import.meta.dirname, '../../..')
  // Journeys beside each other have one each.
  const folder = join(root, `test-results/newer-build-${process.env['TEST_PARALLEL_INDEX']}`)
  rmSync(folder, { recursive: true, force: true })
  for (const part of ['server', 'web']) cpSync(join(root, 'dist', part), join(folder, part), { recursive: true })
  const print = (html: string) => printOf(new TextEncoder().encode(html))
  const html = readFileSync(join(folder, 'web/index.html'), 'utf8')
  const newer = html.replace(/(?<=name="build" content=")[^"]+/, newerId)
  const [before, after] = [await print(html), await print(newer)]
  const worker = readFileSync(join(folder, 'web/service-worker.js'), 'utf8')
  if (newer === html || !worker.includes(before)) throw new Error('This is not how the app is built any more')
  write('index.html', newer)
  write('service-worker.js', worker.replace(before, after))
  return folder

  function write(name: string, content: string): void {
    writeFileSync(join(folder, 'web', name), content)
    for (const packed of ['.br', '.gz']) rmSync(join(folder, 'web', `${name}${packed}`), { force: true })
  }
}
