import { useRef, useState } from 'react'
import type { Refusal } from '#shared/kernel/refusal.ts'
import { counted } from '#shared/lib/counted.ts'
import { nounOf, type Reference } from '#shared/reference/reference.ts'
import { importInto, type Importable } from '#web/parts/paths.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import type { Invitation } from './csv.ts'
import type { Attempt } from './import-rows.ts'

interface Brought {
  lines: readonly number[]
  invitations: readonly Invitation[] | undefined
}

/** Imports rows into a list, all or none. `isUnknown`: an answer was lost, so they may be there. */
export function useImport(of: Reference) {
  const [problem, setProblem] = useState<Refusal & { isUnknown: boolean }>()
  const [busy, setBusy] = useState(false)
  const lost = useRef<Attempt>(null)
  const { save } = useSaving()
  /** What was imported; null when it was not, or nobody knows. */
  const bring = async (together: Attempt): Promise<Brought | null> => {
    // Of an answer that was lost nobody knows: the very same is sent again, and done once.
    const attempt = lost.current ?? together
    setBusy(true)
    setProblem(undefined)
    const { length } = attempt.rows
    const saved = await save<{ invitations?: Invitation[] }>({
      method: 'POST',
      path: importInto(of.rest.path as Importable).slice(1),
      body: { rows: attempt.rows },
      done: `${length === 1 ? `1 ${nounOf(of)}` : `${counted(length)} ${of.words.many}`} imported`,
    })
    setBusy(false)
    const { refusal, body } = saved
    // An answer that judged nothing, such as "sign in again", says nothing of the one that was lost before it.
    const isUnknown = saved.isUnknown === true || (refusal?.refused === 'failed' && lost.current !== null)
    lost.current = isUnknown ? attempt : null
    if (refusal) setProblem({ ...refusal, isUnknown })
    return refusal ? null : { lines: attempt.lines, invitations: body?.invitations }
  }
  return { bring, busy, problem }
}
