import type { Reads } from '../kernel/reads.ts'
import { detailOf, listOf } from './ask.ts'
import type { Fields, Reference, ReferenceTable } from './reference.ts'
import { saveOf } from './save.ts'

/** What is made of a declaration: its verb, its list, its detail. */
export const madeOf = <N extends ReferenceTable, Fs extends Fields, A extends object, F extends Reads>(
  of: Reference<N, Fs, A, F>,
) => [saveOf(of), listOf(of), detailOf(of)] as const
