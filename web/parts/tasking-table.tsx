import styled from '@emotion/styled'
import { useCallback, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDay } from '#shared/lib/day.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { Tag } from '../ui/chip.tsx'
import { DataTable, type Column, type Sorting } from '../ui/data-table.tsx'
import { token } from '../ui/tokens.ts'
import { paths } from './paths.ts'
import { StatusBadge, StatusDot, toneOf } from './status.tsx'

interface TaskingTableProps {
  rows: readonly TaskingRow[]
  /** `full` has Assignee and Status; `short` marks the status by a dot (C-059). */
  variant: 'full' | 'short'
  /** Names the table for readers. */
  label: string
  empty: ReactNode
  initialSort?: Sorting
  footer?: ReactNode
}

/** The one table of taskings; cards on the phone, two-line rows where it is narrow. */
export function TaskingTable({ rows, variant, label, empty, initialSort, footer }: TaskingTableProps) {
  const [width, measure] = useWidth()
  const narrow = width > 0 && width < (variant === 'full' ? 1040 : 800)
  return (
    <div ref={measure}>
      <DataTable
        label={label}
        columns={columnsOf(variant, narrow)}
        rows={rows}
        rowKey={(row) => row.id}
        rowTone={(row) => toneOf(row.state)}
        card={(row) => <TaskingCard row={row} />}
        empty={empty}
        initialSort={initialSort}
        twoLine={narrow}
        footer={footer}
      />
    </div>
  )
}

function columnsOf(variant: 'full' | 'short', narrow: boolean): Column<TaskingRow>[] {
  const [wide, slim] = [!narrow, narrow]
  const text = (key: 'poolCode' | 'country' | 'team' | 'advisor' | 'assignee', header: string, width: number) => ({
    key,
    header,
    width,
    sortValue: (row: TaskingRow) => row[key] || null,
    cell: (row: TaskingRow) => (slim ? <Small>{row[key]}</Small> : row[key]),
  })
  const full = variant === 'full'
  return [
    {
      key: 'name',
      header: 'Tasking',
      width: wide ? 150 : 94,
      sortValue: (row) => row.name,
      cell: (row) => <Reference row={row} dot={!full} stacked={slim} />,
    },
    {
      key: 'description',
      header: 'Description',
      sortValue: (row) => row.description,
      cell: (row) => (slim ? <Clamped title={row.description}>{row.description}</Clamped> : descriptionCell(row)),
    },
    text('poolCode', 'Pool Code', wide ? 74 : 68),
    text('country', 'Country', wide ? 96 : 80),
    text('team', 'Team', wide ? 120 : 78),
    text('advisor', 'Advisor', wide ? 108 : 70),
    ...(full
      ? [
          { ...text('assignee', 'Assignee', wide ? 102 : 78), cell: wide ? assigneeCell : smallAssigneeCell },
          statusColumn,
        ]
      : []),
    {
      key: 'dueDate',
      header: 'Due',
      width: wide ? 156 : 88,
      sortValue: (row) => row.dueDate,
      cell: (row) => (slim ? <Small>{dueCell(row)}</Small> : dueCell(row)),
    },
  ]
}

/** Beside two tags the reference would have no room left, so the second stands here. */
const descriptionCell = (row: TaskingRow) =>
  row.interim ? (
    <span title={row.description}>
      <Tag>Interim</Tag> {row.description}
    </span>
  ) : (
    row.description
  )

const assigneeCell = (row: TaskingRow) => row.assignee || <Quiet>Unassigned</Quiet>

const dueCell = (row: TaskingRow) => <Due row={row} />

const smallAssigneeCell = (row: TaskingRow) => <Small>{assigneeCell(row)}</Small>

const statusColumn: Column<TaskingRow> = {
  key: 'status',
  header: 'Status',
  width: 186,
  overflow: 'visible',
  sortValue: (row) => row.status,
  cell: (row) => <StatusBadge status={row.state} />,
}

function Reference({ row, dot, stacked }: { row: TaskingRow; dot: boolean; stacked: boolean }) {
  return (
    <ReferenceLine data-stacked={stacked || undefined}>
      {dot && <StatusDot status={row.state} />}
      <ReferenceLink to={paths.project(row.id)}>{row.name}</ReferenceLink>
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

function Due({ row }: { row: TaskingRow }) {
  const late = row.pastDue
  return (
    <DueDay data-late={late || undefined} title={late ? 'Past due' : undefined}>
      {formatDay(row.dueDate)}
    </DueDay>
  )
}

function TaskingCard({ row }: { row: TaskingRow }) {
  return (
    <CardLink to={paths.project(row.id)}>
      <CardHead>
        <b>{row.name}</b>
        <RowTags row={row} />
        <span>
          <StatusBadge status={row.state} />
        </span>
      </CardHead>
      <CardText>{row.description}</CardText>
      <CardFoot>
        <span>{[row.country, row.team, row.poolCode].filter(Boolean).join(' · ')}</span>
        <Due row={row} />
      </CardFoot>
    </CardLink>
  )
}

/** The width of an element, as it changes; 0 until it is measured. */
function useWidth() {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
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
const Clamped = styled.span({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  fontSize: 12,
  lineHeight: '16px',
})
const Small = styled.span({ display: 'block', fontSize: 12, lineHeight: '16px' })
const Quiet = styled.span({ color: token.text2 })
const DueDay = styled.span({ '&[data-late]': { color: token.overdueText, fontWeight: 500 } })

const ellipsis = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const CardLink = styled(Link)({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 4,
  padding: '12px 14px 12px 16px',
  color: token.text,
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -2 },
})
const CardHead = styled.span({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 8px',
  '& b': { fontWeight: 600, color: token.primary, fontVariantNumeric: 'tabular-nums' },
  '& > :last-child': { marginLeft: 'auto' },
})
const CardText = styled.span({ ...ellipsis, fontWeight: 500 })
const CardFoot = styled.span({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 12,
  fontSize: 13,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  '& > :first-of-type': ellipsis,
  '& > :last-child': { flex: 'none' },
})
