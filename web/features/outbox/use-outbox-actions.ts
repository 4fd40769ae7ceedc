import { editDeliverable } from '#shared/commands/deliverables.ts'
import { editProject } from '#shared/commands/projects.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import { useDevice } from '../../data/device-context.tsx'
import type { AttentionItem } from '../../data/device.ts'
import { wordsOf } from '../../parts/command-labels.ts'
import { dropWords } from '../../state/drop-words.ts'
import { performAgain, queueAgain } from '../../state/perform-again.ts'
import { stepKeys } from '../../state/request-steps.ts'
import { copyText } from '../../parts/copy-text.ts'
import { tellNotKept } from '../../parts/not-kept.ts'
import { saveCopyAndFiles } from '../../parts/save-files.ts'
import { lineOf, sendFiles } from '../../state/send-files.ts'
import { copied, useTakeBack } from '../../state/second-copy.ts'
import { countUnsent } from '../../state/unsent.ts'
import { tooLateToUndo } from '../../parts/use-act.ts'
import { useCommand, useEngine } from '../../sync/engine-context.tsx'
import { endOfHold, verdictWithin } from '../../sync/hold.ts'
import { toast } from '../../state/toasts.ts'
import { keptTheirs, type OutboxItem } from './outbox-items.ts'

const SOON_MS = 2_500

/** Everything a person can do with a row of the Outbox. */
export function useOutboxActions() {
  const { device, user, organisation } = useDevice()
  const engine = useEngine()
  const takeBack = useTakeBack()
  const giveUp = { editProject: useCommand(editProject), editDeliverable: useCommand(editDeliverable) }
  const actor = { user, organisation }

  /** Says what became of a call that was carried out once more. */
  const tell = async (name: string, performed: Awaited<ReturnType<typeof performAgain>>) => {
    if (!performed) return
    if (performed.notKept) return tellNotKept(device, user, name, performed.notKept)
    if (performed.refusal) return void toast(sentenceOf(performed.refusal), { variant: 'error' })
    if (!performed.call) return void toast('It is already so.')
    await copied(device)
    engine.ask()
    const verdict = await verdictWithin(device, performed.call.id, SOON_MS)
    if (verdict?.verdict === 'applied') toast(messages.saved, { variant: 'success' })
    else if (!verdict) toast(messages.savedOnDevice)
  }

  return {
    sendAll: async () => {
      const unsent = await countUnsent(device)
      const result = await engine.sendNow()
      if (result?.kind === 'problem') {
        if (result.problem !== 'sign-in') toast(problemTexts[result.problem], { variant: 'info', key: 'send-all' })
        return
      }
      // In Field Mode too, and then what they have become comes back.
      if (unsent === 0) return void toast('Nothing is left to send.', { key: 'nothing-left' })
      const { arrived } = await sendFiles(lineOf(device, user.id))
      if (arrived > 0) await engine.sendNow()
    },

    saveCopy: () => saveCopyAndFiles(device, user),

    /** The same command with the same input, judged anew; what was refused stays until it has been taken up again. */
    tryAgain: async (item: AttentionItem) => tell(item.call.name, await performAgain(device, actor, item.call, [item])),

    /** With what was typed while mending a request that there never was; a draft keeps its forms. Where an edit met another one, it is told that theirs was kept. */
    discard: async ({ label, refused, attention }: OutboxItem) => {
      const theirs = attention && keptTheirs(attention)
      const how = { undoable: true, replaces: () => Promise.resolve(refused) }
      const kept = theirs && (await giveUp[theirs.name](() => theirs.input, how))
      if (kept && !kept.refusal && kept.call) {
        const { id } = kept.call
        await copied(device)
        const undo = async () => (await takeBack(id)) ?? toast(tooLateToUndo)
        return void toast('Discarded.', { actions: [{ label: 'Undo', onClick: undo, until: endOfHold(id) }] })
      }
      // Whoever may not tell it any more is rid of it all the same.
      const isDraft = (await device.rows('requests').get(label.requestId)) !== undefined
      const undo = await dropWords(device, isDraft ? [] : stepKeys(label.requestId), refused)
      toast('Discarded.', { actions: [{ label: 'Undo', onClick: undo }] })
    },

    /** Possible until it has been on the wire; from then on only the server can say what became of it. */
    takeBack: async (item: OutboxItem) => {
      const last = item.calls.at(-1)
      const call = last && (await takeBack(last.id))
      if (!call) return void toast('It is already on its way and cannot be taken back.', { variant: 'info' })
      const undo = async () => tell(call.name, await queueAgain(device, actor, call))
      toast('Taken back.', { actions: [{ label: 'Undo', onClick: undo }] })
    },

    copyText: (item: OutboxItem) => copyText(item.calls.flatMap((call) => wordsOf(call.input))),
  }
}
export type OutboxActions = ReturnType<typeof useOutboxActions>

const problemTexts = {
  server:
    'The server is older than this app. Everything is saved on this device and goes out when it has been updated.',
  offline: 'No connection. Everything is saved on this device and goes out by itself.',
  unreachable: "Can't reach the server. Everything is saved on this device and goes out by itself.",
  update: 'This version of Fieldpost is too old for the server. Reload the page to update it.',
} as const
