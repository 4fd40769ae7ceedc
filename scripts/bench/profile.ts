import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CDPSession } from '@playwright/test'
import { build } from 'vite'
import type { Report } from './report.ts'

const folder = resolve(import.meta.dirname, '../../data/profiles')
const SHOWN = 14

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

/** With the names of its functions: profiles of a minified app tell nothing. What `npm start` would serve is built anew by it. */
export async function buildReadable(): Promise<void> {
  rmSync('dist/built', { force: true })
  await build({ configFile: 'vite.config.ts', logLevel: 'warn', build: { minify: false } })
}

/** Keeps what the processor did meanwhile as `data/profiles/NAME.cpuprofile` (any browser's tools open it), and tells which functions took most. */
export async function profiled<T>(session: CDPSession, report: Report, name: string, work: () => Promise<T>) {
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: 200 })
  await session.send('Profiler.start')
  const result = await work()
  const { profile } = (await session.send('Profiler.stop')) as { profile: Profile }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name.replaceAll(/\W+/g, '-')}.cpuprofile`), JSON.stringify(profile))
  for (const [what, { own, all }] of heaviest(profile)) report(`    ${what}`, `${ms(all)} ms, itself ${ms(own)} ms`, '')
  return result
}

/** By the time until they returned, each function once however deep it calls itself. */
function heaviest({ nodes, samples, timeDeltas }: Profile): [string, { own: number; all: number }][] {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const times = new Map<string, { own: number; all: number }>()
  samples.forEach((sample, n) => {
    const took = timeDeltas[n] ?? 0
    const stack = new Set<string>()
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) stack.add(names.get(id) ?? '')
    for (const what of stack) {
      const { own, all } = times.get(what) ?? { own: 0, all: 0 }
      times.set(what, { own: own + (what === names.get(sample) ? took : 0), all: all + took })
    }
  })
  return [...times]
    .filter(([what]) => !/^\((root|idle|program)\)/.test(what))
    .sort(([, a], [, b]) => b.all - a.all)
    .slice(0, SHOWN)
}

const nameOf = ({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']) =>
  `${functionName || '(unnamed)'} ${url.split('/').at(-1) ?? ''}${url ? `:${lineNumber + 1}` : ''}`
const ms = (us: number) => Math.round(us / 1_000)
