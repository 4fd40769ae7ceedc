import type { Plugin } from 'vite'
import type { Step } from '../store/database/steps.ts'

/** What stands in a source file, and what stands there in another release. */
export interface Edit {
  /** How its path ends. */
  file: string
  from: string | RegExp
  to: string
}

/**
 * Builds another release out of the same sources. What it replaces must be there once: otherwise the test would go on with a release that is
 * not another.
 */
export function withEdits(edits: readonly Edit[]): Plugin {
  const left = new Set(edits)
  return {
    name: 'fieldpost:other-release',
    enforce: 'pre',
    transform(code, id) {
      const here = edits.filter(({ file }) => id.endsWith(file))
      for (const edit of here) left.delete(edit)
      return here.length > 0 ? here.reduce(edited, code) : null
    },
    buildEnd(error) {
      const [never] = left
      if (never && !error) throw new Error(`${never.file} is not in the build.`)
    },
  }
}

function edited(code: string, { file, from, to }: Edit): string {
  const around = code.split(from)
  if (around.length !== 2) throw new Error(`${file} has ${around.length - 1} times, and not once: ${from}`)
  return around.join(to)
}

/** A step whose texts are known. */
interface MoreStep extends Omit<Step, 'sql'> {
  texts: readonly string[]
}

/** More steps of the database, at the end. */
export const moreSteps = (...steps: readonly MoreStep[]): Edit => {
  const listed = steps.map(
    ({ texts, ...step }) => `{ ...${JSON.stringify(step)}, sql: () => ${JSON.stringify(texts)} }`,
  )
  return { file: 'store/database/steps.ts', from: /,?\s*\]\s*$/, to: `, ${listed.join(', ')}]` }
}
