import { useRef, useState } from 'react'
import { useFormDraft } from '../data/use-form-draft.ts'
import type { Performed } from '../sync/perform.ts'
import type { ActOptions } from './use-act.ts'
import { useBusy } from './use-busy.ts'
import { useErrors } from './use-errors.ts'

/**
 * A small form whose words are on this device's disk until they have become a call or are thrown away: closing, a reload, a kill and
 * the end of a session leave them here. `key` names person's record and form; what differs from `initial` is kept. `ids` are the
 * controls of the fields.
 */
export function useKeptForm<T extends object>(
  key: string,
  initial: T,
  ids: Readonly<Partial<Record<keyof T, string>>>,
) {
  const draft = useFormDraft<Partial<T> | string>(key)
  const [typed, setTyped] = useState<Partial<T> | null>(null)
  /** What was typed since the last time it was sent. */
  const since = useRef<Partial<T>>({})
  const errors = useErrors(ids as Readonly<Record<string, string>>)
  const { busy, run } = useBusy()
  const touched = typed ?? readKept(draft.stored, initial)

  function keep(next: Partial<T>) {
    const changed = changesOf(next, initial)
    since.current = changed
    setTyped(changed)
    if (Object.keys(changed).length > 0) draft.save(changed)
    else void draft.clear()
  }

  return {
    values: { ...initial, ...touched },
    /** False until the disk has been asked: what is typed before would hide what is kept. */
    isReady: draft.stored !== undefined,
    isTyped: Object.keys(touched).length > 0,
    /** When the words reached the disk; null while there are none. */
    savedAt: Object.keys(touched).length > 0 ? draft.savedAt : null,
    errorAt: (field: keyof T & string) => errors.at(field),
    busy,
    set(fields: Partial<T>) {
      for (const field of Object.keys(fields)) errors.clear(field)
      keep({ ...touched, ...fields })
    },
    discard: () => keep({}),
    /** Sends what is typed; the words go in the transaction that queues the call, and come back when it is undone. */
    send: (work: (values: T, options: ActOptions) => Promise<Performed<unknown>>, onSent?: () => void) =>
      run(async () => {
        const giveBack = () => {
          draft.save(touched)
          void draft.flush()
        }
        const options = { showErrors: errors.show, also: draft.forget, undone: giveBack }
        since.current = {}
        const performed = await work({ ...initial, ...touched }, options)
        if (performed.refusal) return
        // Nothing was left to do, so the words were not used: a denial that came second.
        if (!performed.call && Object.keys(touched).length > 0) return giveBack()
        // Scar: the next words of whoever did not wait until these were kept were emptied with them.
        const next = changesOf(since.current, touched)
        setTyped(next)
        if (Object.keys(next).length > 0) draft.save(next)
        onSent?.()
      }),
  }
}
export type KeptForm<T extends object> = ReturnType<typeof useKeptForm<T>>

/** Earlier versions kept the one text of a form by itself. */
function readKept<T extends object>(stored: Partial<T> | string | null | undefined, initial: T): Partial<T> {
  const [first = ''] = Object.keys(initial)
  return typeof stored === 'string' ? ({ [first]: stored } as Partial<T>) : (stored ?? {})
}

const changesOf = <T extends object>(fields: Partial<T>, initial: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== initial[name as keyof T])) as Partial<T>
