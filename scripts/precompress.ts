import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest'])
const smallest = 1000

/** Writes `.br` and `.gz` beside every text file of a folder that is large enough to gain from it. */
export async function precompress(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(paths.map(compress))
  const written = sizes.filter((size) => size > 0)
  return { files: written.length, bytes: written.reduce((sum, size) => sum + size, 0) }
}

async function compress(path: string): Promise<number> {
  const content = await readFile(path)
  if (content.length <= smallest) return 0
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
  return br.length
}
