import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

/** A server of PostgreSQL for all files of a project: started before the first of them, and ended with the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  project.provide('postgres', url)
  return stop
}
