import { useCallback } from 'react'
import * as messages from '#shared/model/messages.ts'
import { useDevice } from '../data/device-context.tsx'
import { useStored } from '../data/use-query.ts'
import { useSession } from '../session/session.ts'
import { useEngine } from '../sync/engine-context.tsx'
import { toast } from '../state/toasts.ts'
import { useOnline } from '../state/use-online.ts'
import { giveUpSaving, isInDoubt, saveOnline, type Saved, type ToSave } from '../state/save-online.ts'

/**
 * Saving while connected, the one way: asks the server, and says "Saved Successfully!" or what else is `done` (C-247). What is wrong comes
 * back as a refusal, with its errors at their fields.
 */
export function useSaving() {
  const { round, sendNow } = useEngine()
  const { device } = useDevice()
  const online = useOnline()
  const token = useSession(({ session }) => (session?.alive ? session.token : undefined))
  const save = useCallback(
    async <T>({ done = messages.saved, ...what }: ToSave & { done?: string }): Promise<Saved<T>> => {
      const saved = await saveOnline<T>({ device, token, round, sendNow }, what)
      if (!saved.refusal) toast(done, { variant: 'success' })
      return saved
    },
    [device, round, sendNow, token],
  )
  const giveUp = useCallback((what: Pick<ToSave, 'method' | 'path'>) => giveUpSaving(device, what), [device])
  return { online, save, giveUp }
}

/** Whether an earlier try got no answer. */
export const useDoubt = ({ method, path }: Pick<ToSave, 'method' | 'path'>): boolean =>
  useStored((device) => isInDoubt(device, { method, path }), [method, path]) === true
