import styled from '@emotion/styled'
import { useId, useState } from 'react'
import { editProject } from '#shared/commands/projects.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import { useNow } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import type { AttentionItem } from '#web/data/device.ts'
import { onDisk } from '#web/data/disk.ts'
import { useStored } from '#web/data/use-query.ts'
import { brokenBy } from '#web/parts/broken-approvals.ts'
import { Notice } from '#web/parts/notice.tsx'
import { useAct } from '#web/parts/use-act.ts'
import type { TaskingField } from '#web/parts/tasking-labels.ts'
import { dayAndTimeOf } from '#web/parts/when.tsx'
import { ofOnePerson } from '#web/session/of-one-person.ts'
import { media, radius, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoreMenu } from '#web/ui/menu.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { conflictOf, editOf, firstChoice, type Conflict, type Contested, type Side } from './conflict-of.ts'
import { changedWords } from './merge-words.ts'

interface ConflictDialogProps {
  item: AttentionItem
  onClose: () => void
  onDiscard: () => void
}

type Choices = Partial<Record<TaskingField, Side>>
/** What was chosen, by the item, while the page lives: a tablet that is turned closes the sheet, and so does a tap beside it. */
const chosen = new Map<AttentionItem['key'], Choices>()
ofOnePerson(() => chosen.clear())

/** An edit met another one: field by field what it was, what they made of it and what this person did, until one is chosen. */
export function ConflictDialog({ item, onClose, onDiscard }: ConflictDialogProps) {
  const open = useDevice()
  const conflict = useStored(() => conflictOf(open, item), [open, item.key])
  const [choices, setChoices] = useState(() => chosen.get(item.key) ?? {})
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const edit = useAct(editProject)
  const now = useNow()
  const phone = usePhone()
  if (!conflict) return null
  const { detail, by, fields } = conflict
  const chosenEdit = editOf(fields, choices)
  const after = Object.fromEntries(Object.entries(chosenEdit.fields).map(([field, { to }]) => [field, to]))
  const { voids } = brokenBy(detail, after, open.user)

  const save = async () => {
    if (busy) return
    setBusy(true)
    if (fields.length === 0) {
      // What is not kept says so itself, and the sheet stays.
      const isKept = await onDisk(open.device, () => open.device.attention.delete(item.key)).then(
        () => true,
        () => false,
      )
      setBusy(false)
      return isKept ? onClose() : setFault(messages.deviceFull)
    }
    const { refusal } = await edit(() => ({ id: detail.project.id, ...chosenEdit }), {
      // Taken back, it asks again what to keep.
      replaces: () => Promise.resolve([item]),
      showErrors: () => undefined,
    })
    setBusy(false)
    if (refusal) setFault(refusal.errors?.map(({ message }) => message).join(' ') ?? sentenceOf(refusal))
    else onClose()
  }

  return (
    <Dialog
      open
      width={920}
      onClose={onClose}
      onSubmit={() => void save()}
      title={`${detail.project.name} was changed by ${by.id ? by.name : 'somebody else'} ${isLater(item) ? 'while you were offline' : 'at the same time'}`}
      subtitle={`${differ(fields.length)} Choose what to keep; your other items go on.`}
      // A thumb that is after *Save* must not meet it.
      menu={
        phone && (
          <MoreMenu
            label="More"
            entries={[{ id: 'discard', label: 'Discard mine', icon: 'trash', danger: true, onSelect: onDiscard }]}
          />
        )
      }
      actions={
        <>
          <Later variant={phone ? 'outlined' : 'text'} onClick={onClose}>
            Decide later
          </Later>
          {!phone && (
            <Button variant="danger" onClick={onDiscard}>
              Discard mine
            </Button>
          )}
          <Button type="submit" variant="contained" loading={busy}>
            Save my choices
          </Button>
        </>
      }
    >
      <Body>
        {fault && <Notice icon="warning" tone="danger" title={fault} />}
        <Head aria-hidden>
          <span>{fields.some(({ text }) => !text) && 'Field'}</span>
          <span>{fields.some(({ text }) => !text) && 'Before'}</span>
          <Who>
            <Avatar id={by.id} name={by.name} size={24} /> Theirs{conflict.at && ` · ${dayAndTimeOf(conflict.at, now)}`}
          </Who>
          <Who>
            <Avatar id={open.user.id} name={open.user.fullName} size={24} /> Yours · {dayAndTimeOf(item.call.at, now)}
          </Who>
        </Head>
        {fields.map((contested) => {
          const Row = contested.text ? TextRow : ValueRow
          return (
            <Row
              key={contested.field}
              contested={contested}
              conflict={conflict}
              side={choices[contested.field] ?? firstChoice(contested)}
              onChoose={(side) => {
                const all = { ...choices, [contested.field]: side }
                chosen.set(item.key, all)
                setChoices(all)
              }}
            />
          )
        })}
        {conflict.combined.length > 0 && (
          <Quiet>{conflict.combined.join(', ')}: changed by you alone and already combined.</Quiet>
        )}
        {voids.length > 0 && !detail.project.accepted && (
          <Notice
            icon="gavel"
            tone="warn"
            title={`Saving voids the ${voids.length === 1 ? 'approval' : 'approvals'} of ${[...new Set(voids)].join(' and ')}`}
          />
        )}
      </Body>
    </Dialog>
  )
}

interface RowProps {
  contested: Contested
  conflict: Conflict
  side: Side
  onChoose: (side: Side) => void
}

function ValueRow({ contested, conflict, side, onChoose }: RowProps) {
  const { user } = useDevice()
  const [labelId, name] = [useId(), useId()]
  const { words, label } = contested
  const option = (of: 'theirs' | 'yours', who: { id: number; name: string }) => (
    <Option data-chosen={side === of || undefined}>
      <input type="radio" name={name} checked={side === of} onChange={() => onChoose(of)} />
      <small>
        <Avatar id={who.id} name={who.name} size={24} />
        {of === 'theirs' ? 'Theirs' : 'Yours'}
      </small>
      <b>{words[of]}</b>
    </Option>
  )
  return (
    <Fields role="radiogroup" aria-labelledby={labelId}>
      <Label id={labelId}>{label}</Label>
      <Before>{words.before}</Before>
      {option('theirs', conflict.by)}
      {option('yours', { id: user.id, name: user.fullName })}
    </Fields>
  )
}

function TextRow({ contested, side, onChoose }: RowProps) {
  const { words, label, text } = contested
  return (
    <Text>
      <TextHead>
        <Label>{label}</Label>
        <Segmented
          label={label}
          options={[
            { id: 'theirs', label: 'Theirs' },
            { id: 'yours', label: 'Yours' },
            { id: 'both', label: 'Keep both' },
          ]}
          value={side}
          onChange={onChoose}
        />
      </TextHead>
      <Pair>
        <Changed title="Theirs, against before" before={words.before} after={words.theirs} />
        <Changed title="Yours, against before" before={words.before} after={words.yours} />
      </Pair>
      <Saved>
        <small>{side === 'both' ? 'Keep both saves' : side === 'theirs' ? 'Theirs stays' : 'Yours saves'}</small>
        <p>{words[side]}</p>
        {side === 'both' && text?.clean === false && (
          <small>Both of you changed the same words, so both texts stand under each other.</small>
        )}
      </Saved>
    </Text>
  )
}

function Changed({ title, before, after }: { title: string; before: string; after: string }) {
  return (
    <Quote>
      <small>{title}</small>
      <p>
        {changedWords(before, after).map(({ kind, text }, at) =>
          kind === 'gone' ? <del key={at}>{text}</del> : kind === 'new' ? <ins key={at}>{text}</ins> : text,
        )}
      </p>
    </Quote>
  )
}

/** Longer on its way than a round takes. */
const LATER_MS = 60_000
const isLater = ({ call, received }: AttentionItem): boolean => Date.parse(received) - Date.parse(call.at) > LATER_MS

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six']
const differ = (count: number): string =>
  `${numbers[count] ?? count} ${count === 1 ? 'field differs' : 'fields differ'}.`

const columns = '120px minmax(0, 1fr) minmax(0, 2fr) minmax(0, 2fr)'
const line = `1px solid ${token.divider}`
const Body = styled.div({ display: 'grid', gap: 12, gridTemplateColumns: 'minmax(0, 1fr)' })
const Head = styled.div({
  display: 'grid',
  gridTemplateColumns: columns,
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  marginBottom: -12,
  color: token.text2,
  borderBottom: line,
  ...textSize.small,
  [media.phone]: { display: 'none' },
})
const Who = styled.span({ display: 'flex', alignItems: 'center', gap: 8, paddingLeft: 8 })
const Fields = styled.div({
  [media.desktop]: {
    display: 'grid',
    gridTemplateColumns: columns,
    alignItems: 'stretch',
    gap: 8,
    marginBottom: -12,
    borderBottom: line,
    '& > :not(label)': { paddingBlock: 12 },
  },
  [media.phone]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: 8,
    padding: 12,
    border: line,
    borderRadius: radius.card,
    background: token.surface,
    '& > span:first-of-type': { gridColumn: '1 / -1', marginBottom: -8 },
  },
})
const Label = styled.span({ fontWeight: 600, overflowWrap: 'anywhere' })
const Before = styled.span({
  color: token.text2,
  overflowWrap: 'anywhere',
  [media.phone]: { gridColumn: '1 / -1', ...textSize.small, '&::before': { content: '"before: "' } },
})
const Option = styled.label({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  padding: 8,
  cursor: 'pointer',
  '& b': { fontWeight: 400, overflowWrap: 'anywhere', minWidth: 0 },
  '& input': { width: 18, height: 18, margin: 0, flex: 'none', accentColor: token.primary },
  '&:has(input:focus-visible)': { outline: `2px solid ${token.focus}`, outlineOffset: -2 },
  '& input:focus-visible': { outline: 'none' },
  '&[data-chosen]': { background: token.primarySoft, '& b': { color: token.primary, fontWeight: 600 } },
  [media.desktop]: {
    // The head of the columns says whose it is.
    '& small': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
  [media.phone]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    padding: 12,
    border: `1px solid ${token.control}`,
    borderRadius: radius.control,
    '& small': { display: 'flex', alignItems: 'center', gap: 8, order: -1, color: token.text2 },
    '& b': { gridColumn: '1 / -1' },
    '&[data-chosen]': { borderColor: token.primary },
  },
})
const Text = styled.div({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [media.desktop]: { paddingTop: 16 },
  [media.phone]: { padding: 12, border: line, borderRadius: radius.card, background: token.surface },
})
const TextHead = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
})
const Pair = styled.div({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
})
const Quote = styled.div({
  padding: '8px 12px',
  border: line,
  borderRadius: radius.control,
  '& small': { color: token.text2, ...textSize.small },
  '& p': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& del': { background: token.dangerSoft, color: token.danger },
  '& ins': { background: token.okSoft, color: token.ok, textDecoration: 'none' },
})
const Saved = styled(Quote)({
  borderColor: token.primary,
  background: token.primarySoft,
  '& small': { color: token.primary },
})
const Later = styled(Button)({ [media.desktop]: { marginRight: 'auto' } })
const Quiet = styled.p({ color: token.text2, ...textSize.small, [media.desktop]: { paddingTop: 8 } })
