import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve as resolvePath } from 'node:path'

/**
 * Finds files for eslint-plugin-boundaries. Its own resolver does not know package imports (`#shared/…`), and imports
 * here name their file in full, so that finding is joining paths; whether the file exists is the compiler's question.
 */
export const interfaceVersion = 2

const root = join(import.meta.dirname, '../..')
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

export function resolve(source, file) {
  if (isBuiltin(source)) return { found: true, path: null }
  if (source.startsWith('.')) return { found: true, path: resolvePath(dirname(file), source) }
  for (const [alias, target] of Object.entries(imports)) {
    const prefix = alias.replace('*', '')
    if (source.startsWith(prefix))
      return { found: true, path: join(root, target.replace('*', source.slice(prefix.length))) }
  }
  return { found: false }
}
