import styled from '@emotion/styled'
import { memo, useCallback, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDay } from '#shared/lib/day.ts'
import { nameShown, type TaskingRow } from '#shared/queries/tasking-row.ts'
import { Tag } from '../ui/chip.tsx'
import { DataTable, type Column, type Sorting } from '../ui/data-table.tsx'
import { textSize, token } from '../theme/tokens.ts'
import { useMedia } from '../theme/use-media.ts'
import { DueDay } from './due-day.tsx'
import { paths } from './paths.ts'
import { StatusBadge, StatusDot, toneOf } from './status.tsx'

type Variant = 'full' | 'asked' | 'short'

interface TaskingTableProps {
  rows: readonly TaskingRow[]
  /** `full` has Assignee and Status; `asked` has Assignee and marks the status by a dot, `short` has the dot alone (C-059). */
  variant: Variant
  /** Names the table for readers. */
  label: string
  empty: ReactNode
  initialSort?: Sorting
  /** Cards on every width. */
  cards?: boolean
  most?: number
  /** Draws a text in which something is marked. */
  mark?: (text: string) => ReactNode
}

/** How wide it must be for a description to be read beside the other columns, and for rows of one line. */
export const widths = {
  full: { table: 868, oneLine: 1100 },
  asked: { table: 698, oneLine: 900 },
  short: { table: 614, oneLine: 800 },
}

/** The one table of taskings; cards on the phone and wherever a table has no room, two-line rows where it is narrow. What else moves on a page does not draw its rows again. */
export const TaskingTable = memo(function TaskingTable(props: TaskingTableProps) {
  const { rows, variant, label, empty, initialSort, most, cards, mark = unmarked } = props
  const [width, measure] = useWidth()
  const narrow = width < widths[variant].oneLine
  // On paper it takes the room it needs.
  const tight = useMedia('screen') && width < widths[variant].table
  const columns = useMemo(() => columnsOf(variant, narrow, mark), [variant, narrow, mark])
  return (
    <div ref={measure}>
      {width > 0 && (
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowTone={(row) => toneOf(row.state)}
          card={(row) => <TaskingCard row={row} mark={mark} withAssignee={variant === 'asked'} />}
          cards={cards || tight}
          empty={empty}
          initialSort={initialSort}
          twoLine={narrow}
          most={most}
        />
      )}
    </div>
  )
})

type Mark = (text: string) => ReactNode
const unmarked: Mark = (text) => text

function columnsOf(variant: Variant, narrow: boolean, mark: Mark): Column<TaskingRow>[] {
  const [wide, slim] = [!narrow, narrow]
  const text = (key: 'poolCode' | 'country' | 'team' | 'advisor' | 'assignee', header: string, width: number) => ({
    key,
    header,
    width,
    sortValue: (row: TaskingRow) => row[key] || null,
    cell: (row: TaskingRow) =>
      slim ? <SmallName title={nameShown(row, key)}>{mark(nameShown(row, key))}</SmallName> : mark(nameShown(row, key)),
  })
  const full = variant === 'full'
  return [
    {
      key: 'name',
      header: 'Tasking',
      // Where there is a dot it stands beside the reference, not over it, and leaves a tag its room.
      width: wide ? (full ? 150 : 176) : full ? 94 : 114,
      sortValue: (row) => row.name,
      cell: (row) => <Reference row={row} dot={!full} stacked={slim} mark={mark} />,
    },
    {
      key: 'description',
      header: 'Description',
      sortValue: (row) => row.description,
      cell: (row) => (
        <Clamped title={row.description} data-lines={slim ? 3 : 2}>
          {/* Beside two tags the reference would have no room left, so the second stands here. */}
          {wide && row.interim && <Tag>Interim</Tag>} {mark(row.description)}
        </Clamped>
      ),
    },
    text('poolCode', 'Pool Code', wide ? 74 : 68),
    text('country', 'Country', wide ? 96 : 94),
    text('team', 'Team', wide ? 120 : 78),
    text('advisor', 'Advisor', wide ? 108 : 80),
    ...(variant === 'short'
      ? []
      : [
          {
            ...text('assignee', 'Assignee', wide ? 102 : 82),
            cell: (row: TaskingRow) =>
              slim ? <SmallName>{assigneeCell(row, mark)}</SmallName> : assigneeCell(row, mark),
          },
        ]),
    ...(full ? [statusColumn] : []),
    {
      key: 'dueDate',
      header: 'Due',
      width: wide ? 156 : 80,
      // Behind a long month the sign has the room at the end of the row.
      overflow: 'visible',
      sortValue: (row) => row.dueDate,
      cell: (row) => (slim ? <Small>{dueCell(row)}</Small> : dueCell(row)),
    },
  ]
}

const assigneeCell = (row: TaskingRow, mark: Mark) =>
  row.assignee ? mark(nameShown(row, 'assignee')) : <Quiet>Unassigned</Quiet>

const dueCell = (row: TaskingRow) => <DueDay isPast={row.pastDue}>{formatDay(row.dueDate)}</DueDay>

const statusColumn: Column<TaskingRow> = {
  key: 'status',
  header: 'Status',
  width: 194,
  overflow: 'visible',
  sortValue: (row) => row.status,
  cell: (row) => <StatusBadge status={row.state} />,
}

interface ReferenceProps {
  row: TaskingRow
  dot: boolean
  stacked: boolean
  mark: Mark
}

function Reference({ row, dot, stacked, mark }: ReferenceProps) {
  return (
    <ReferenceLine data-stacked={stacked || undefined}>
      {dot && <StatusDot status={row.state} />}
      <ReferenceLink to={paths.project(row.id)}>{mark(row.name)}</ReferenceLink>
      <RowTags row={row} interim={stacked} />
    </ReferenceLine>
  )
}

function RowTags({ row, interim = true }: { row: TaskingRow; interim?: boolean }) {
  return (
    <>
      {row.blanketTasking && <Tag>Blanket</Tag>}
      {interim && row.interim && <Tag>Interim</Tag>}
    </>
  )
}

/** Status and due date never give way; names do. */
function TaskingCard({ row, mark, withAssignee }: { row: TaskingRow; mark: Mark; withAssignee: boolean }) {
  const assignee = withAssignee && (nameShown(row, 'assignee') || 'Unassigned')
  const place = [assignee, nameShown(row, 'country'), nameShown(row, 'team'), row.poolCode].filter(Boolean).join(' · ')
  return (
    <CardLink to={paths.project(row.id)}>
      <CardHead>
        <span>
          <b>{mark(row.name)}</b>
          <RowTags row={row} />
        </span>
        <StatusBadge status={row.state} />
      </CardHead>
      <CardText>{mark(row.description)}</CardText>
      <CardFoot data-whole={withAssignee || undefined}>
        <span>{mark(place)}</span>
        {dueCell(row)}
      </CardFoot>
    </CardLink>
  )
}

/**
 * The width of an element, in px of a font of 16 px (`growing`), as it changes, and before anything of it is painted. 0 until it is known: drawn
 * before, all rows would be drawn twice.
 */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const tell = (px: number) => setWidth(px / (parseFloat(getComputedStyle(document.documentElement).fontSize) / 16))
    tell(element.clientWidth)
    const observer = new ResizeObserver(([entry]) => entry && tell(entry.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, measure] as const
}

const ReferenceLine = styled.span({
  display: 'flex',
  alignItems: 'center',
  gap: '2px 8px',
  '&[data-stacked]': { flexWrap: 'wrap' },
})
const ReferenceLink = styled(Link)({ fontWeight: 600, whiteSpace: 'nowrap' })
const clamped = { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2, overflow: 'hidden' } as const
const Clamped = styled.span({
  ...clamped,
  ...textSize.small,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  '&[data-lines="3"]': { WebkitLineClamp: 3 },
})
/** No row grows with a name; a word that is a little too long has some of its cell's padding, a longer one is broken. */
const SmallName = styled.span({
  ...clamped,
  ...textSize.small,
  WebkitLineClamp: 4,
  overflowWrap: 'break-word',
  margin: '0 -5px',
  padding: '0 5px',
})
/** In a narrow column the sign stands beside the year and has the room of the cell's padding. */
const Small = styled.span({
  display: 'block',
  ...textSize.small,
  '& [data-sign]': { margin: '0 -14px 0 2px', '& > svg': { width: 12, height: 12 } },
})
const Quiet = styled.span({ color: token.text2 })

const CardLink = styled(Link)({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 4,
  padding: '12px 14px 12px 16px',
  color: token.text,
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -2 },
})
const cardLine = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'baseline',
  gap: 12,
} as const
const CardHead = styled.span({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'start',
  gap: '4px 8px',
  '& > :first-of-type': {
    flex: '1 1 4rem',
    minWidth: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    minHeight: 24,
  },
  '& b': {
    minWidth: 0,
    fontWeight: 600,
    color: token.primary,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
})
const CardText = styled.span({ ...clamped, fontWeight: 500, overflowWrap: 'anywhere' })
const CardFoot = styled.span({
  ...cardLine,
  fontSize: 13,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  '& > :first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  // Behind an assignee the rest would be cut on every phone.
  '&[data-whole] > :first-of-type': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
})
