import { useCallback } from 'react'
import type { Command } from '#shared/kernel/command.ts'
import type { Reads } from '#shared/kernel/reads.ts'
import { sentenceOf, type FieldError } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import { useDevice } from '../data/device-context.tsx'
import type { AttentionItem } from '../data/device.ts'
import { useCommand } from '../sync/engine-context.tsx'
import { endOfHold, verdictWithin } from '../sync/hold.ts'
import type { Performed } from '../sync/perform.ts'
import { toast } from '../state/toasts.ts'
import { copied, useTakeBack } from '../state/second-copy.ts'
import { closeNotKept, tellNotKept } from './not-kept.ts'

export const tooLateToUndo = 'It is already on its way and cannot be undone.'
const SOON_MS = 2_500

export interface ActOptions {
  /** Said once the server has confirmed. */
  done?: string
  /** Holds the call for six seconds and offers to take it back; the text says what was done. */
  undoable?: string
  /** No toast unless it is refused: an autosave, a step of the wizard. */
  quiet?: boolean
  /** Said when nothing was left to do. */
  already?: string
  /** What the form itself knows to be wrong. */
  errors?: readonly FieldError[]
  /** Shows at its fields what was found wrong there, instead of a toast. */
  showErrors?: (errors: readonly FieldError[]) => void
  /** Carried out in the transaction that queues the call. */
  also?: () => PromiseLike<unknown>
  /** The refused calls whose place it takes, until it is taken back. */
  replaces?: () => PromiseLike<AttentionItem[]>
  /** After it was taken back: what was typed is given back to its form. */
  undone?: () => void
}

/**
 * Carries out a command and says truthfully what happened: "Saved Successfully!" only after the server's own verdict,
 * otherwise that it is saved on this device, and "Not saved yet" when it is not even that. A refusal is said in one sentence and handed
 * back.
 */
export function useAct<I, R extends Reads, F extends Reads>(command: Command<I, R, F>) {
  const { device, user } = useDevice()
  const run = useCommand(command)
  const takeBack = useTakeBack()
  return useCallback(
    async (
      input: (newId: () => number) => I,
      {
        done = messages.saved,
        undoable,
        quiet,
        already = 'It is already so.',
        errors = [],
        showErrors,
        also,
        replaces,
        undone,
      }: ActOptions = {},
    ): Promise<Performed<I>> => {
      const performed = await run(input, { errors, also, replaces, undoable: undoable !== undefined })
      if (performed.notKept) tellNotKept(device, user, command.name, performed.notKept)
      else if (performed.refusal) {
        if (performed.refusal.errors && showErrors) showErrors(performed.refusal.errors)
        else if (!quiet) toast(sentenceOf(performed.refusal), { variant: 'error' })
      }
      if (performed.refusal) return performed
      const { call } = performed
      if (call) {
        closeNotKept()
        await copied(device)
      }
      if (quiet) return performed
      if (!call) {
        toast(already)
        return performed
      }
      if (undoable) {
        const undo = async () => {
          if (await takeBack(call.id)) undone?.()
          else toast(tooLateToUndo, { variant: 'info' })
        }
        toast(undoable, { actions: [{ label: 'Undo', onClick: undo, until: endOfHold(call.id) }] })
        return performed
      }
      const tellApplied = (inPart: unknown) =>
        inPart ? toast(messages.savedInPart, { variant: 'warning' }) : toast(done, { variant: 'success' })
      void verdictWithin(device, call.id, SOON_MS).then((verdict) => {
        if (verdict?.verdict === 'applied') void device.attention.get(call.id).then(tellApplied)
        else if (!verdict) toast(messages.savedOnDevice, { variant: 'info' })
      })
      return performed
    },
    [command.name, device, run, takeBack, user],
  )
}
