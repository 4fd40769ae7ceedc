import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createVitest, type TestCase, type TestModule } from 'vitest/node'
import { type Breakage } from './breakages.ts'

export interface Verdict {
  /** `survived`: the named test passed. `gone`: the place or the test is no longer there. `other`: only other tests failed, or time ran out. */
  is: 'passed' | 'failed' | 'caught' | 'survived' | 'gone' | 'other'
  why?: string
}

/** One copy of the sources with one Vitest that stays: only what a breakage changed is read again. */
const vitest = await createVitest('test', {
  watch: false,
  reporters: [{}],
  maxWorkers: 1,
  config: resolve('vitest.config.ts'),
})
await vitest.globTestSpecifications()

process.on('message', (question: Breakage | string[]) => {
  const answer = Array.isArray(question) ? asTheyAre(question) : broken(question)
  void answer
    .catch((error: unknown): Verdict => ({ is: 'failed', why: String(error) }))
    .then((verdict) => process.send?.(verdict))
})

async function asTheyAre(files: string[]): Promise<Verdict> {
  if (files.length === 0) return { is: 'passed' }
  const failed = (await run(files)).filter((it) => it.fault !== null)
  const why = failed.map(({ title, fault }) => `${title} (${fault?.split('\n')[0]})`).join('; ')
  return failed.length === 0 ? { is: 'passed' } : { is: 'failed', why }
}

async function broken({ file, find, replace, by, test }: Breakage): Promise<Verdict> {
  const path = resolve(file)
  const source = readFileSync(path, 'utf8')
  if (!source.includes(find)) return { is: 'gone', why: `${file} no longer says «${find}»` }
  change(path, source.replace(find, replace))
  try {
    const told = await run([by], test)
    const named = told.filter(({ title }) => title.startsWith(test))
    if (named.length === 0) return { is: 'gone', why: `${by} has no test «${test}»` }
    const caught = named.filter(({ fault }) => fault !== null)
    if (caught.length === 0) return { is: 'survived', why: told.find(({ fault }) => fault)?.title ?? '' }
    if (caught.every(({ fault }) => /timed out/i.test(fault ?? ''))) return { is: 'other', why: caught[0]?.fault ?? '' }
    return { is: 'caught' }
  } finally {
    change(path, source)
  }
}

function change(path: string, source: string): void {
  writeFileSync(path, source)
  vitest.invalidateFile(path)
}

async function run(files: string[], title = ''): Promise<{ title: string; fault: string | null }[]> {
  // A pattern meets the names of groups and test with a space between them.
  if (title) vitest.setGlobalTestNamePattern(title.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  else vitest.resetGlobalTestNamePattern()
  const specifications = files.flatMap((file) => vitest.getModuleSpecifications(resolve(file)))
  const { testModules } = await vitest.runTestSpecifications(specifications)
  const asked = new Set(specifications.map(({ moduleId }) => moduleId))
  // What ran before stays in the list.
  return testModules
    .filter(({ moduleId }) => asked.has(moduleId))
    .flatMap((module) => [...brokenModule(module), ...[...module.children.allTests()].flatMap(told)])
}

/** A file that cannot be read as a program tells nothing, and is a fault of the breakage. */
function brokenModule(module: TestModule): { title: string; fault: string | null }[] {
  return module.errors().map(({ message }) => ({ title: module.relativeModuleId, fault: message }))
}

function told(test: TestCase): { title: string; fault: string | null }[] {
  const result = test.result()
  if (result.state === 'skipped' || result.state === 'pending') return []
  return [
    {
      title: test.fullName,
      fault: result.state === 'failed' ? result.errors.map(({ message }) => message).join(' ') : null,
    },
  ]
}
