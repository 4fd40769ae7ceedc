import { join } from 'node:path'
import { must } from '#shared/lib/must.ts'
import type { Env } from '../env.ts'
import type { Home } from '../store/open.ts'

/** An organisation that this process serves: where its rows are, and under which names it is known. */
export interface Served {
  home: Home
  org: number
  /** In small letters; none: under any. */
  hosts: readonly string[]
  /** Where links in letters lead; none: where the process listens. */
  publicUrl: string | undefined
}

/** Without `DATABASE_URL` one, in a file; with it one, or those of `ORGANISATIONS`. */
export function servedBy(env: Env, demo: boolean): [Served, ...Served[]] {
  const { shared, hosts, publicUrl } = env
  const homeOf = (org: number): Home => (shared ? homeIn(env, org) : { file: fileIn(env.dataFolder, demo) })
  const orgs = [...new Set(hosts.map(({ org }) => org))]
  const [first, ...others] = orgs.map((org): Served => {
    const names = hosts.filter((one) => one.org === org).map(({ host }) => host)
    return { home: homeOf(org), org, hosts: names, publicUrl: `https://${names[0]}` }
  })
  return first ? [first, ...others] : [{ home: homeOf(1), org: 1, hosts: [], publicUrl }]
}

export const homeIn = ({ shared, requireReplica }: Env, org: number): Home => ({
  ...{ url: must(shared).databaseUrl, org, requireReplica },
})

const fileIn = (dataFolder: string, demo: boolean): string =>
  join(dataFolder, demo ? 'demo.sqlite' : 'fieldpost.sqlite')
