import styled from '@emotion/styled'
import { useState } from 'react'
import { denyProject } from '#shared/commands/projects.ts'
import { errorsIn } from '#shared/kernel/input.ts'
import { formatMoney } from '#shared/lib/money.ts'
import type { QueueRow } from '#shared/queries/queue.ts'
import { useStored } from '#web/data/use-query.ts'
import { taskingFaces } from '#web/parts/faces.ts'
import { unbroken } from '#web/parts/unbroken.tsx'
import { useBusy } from '#web/parts/use-busy.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { Icon } from '#web/theme/icon.tsx'
import { startsLine } from '#web/theme/buttons.ts'
import { media, token } from '#web/theme/tokens.ts'
import { Button } from '#web/ui/button.tsx'
import { focusField } from '#web/ui/error-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { KeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { halfTyped, typedWords, yesWords } from './bulk-words.ts'
import type { Outcome } from './use-decisions.ts'
import { useShortcuts } from '#web/parts/use-shortcuts.ts'
import { WordsDialog } from './words-dialog.tsx'

interface QueueBulkProps {
  rows: readonly QueueRow[]
  onYes: (rows: readonly QueueRow[]) => void
  onNo: (rows: readonly QueueRow[], reason: string) => Promise<readonly Outcome[]>
  onClear: () => void
}

/**
 * What is selected, said before anything is decided: how many, for how much, from which pools, and which of them goes below zero. What
 * something is half-typed for is left out unless the person says otherwise.
 */
export function QueueBulk({ rows: selected, onYes, onNo, onClear }: QueueBulkProps) {
  const [isDenying, setDenying] = useState(false)
  const forms = useStored((device) => device.forms.toCollection().primaryKeys())
  const typed = halfTyped(selected, forms ?? [])
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const left = typed.filter(({ id }) => !taken.has(id))
  const rows = forms ? selected.filter((row) => !left.includes(row)) : []
  const mayDeny = rows.length > 0 && rows.every(({ may }) => may.deny)
  useShortcuts({
    approveSelected: rows.length > 0 ? () => onYes(rows) : undefined,
    denySelected: mayDeny ? () => setDenying(true) : undefined,
    clearSelected: selected.length > 0 ? onClear : undefined,
  })
  if (!forms || selected.length === 0) return null
  const warnings = warningsAbout(rows)
  return (
    <Root aria-label="Selected taskings">
      <KeyboardLeft />
      <Head>
        <b>{summaryOf(rows.length > 0 ? rows : selected)}</b>
        <Button variant="text" size="small" kbd="Esc" onClick={onClear}>
          Clear
        </Button>
      </Head>
      {warnings.map((warning) => (
        <Warning key={warning}>
          <Icon name="warning" size={16} />
          <span>{unbroken(warning)}</span>
        </Warning>
      ))}
      {typed.length > 0 && (
        <Typed role="status">
          <span>{typedWords(typed, left)}</span>
          <Button
            variant="text"
            size="small"
            onClick={() => setTaken(new Set(left.length > 0 ? typed.map(({ id }) => id) : []))}
          >
            {left.length > 0 ? 'Decide all the same' : 'Leave out'}
          </Button>
        </Typed>
      )}
      <Buttons>
        {rows.length > 0 && (
          <Button variant="contained" icon="check" kbd="⇧ A" onClick={() => onYes(rows)}>
            {yesWords(rows)}
            {warnings.length > 0 && ' all the same'}
          </Button>
        )}
        {mayDeny && (
          <Button variant="danger" kbd="⇧ D" onClick={() => setDenying(true)}>
            Deny {rows.length}…
          </Button>
        )}
      </Buttons>
      {isDenying && (
        <DenyDialog
          count={rows.length}
          onClose={() => setDenying(false)}
          onDeny={async (reason) => {
            const outcomes = await onNo(rows, reason)
            // Why one was refused is told in the list of the page, which this dialog would cover.
            if (!outcomes.includes('not-kept')) setDenying(false)
            return outcomes.every((outcome) => outcome === 'decided')
          }}
        />
      )}
    </Root>
  )
}

/** "3 taskings · $21,450 · 2 pools" */
function summaryOf(rows: readonly QueueRow[]): string {
  const pools = new Set(rows.map(({ poolCode }) => poolCode)).size
  const cost = rows.reduce((sum, row) => sum + row.cost, 0)
  return [
    rows.length === 1 ? '1 tasking' : `${rows.length} taskings`,
    formatMoney(cost),
    pools === 1 ? '1 pool' : `${pools} pools`,
  ].join(' · ')
}

function warningsAbout(rows: readonly QueueRow[]): string[] {
  const below = new Map<string, QueueRow[]>()
  for (const row of rows) if (row.below > 0) below.set(row.poolCode, [...(below.get(row.poolCode) ?? []), row])
  const early = rows.filter((row) => row.interim && row.may.accept && !row.may.approve)
  return [
    ...[...below].map(
      ([code, its]) =>
        `${code} goes ${formatMoney(its[0]?.below ?? 0)} below zero with ${its.map(({ name }) => name).join(', ')}`,
    ),
    ...(early.length > 0
      ? [`COR authorization is still outstanding for ${early.map(({ name }) => name).join(', ')}`]
      : []),
  ]
}

function DenyDialog({
  count,
  onDeny,
  onClose,
}: {
  count: number
  /** Answers whether every one is denied. */
  onDeny: (reason: string) => Promise<boolean>
  onClose: () => void
}) {
  const form = useKeptForm('deny:selected', { content: '' }, { content: 'deny-selected' })
  const [wrong, setWrong] = useState<string>()
  const { busy, run } = useBusy()
  const send = () =>
    run(async () => {
      const reason = form.values.content.trim()
      const [fault] = errorsIn(denyProject.input, { ...anyDenial, content: reason })
      setWrong(fault?.message)
      if (fault) focusField('deny-selected')
      // The words stay until every call is on the disk: for what was refused they may be used again.
      if (!fault && (await onDeny(reason))) form.discard()
    })
  return (
    <WordsDialog
      title={`Deny ${count === 1 ? '1 tasking' : `${count} taskings`}`}
      subtitle="Each goes back to whoever asked for it, with this reason."
      verb={`Deny ${count}`}
      danger
      form={{ ...form, busy }}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Field id="deny-selected" label={taskingFaces.deny.asks?.content.label ?? ''} error={wrong} required>
        <TextArea
          rows={7}
          autoFocus
          value={form.values.content}
          onChange={(event) => {
            setWrong(undefined)
            form.set({ content: event.target.value })
          }}
        />
      </Field>
    </WordsDialog>
  )
}

/** Of any one of them: what is asked about is the reason. */
const anyDenial = { id: 1, commentId: 1, assigneeId: 1 }

const Root = styled.section({
  display: 'grid',
  gap: 8,
  padding: '10px 12px 12px',
  borderTop: `1px solid ${token.divider}`,
  background: token.surface,
  fontVariantNumeric: 'tabular-nums',
  [media.phone]: { padding: 0, border: 0, width: '100%' },
})
const Head = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  '& b': { fontWeight: 600 },
})
const Warning = styled.p({
  display: 'flex',
  gap: 6,
  color: token.warn,
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', marginTop: 2 },
})
const Typed = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0 8px',
  color: token.text2,
  ...startsLine,
  '& > span': { overflowWrap: 'anywhere' },
})
const Buttons = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '& > button': { flex: '1 1 auto', [media.phone]: { minHeight: 48 } },
})
