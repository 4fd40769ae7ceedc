import styled from '@emotion/styled'
import { useNavigate } from 'react-router-dom'
import { useDevice } from '#web/data/device-context.tsx'
import { useStored } from '#web/data/use-query.ts'
import { copyText } from '#web/parts/copy-text.ts'
import { paths } from '#web/parts/paths.ts'
import { readableValue } from '#web/parts/readable-value.ts'
import { labels } from '#web/parts/tasking-labels.ts'
import { useBusy } from '#web/parts/use-busy.ts'
import { dropWords } from '#web/state/drop-words.ts'
import { carryOver } from '#web/state/step-draft.ts'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { factsTyped, valuesOf } from './tasking-values.ts'
import { refusedCalls } from './refused-calls.ts'
import { editKey, useTaskingDraft } from './use-tasking-draft.ts'

/** Where a tasking can no longer be edited: what was typed over it, to be copied or thrown away. */
export function KeptEdit({ project }: { project: ProjectDetail['project'] }) {
  const { device } = useDevice()
  const { id } = project
  const { stored } = useTaskingDraft(editKey(id), 'editProject', id)
  const navigate = useNavigate()
  const { busy, run } = useBusy()
  const typed = stored ? factsTyped(carryOver(stored, valuesOf(project))) : []
  const words = useStored(
    (own) =>
      Promise.all(
        typed.map(async ([field, fact]) => ({ label: labels[field], text: await readableValue(own, field, fact) })),
      ),
    [JSON.stringify(typed)],
  )
  if (!stored || !words) return null

  const discard = () =>
    run(async () => {
      const undo = await dropWords(device, [editKey(id)], await refusedCalls(device, 'editProject', id))
      toast('Discarded.', { actions: [{ label: 'Undo', onClick: undo }] })
      void navigate(paths.project(id))
    })
  return (
    <Panel title="What you typed">
      {words.length > 0 ? (
        <KeyValues lined items={words.map(({ label, text }) => ({ label, value: <Text>{text}</Text> }))} />
      ) : (
        <p>The tasking says the same by now.</p>
      )}
      <Buttons>
        {words.length > 0 && (
          <Button icon="copy" onClick={() => void copyText(words)}>
            Copy text
          </Button>
        )}
        <Button variant="danger" loading={busy} onClick={() => void discard()}>
          Discard
        </Button>
      </Buttons>
    </Panel>
  )
}

const Text = styled.span({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
const Buttons = styled.div({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 16 })
