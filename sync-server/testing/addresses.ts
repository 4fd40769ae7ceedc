import type { Line } from '../rest/about.ts'

/** Every address of the phrase-book that answers a question, without `/api` and without what a parameter looks like. */
export const readAddresses = (lines: readonly Line[]): string[] =>
  lines.filter(({ methods }) => methods.includes('GET')).map(({ path }) => path.replaceAll(/\{[^}]*\}/g, ''))
