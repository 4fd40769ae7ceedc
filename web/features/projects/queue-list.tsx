import styled from '@emotion/styled'
import Checkbox from '@mui/material/Checkbox'
import { memo, useEffect, useRef, type RefObject } from 'react'
import { shortDay, type Day } from '#shared/lib/day.ts'
import { formatMoney } from '#shared/lib/money.ts'
import type { QueueRow } from '#shared/queries/queue.ts'
import { useNow } from '#web/data/clock.ts'
import { useToday } from '#web/data/use-query.ts'
import { DueDay } from '#web/parts/due-day.tsx'
import { durationWords } from '#web/parts/when.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { Tag } from '#web/ui/chip.tsx'
import { useGrowing } from '#web/ui/use-growing.ts'

interface QueueListProps {
  rows: readonly QueueRow[]
  openId: number
  selected: ReadonlyMap<number, QueueRow>
  isFull: boolean
  onOpen: (id: number) => void
  onSelect: (row: QueueRow) => void
}

/** What waits, earliest due first: two lines and the amount, a box to select it, the rest of the row opens it. */
export function QueueList({ rows, openId, selected, isFull, onOpen, onSelect }: QueueListProps) {
  const now = useNow()
  const today = useToday()
  const acts = useRef({ onOpen, onSelect })
  useEffect(() => {
    acts.current = { onOpen, onSelect }
  })
  const drawn = useGrowing(rows.length, rows.findIndex(({ id }) => id === openId) + 1)
  return (
    <List>
      {rows.slice(0, drawn).map((row) => {
        const isSelected = selected.has(row.id)
        return (
          <QueueItem
            key={row.id}
            row={row}
            today={today}
            waiting={durationWords(now - Date.parse(row.waiting))}
            isOpen={row.id === openId}
            isSelected={isSelected}
            isShut={(!row.may.approve && !row.may.accept) || (isFull && !isSelected)}
            acts={acts}
          />
        )
      })}
    </List>
  )
}

interface QueueItemProps {
  row: QueueRow
  today: Day
  waiting: string
  isOpen: boolean
  isSelected: boolean
  /** It cannot be selected. */
  isShut: boolean
  acts: RefObject<Pick<QueueListProps, 'onOpen' | 'onSelect'>>
}

/** Drawn again only when something of it changes: two hundred of them stand beside each decision. */
const QueueItem = memo(function QueueItem({ row, today, waiting, isOpen, isSelected, isShut, acts }: QueueItemProps) {
  return (
    <Row
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      ref={isOpen ? scrollIntoList : undefined}
    >
      <Corner>
        <Checkbox
          checked={isSelected}
          disabled={isShut}
          onChange={() => acts.current.onSelect(row)}
          slotProps={{ input: { 'aria-label': `Select ${row.name}` } }}
        />
      </Corner>
      <Open type="button" aria-current={isOpen || undefined} onClick={() => acts.current.onOpen(row.id)}>
        <Line>
          <b>{row.name}</b>
          {row.blanketTasking && <Tag>Blanket</Tag>}
          {row.interim && <Tag>Interim</Tag>}
          <i>{formatMoney(row.cost)}</i>
        </Line>
        <Text title={row.description}>{row.description}</Text>
        <Line data-small>
          <span>{[row.country, row.team, row.poolCode].filter(Boolean).join(' · ')}</span>
          <em>
            <DueDay isPast={row.pastDue}>{shortDay(row.dueDate, today)}</DueDay>
            {waiting && ` · waiting ${waiting}`}
          </em>
        </Line>
      </Open>
    </Row>
  )
})

const scrollIntoList = (element: HTMLElement | null) => {
  const list = element?.parentElement
  if (!element || !list || list.scrollHeight <= list.clientHeight) return
  const { top, bottom } = element.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (top < frame.top) list.scrollTop -= frame.top - top
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom
}

const ellipsis = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const List = styled.ul({ flex: 1, minHeight: 0, overflowY: 'auto' })
const Row = styled.li({
  display: 'flex',
  alignItems: 'flex-start',
  padding: '0 12px 0 0',
  borderTop: `1px solid ${token.divider}`,
  '&[data-selected]': { background: token.hover },
  '&[data-open]': { background: token.primarySoft, boxShadow: `inset 3px 0 ${token.primary}` },
  '&:hover:not([data-open])': { background: token.hover },
})
/** The whole corner of the row is the target. */
const Corner = styled.label({
  display: 'flex',
  flex: 'none',
  alignSelf: 'stretch',
  padding: '11px 10px 0 14px',
  cursor: 'pointer',
})
const Open = styled.button({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  flex: 1,
  minWidth: 0,
  padding: '10px 4px 10px 0',
  textAlign: 'left',
  fontVariantNumeric: 'tabular-nums',
  '&:focus-visible': { outlineOffset: -2 },
})
const Line = styled.span({
  display: 'flex',
  alignItems: 'center',
  gap: '4px 8px',
  // Two tags and an amount are more than the smallest phone is wide.
  flexWrap: 'wrap',
  '& b': { fontWeight: 600, color: token.primary, whiteSpace: 'nowrap' },
  '& i': { marginLeft: 'auto', fontStyle: 'normal', fontWeight: 600 },
  '&[data-small]': { ...textSize.small, color: token.text2, justifyContent: 'space-between' },
  '&[data-small] > span': { ...ellipsis, flex: '1 1 5rem' },
  '& em': { flex: 'none', maxWidth: '100%', fontStyle: 'normal' },
})
const Text = styled.span(ellipsis)
