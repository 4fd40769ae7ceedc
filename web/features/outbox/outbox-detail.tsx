import styled from '@emotion/styled'
import { useState } from 'react'
import { refusals, sentenceOf } from '#shared/kernel/refusal.ts'
import { useNow } from '#web/data/clock.ts'
import { useDevice } from '../../data/device-context.tsx'
import type { AttentionItem } from '../../data/device.ts'
import { useStored } from '../../data/use-query.ts'
import { ChangeList } from '../../parts/change-list.tsx'
import { wordsOf } from '../../parts/command-labels.ts'
import { decidedWords } from '../../parts/last-decision.ts'
import { paths } from '../../parts/paths.ts'
import { fieldLabel, readableValue } from '../../parts/readable-value.ts'
import { changesSinceSeen } from '../../parts/seen.ts'
import { unbroken } from '../../parts/unbroken.tsx'
import { useBusy } from '../../parts/use-busy.ts'
import { timeOf } from '../../parts/when.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Tag } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Icon } from '../../theme/icon.tsx'
import { radius, textSize, token } from '../../theme/tokens.ts'
import type { OutboxItem } from './outbox-items.ts'
import { outlookOf, type Outlook } from './outlook.ts'
import { isAppliedInPart, useReason } from './reason.ts'
import type { OutboxActions } from './use-outbox-actions.ts'

const ConflictDialog = onDemand(() => import('./conflict-dialog.tsx').then((part) => part.ConflictDialog))

/** One item in full: why it stopped, what the person wrote, what can be done, and what happened so far. */
export function OutboxDetail({ item, actions }: { item: OutboxItem; actions: OutboxActions }) {
  const reason = useReason(item.attention)
  const outlook = useOutlook(item)
  const words = item.calls.flatMap((call) => wordsOf(call.input))
  const hint = whyNot(item, outlook)
  return (
    <Body>
      {reason && (
        <Notice>
          <Icon name="alert" size={20} />
          <div>
            <p>{unbroken(reason.sentence)}</p>
            {item.attention && <ChangedSince item={item.attention} />}
            {outlook?.decided ? <Decided {...outlook.decided} /> : reason.who && <small>{reason.who}</small>}
          </div>
        </Notice>
      )}
      {isConflict(item) && !canChoose(item) && <Conflicts item={item} />}
      {words.map((word, at) => (
        <section key={at}>
          <Label>{word.label}</Label>
          <Quote>{word.text}</Quote>
        </section>
      ))}
      <DetailActions item={item} actions={actions} hasWords={words.length > 0} outlook={outlook} />
      {hint && <Hint>{hint}</Hint>}
      <section>
        <Label>What happened</Label>
        <History item={item} />
      </section>
    </Body>
  )
}

/** Undefined while looking; null where nothing was refused. */
function useOutlook({ key, attention, label }: OutboxItem): Outlook | null | undefined {
  const open = useDevice()
  return useStored(
    () => (attention?.refusal ? outlookOf(open, attention, label.projectId) : null),
    [open, key, label.projectId],
  )
}

/** Who decided, when, and in which words. */
function Decided(decided: NonNullable<Outlook['decided']>) {
  const { user } = useDevice()
  const now = useNow()
  return (
    <>
      <small>{decidedWords(decided, user, now)}</small>
      {decided.why && <Why>{decided.why}</Why>}
    </>
  )
}

/** The server took it but for the fields that somebody else had changed first. */
const isConflict = ({ attention }: OutboxItem): boolean => attention !== null && attention.refusal === null
const canChoose = (item: OutboxItem): boolean => isConflict(item) && item.attention?.call.name === 'editProject'

/** What is not any more as it was when this person decided. */
function ChangedSince({ item: { key, call, refusal } }: { item: AttentionItem }) {
  const changes = useStored(
    (device) => {
      const { id, seen } = call.input as { id?: number; seen?: string }
      return refusal?.refused === 'changed-since-seen' && id && seen ? changesSinceSeen(device, id, seen) : []
    },
    [key],
  )
  return changes?.length ? <ChangeList changes={changes} /> : null
}

interface DetailActionsProps {
  item: OutboxItem
  actions: OutboxActions
  hasWords: boolean
  outlook: Outlook | null | undefined
}

function DetailActions({ item, actions, hasWords, outlook }: DetailActionsProps) {
  const { attention, label, calls, edit } = item
  const [discarding, setDiscarding] = useState(false)
  const isStale = attention?.refusal?.refused === 'changed-since-seen'
  const [choosing, setChoosing] = useState(false)
  const { busy, run } = useBusy()
  const canTakeBack = item.group === 'waiting' && calls.every((call) => call.firstSent === 0)
  const openPath = label.projectId > 0 ? paths.project(label.projectId) : null
  return (
    <Actions>
      {canChoose(item) && (
        <Button variant="contained" onClick={() => setChoosing(true)}>
          Choose what to keep
        </Button>
      )}
      {openPath && (
        <ButtonLink to={openPath} variant={attention && !canChoose(item) ? 'contained' : 'outlined'}>
          {isStale ? 'Review again' : 'Open the tasking'}
        </ButtonLink>
      )}
      {edit && 'path' in edit && (
        <ButtonLink to={edit.path} variant="contained" icon="pencil">
          Edit
        </ButtonLink>
      )}
      {edit && 'taskings' in edit && (
        <ButtonLink to={edit.taskings} variant="contained">
          Open its taskings
        </ButtonLink>
      )}
      {attention && calls.length === 1 && outlook?.hindrance === null && (
        <Button loading={busy} onClick={() => void run(() => actions.tryAgain(attention))}>
          Try again
        </Button>
      )}
      {hasWords && <Button onClick={() => void actions.copyText(item)}>Copy text</Button>}
      {canTakeBack && (
        <Button loading={busy} onClick={() => void run(() => actions.takeBack(item))}>
          Take back
        </Button>
      )}
      {attention && (
        <Button variant="danger" onClick={() => setDiscarding(true)}>
          {isConflict(item) ? 'Discard mine' : 'Discard…'}
        </Button>
      )}
      {choosing && attention && canChoose(item) && (
        <ConflictDialog
          item={attention}
          onClose={() => setChoosing(false)}
          onDiscard={() => {
            setChoosing(false)
            setDiscarding(true)
          }}
        />
      )}
      <ConfirmDialog
        open={discarding}
        onClose={() => setDiscarding(false)}
        onConfirm={() => {
          setDiscarding(false)
          void actions.discard(item)
        }}
        title={isConflict(item) ? 'Discard your values?' : `Discard “${label.text}”?`}
        text={
          isConflict(item)
            ? 'What the others entered stays as it is.'
            : 'What you entered is removed from this device and is not sent.'
        }
        confirmLabel="Discard"
      />
    </Actions>
  )
}

/** Where they cannot be chosen here: a deliverable's form is on its tasking. */
function Conflicts({ item }: { item: OutboxItem }) {
  const conflicts = item.attention?.conflicts ?? []
  const rows = useStored(
    (device) =>
      Promise.all(
        conflicts.map(async ({ field, theirs, yours }) => ({
          field: fieldLabel(field),
          theirs: await readableValue(device, field, theirs),
          yours: await readableValue(device, field, yours),
        })),
      ),
    [item.key],
  )
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <tr key={row.field}>
            <th scope="row">{row.field}</th>
            <td>{row.theirs}</td>
            <td>{row.yours}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function History({ item }: { item: OutboxItem }) {
  const { attention, judged } = item
  const first = Math.min(...item.calls.map((call) => call.firstSent || Infinity))
  const received = (judged ?? attention)?.received
  const sent = received && Number.isFinite(first) ? Math.min(first, Date.parse(received)) : first
  const hasTried = item.calls.some((call) => call.attempts > 0)
  const refusal = attention?.refusal
  return (
    <Steps>
      <li>
        <time dateTime={item.at}>{timeOf(item.at)}</time>
        <span>Saved on this device</span>
      </li>
      {Number.isFinite(sent) && (
        <li>
          <time>{timeOf(sent)}</time>
          <span>
            {attention || judged ? 'Sent to the server' : hasTried ? 'First try to send' : 'Left in a saved copy'}
          </span>
        </li>
      )}
      {judged && (
        <li>
          <time dateTime={judged.received}>{timeOf(judged.received)}</time>
          <span>{judged.verdict === 'nothing' ? 'Received; it was already so' : 'Received by HQ'}</span>
        </li>
      )}
      {attention && (
        <li>
          <time dateTime={attention.received}>{timeOf(attention.received)}</time>
          <span>
            {!refusal && isAppliedInPart(attention) ? 'Partly accepted ' : 'Not accepted '}
            <Tag>{refusal ? `${refusals[refusal.refused].status} ${refusals[refusal.refused].code}` : 'CONFLICT'}</Tag>
          </span>
        </li>
      )}
    </Steps>
  )
}

/** Why neither is offered, where a person would look for it. */
function whyNot({ attention, calls, edit }: OutboxItem, outlook: Outlook | null | undefined): string | null {
  if (edit) return 'why' in edit ? edit.why : null
  if (!attention?.refusal || calls.length > 1 || !outlook?.hindrance) return null
  const isSame = outlook.hindrance === sentenceOf(attention.refusal)
  return isSame ? 'Trying again would be refused for the same reason.' : `Trying again is no use: ${outlook.hindrance}`
}

const Body = styled.div({ display: 'grid', gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' })
const Notice = styled.div({
  display: 'flex',
  gap: 10,
  padding: 12,
  borderRadius: radius.control,
  background: token.warnSoft,
  color: token.warn,
  fontWeight: 500,
  '& > div': { minWidth: 0 },
  '& small': { fontSize: 12, fontWeight: 400, overflowWrap: 'anywhere' },
})
const Why = styled.blockquote({
  margin: '4px 0 0',
  fontWeight: 400,
  color: token.text,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 160,
  overflowY: 'auto',
})
const Hint = styled.p({ marginTop: -8, color: token.text2, fontSize: 13, lineHeight: '18px' })
const Label = styled.h3({ marginBottom: 6, color: token.text2, ...textSize.small, fontWeight: 500 })
const Quote = styled.blockquote({
  margin: 0,
  padding: '10px 12px',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.control,
  background: token.sunken,
  lineHeight: '21px',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 240,
  overflowY: 'auto',
})
const Actions = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '&:empty': { display: 'none' },
  // Stronger than a button's own look, whichever of the two is drawn first.
  '&& > *': { flex: '1 0 auto' },
})
const Table = styled.table({
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { padding: '6px 8px 6px 0', textAlign: 'left', verticalAlign: 'top', overflowWrap: 'anywhere' },
  '& thead th': { color: token.text2, fontSize: 12, fontWeight: 500 },
  '& tbody th': { fontWeight: 500, whiteSpace: 'nowrap' },
  '& tbody tr': { borderTop: `1px solid ${token.divider}` },
})
const Steps = styled.ol({
  '& li': { display: 'grid', gridTemplateColumns: '52px 1fr', padding: '4px 0' },
  '& time': { color: token.text2, fontVariantNumeric: 'tabular-nums' },
})
