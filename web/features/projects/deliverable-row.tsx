import styled from '@emotion/styled'
import { useRef, useState } from 'react'
import { completeDeliverable, removeDeliverable, startDeliverable } from '#shared/commands/deliverables.ts'
import { formatDay } from '#shared/lib/day.ts'
import * as messages from '#shared/model/messages.ts'
import { useToday } from '#web/data/use-query.ts'
import { Delivery } from '#web/parts/delivery.tsx'
import { deletingDeliverable } from '#web/parts/faces.ts'
import { unbroken } from '#web/parts/unbroken.tsx'
import { useAct } from '#web/parts/use-act.ts'
import { useBusy } from '#web/parts/use-busy.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import type { MenuEntry } from '#web/ui/menu-list.tsx'
import { MoreMenu } from '#web/ui/menu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { media, radius, textSize, token, toneText, type Tone } from '#web/theme/tokens.ts'
import { LastDeliverable } from './last-deliverable.tsx'
import type { Deliverable, ProjectDetail } from './project-detail.ts'
import { useLocalDay } from './use-local-day.ts'

const Comments = onDemand(() => import('./deliverable-comments.tsx').then((part) => part.DeliverableComments))

interface DeliverableRowProps {
  row: Deliverable
  project: ProjectDetail['project']
  comments: ProjectDetail['deliverableComments']
  /** With it the tasking could be complete, and so it is asked. */
  isLast: boolean
  isNext: boolean
  /** Only for who may work on it. */
  onEdit: (() => void) | undefined
}

export function DeliverableRow({ row, project, comments, isLast, isNext, onEdit }: DeliverableRowProps) {
  const today = useToday()
  const localDay = useLocalDay()
  const [start, complete, remove] = [useAct(startDeliverable), useAct(completeDeliverable), useAct(removeDeliverable)]
  const { busy, run } = useBusy()
  const item = useRef<HTMLLIElement>(null)
  const [isReading, setReading] = useState(false)
  const [asking, setAsking] = useState<'last' | 'delete' | null>(null)
  const { id, projectTaskId } = row
  const state = stateOf(row, project, today)

  const startIt = () => run(async () => void (await start(() => ({ id, startDate: localDay() }))))
  /** Nobody's tasking is closed by somebody who was not asked: another device may have completed the rest meanwhile. */
  const completeIt = (keepOpen: boolean) =>
    run(async () => {
      setAsking(null)
      const completedDate = row.completedDate ?? localDay()
      const { refusal } = await complete(() => ({ id, projectTaskId, completedDate, keepOpen }))
      // Its button is gone; the keyboard stays in the row.
      if (!refusal) item.current?.focus()
    })
  const removeIt = () =>
    run(async () => {
      setAsking(null)
      await remove(() => ({ id }), { done: messages.deleted })
    })
  const entries: MenuEntry[] =
    onEdit && !row.complete
      ? [
          { id: 'edit', label: 'Edit', icon: 'pencil', onSelect: onEdit },
          { ...deletingDeliverable, id: 'delete', onSelect: () => setAsking('delete') },
        ]
      : []

  return (
    <Item ref={item} tabIndex={-1} aria-label={row.name} data-quiet={!onEdit || row.complete || undefined}>
      <Mark data-state={row.complete ? 'done' : row.startDate ? 'now' : 'todo'} aria-hidden>
        {row.complete ? <Icon name="check" size={14} /> : row.segmentId}
      </Mark>
      <Words>
        <Name>{row.name}</Name>
        <Small>
          {datesOf(row, project)}
          <Delivery table="deliverables" id={id} />
        </Small>
      </Words>
      <State style={{ color: state.tone ? toneText(state.tone) : token.text2 }}>{unbroken(state.words)}</State>
      <Talk
        type="button"
        aria-expanded={isReading}
        aria-label={`Comments on ${row.name}: ${row.comments}`}
        title="Comments"
        onClick={() => setReading(!isReading)}
      >
        <Icon name="comment" size={18} />
        {row.comments > 0 && row.comments}
      </Talk>
      {onEdit && (
        <Action>
          {!row.complete && (
            <Button
              size="small"
              variant={isNext ? 'contained' : 'outlined'}
              aria-label={`${row.startDate ? 'Complete' : 'Start'} ${row.name}`}
              loading={busy}
              onClick={() => void (row.startDate ? (isLast ? setAsking('last') : completeIt(true)) : startIt())}
            >
              {row.startDate ? 'Complete' : 'Start'}
            </Button>
          )}
        </Action>
      )}
      {onEdit && <More>{entries.length > 0 && <MoreMenu label={`More for ${row.name}`} entries={entries} />}</More>}
      {isReading && (
        <Below>
          <Comments row={row} comments={comments} onClose={() => setReading(false)} />
        </Below>
      )}
      {asking === 'last' && (
        <LastDeliverable
          row={row}
          project={project}
          onClose={() => setAsking(null)}
          onAnswer={(keepOpen) => void completeIt(keepOpen)}
        />
      )}
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={() => setAsking(null)}
        onConfirm={() => void removeIt()}
        title={`Delete ${row.name}`}
        text={deletingDeliverable.confirm.text}
        confirmLabel={deletingDeliverable.confirm.verb}
      />
    </Item>
  )
}

/** "Due March 16, 2026 · started March 09, 2026". A day after the tasking's own is only said (C-154), and while it matters. */
function datesOf({ dueDate, startDate, complete }: Deliverable, project: ProjectDetail['project']) {
  const isAfter = !complete && dueDate !== null && dueDate > project.dueDate
  return (
    <span>
      {dueDate ? unbroken(`Due ${formatDay(dueDate)}`) : 'No due date'}
      {isAfter && <Warn>{unbroken(`, after the tasking (${formatDay(project.dueDate)})`)}</Warn>}
      {startDate && !complete && unbroken(` · started ${formatDay(startDate)}`)}
    </span>
  )
}

function stateOf(row: Deliverable, project: ProjectDetail['project'], today: string): { tone?: Tone; words: string } {
  const { complete, completedDate, dueDate, startDate } = row
  if (complete)
    return { tone: 'completed', words: completedDate ? `Completed ${formatDay(completedDate)}` : 'Completed' }
  if (project.closedDate === '' && dueDate && dueDate < today)
    return { tone: 'overdue', words: startDate ? 'Started, past due' : 'Past due' }
  return startDate ? { tone: 'progress', words: 'Started' } : { words: 'Not started' }
}

/** Where the panel itself is narrow, whatever the screen: the action goes under the name. */
const narrow = '@container (max-width: 640px)'
const Item = styled.li({
  display: 'grid',
  gridTemplateColumns: '1.5rem minmax(0, 1fr) 196px 52px auto auto',
  alignItems: 'center',
  columnGap: 12,
  padding: '8px 12px 8px 16px',
  minHeight: 56,
  borderTop: `1px solid ${token.divider}`,
  '&:first-of-type': { borderTop: 0 },
  '&:focus': { outline: 'none' },
  '&:focus-visible': { outline: `2px solid ${token.focus}`, outlineOffset: -2 },
  [narrow]: {
    gridTemplateColumns: '1.5rem minmax(0, 1fr) 44px auto 44px',
    gridTemplateAreas: '"mark words words words more" "mark state talk action action"',
    gap: '2px 8px',
    // Nothing to do: no line for it.
    '&[data-quiet]': {
      gridTemplateColumns: '1.5rem minmax(0, 1fr) 44px',
      gridTemplateAreas: '"mark words talk" "mark state talk"',
    },
  },
})

const Mark = styled.span({
  display: 'grid',
  placeItems: 'center',
  width: '1.5rem',
  height: '1.5rem',
  border: `2px solid ${token.control}`,
  borderRadius: '50%',
  ...textSize.small,
  fontWeight: 600,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  '&[data-state="now"]': { borderColor: token.progressText, background: token.progressFill, color: token.progressText },
  '&[data-state="done"]': { borderColor: token.ok, background: token.okSoft, color: token.ok },
  [narrow]: { gridArea: 'mark', alignSelf: 'start', marginTop: 8 },
})
const Words = styled.div({ minWidth: 0, [narrow]: { gridArea: 'words', minHeight: 44, alignContent: 'center' } })
const Name = styled.div({ fontWeight: 500, overflowWrap: 'anywhere' })
const Small = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 8px',
  ...textSize.small,
  color: token.text2,
})
const Warn = styled.span({ color: token.warn })
const State = styled.span({ ...textSize.small, [narrow]: { gridArea: 'state' } })
const Talk = styled.button({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  minWidth: 44,
  // With a number and without, the signs stand in one column.
  padding: '0 8px',
  minHeight: 36,
  borderRadius: radius.control,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  '&:hover, &[aria-expanded="true"]': { background: token.hover },
  [media.coarse]: { minHeight: 44 },
  [narrow]: { gridArea: 'talk' },
})
const Action = styled.span({
  justifySelf: 'end',
  width: 104,
  '& > button': { width: '100%' },
  [media.coarse]: { '& > button': { minHeight: 44 } },
  [narrow]: { gridArea: 'action', '&:empty': { display: 'none' } },
})
const More = styled.span({
  minWidth: 36,
  [narrow]: { gridArea: 'more', justifySelf: 'end', alignSelf: 'start', '&:empty': { display: 'none' } },
})
const Below = styled.div({ gridColumn: '2 / -1', minWidth: 0, [narrow]: { gridColumn: '1 / -1' } })
