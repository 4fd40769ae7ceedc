import styled from '@emotion/styled'
import TableSortLabel from '@mui/material/TableSortLabel'
import { useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { media, room, token, toneText, type Tone } from '../theme/tokens.ts'
import { usePhone } from '../theme/use-media.ts'
import { sortRows, type SortDirection, type SortValue } from './sort-rows.ts'

export interface Column<Row> {
  key: string
  header: string
  /** CSS width, or px of a font of 16 px; columns without one share the rest. */
  width?: number | string
  align?: 'right'
  /** Makes the column sortable. */
  sortValue?: (row: Row) => SortValue
  cell: (row: Row) => ReactNode
  /** The header is only for readers (selection boxes, row menus). */
  hideHeader?: boolean
  /** For chips and menus, whose edges must not be cut. */
  overflow?: 'visible'
}

export interface Sorting {
  key: string
  direction: SortDirection
}

interface DataTableProps<Row> {
  /** Names the table for readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The four-pixel bar at the start of a row. */
  rowTone?: (row: Row) => Tone | undefined
  /** One row below 900 px. Without it the table scrolls sideways there. */
  card?: (row: Row) => ReactNode
  /** The cards on every width. */
  cards?: boolean
  empty?: ReactNode
  selectedKey?: string | number | null
  initialSort?: Sorting
  /** Rows of 56 px whose text wraps to two lines. */
  twoLine?: boolean
  footer?: ReactNode
  /** No more rows than these are drawn: the first in the order that is chosen. */
  most?: number
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, rowTone, card, empty, selectedKey, initialSort } = props
  const asCards = usePhone() || props.cards
  const [sorting, setSorting] = useState<Sorting | null>(initialSort ?? null)
  const all = useMemo(() => applySorting(rows, columns, sorting), [rows, columns, sorting])
  const sorted = all.slice(0, props.most)

  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  if (asCards && card) {
    return (
      <Cards aria-label={props.label}>
        {sorted.map((row) => (
          <CardRow
            key={rowKey(row)}
            {...toneStyle(rowTone?.(row))}
            aria-current={rowKey(row) === selectedKey || undefined}
          >
            {card(row)}
          </CardRow>
        ))}
      </Cards>
    )
  }

  return (
    <Scroller>
      <Table aria-label={props.label} data-two-line={props.twoLine || undefined}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={{ width: grown(column.width) }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => {
            const key = rowKey(row)
            return (
              <tr
                key={key}
                aria-selected={selectedKey === undefined ? undefined : key === selectedKey}
                data-row-key={key}
              >
                {columns.map((column, at) => (
                  <BodyCell key={column.key} column={column} row={row} tone={at === 0 ? rowTone?.(row) : undefined} />
                ))}
              </tr>
            )
          })}
        </tbody>
      </Table>
      {props.footer}
    </Scroller>
  )
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  sorting: Sorting | null
  onSort: (sorting: Sorting) => void
}

function HeaderCell<Row>({ column, sorting, onSort }: HeaderCellProps<Row>) {
  const direction = sorting?.key === column.key ? sorting.direction : undefined
  const align = { textAlign: column.align }
  if (!column.sortValue) {
    return (
      <th scope="col" style={align} aria-label={column.hideHeader ? column.header : undefined}>
        {!column.hideHeader && column.header}
      </th>
    )
  }
  return (
    <th scope="col" style={align} aria-sort={direction ?? 'none'}>
      <TableSortLabel
        component="button"
        active={direction !== undefined}
        direction={direction === 'descending' ? 'desc' : 'asc'}
        onClick={() => onSort({ key: column.key, direction: direction === 'ascending' ? 'descending' : 'ascending' })}
      >
        {column.header}
      </TableSortLabel>
    </th>
  )
}

function BodyCell<Row>({ column, row, tone }: { column: Column<Row>; row: Row; tone: Tone | undefined }) {
  const content = column.cell(row)
  return (
    <td
      {...toneStyle(tone)}
      data-align={column.align}
      data-overflow={column.overflow}
      title={typeof content === 'string' ? content : undefined}
    >
      {content}
    </td>
  )
}

const grown = (width: number | string | undefined) => (typeof width === 'number' ? `${width / 16}rem` : width)

function applySorting<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const valueOf = columns.find((column) => column.key === sorting?.key)?.sortValue
  return sorting && valueOf ? sortRows(rows, valueOf, sorting.direction) : rows
}

function toneStyle(tone: Tone | undefined) {
  if (!tone) return {}
  const style: CSSProperties & Record<'--row-tone', string> = { '--row-tone': toneText(tone) }
  return { 'data-toned': true, style }
}

const toneBar = {
  content: '""',
  position: 'absolute',
  left: 0,
  top: 4,
  bottom: 4,
  width: 4,
  borderRadius: '0 2px 2px 0',
  background: 'var(--row-tone)',
  forcedColorAdjust: 'none',
} as const

const Scroller = styled.div({
  width: '100%',
  [media.phone]: { overflowX: 'auto', '& > table': { minWidth: 720 } },
})
const Table = styled.table({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  fontVariantNumeric: 'tabular-nums',
  fontSize: 13,
  '& th': {
    position: 'sticky',
    top: 'var(--table-top, 0px)',
    zIndex: 1,
    height: 36,
    padding: '0 6px',
    textAlign: 'left',
    fontSize: 12,
    fontWeight: 500,
    color: token.text2,
    background: token.sunken,
    borderBottom: `1px solid ${token.divider}`,
    whiteSpace: 'nowrap',
  },
  '& td': {
    height: room.row,
    padding: '0 6px',
    borderBottom: `1px solid ${token.divider}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    background: token.surface,
  },
  '& td[data-align="right"]': { textAlign: 'right' },
  '& td[data-overflow="visible"]': { overflow: 'visible' },
  '& td[data-toned]': { position: 'relative', '&::before': toneBar },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 20 },
  '& th:last-of-type, & td:last-of-type': { paddingRight: 16 },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& tbody tr:hover td': { background: token.hover },
  '& tbody tr[aria-selected="true"] td': { background: token.primarySoft },
  '&[data-two-line] td': { height: `calc(${room.row} + 16px)`, whiteSpace: 'normal', lineHeight: '18px' },
  // A finger that meets the cell meets its link.
  [media.coarse]: {
    '& td': { position: 'relative', height: 45 },
    '& th': { height: 45 },
    '& th button': { minHeight: 44, minWidth: 36 },
    '& td a:only-of-type:not(.MuiButtonBase-root)::after': { content: '""', position: 'absolute', inset: 0 },
  },
  // Paper has no width to spare, and no tooltip for what is cut.
  '@media print': {
    tableLayout: 'auto',
    fontSize: 11,
    '& col, & th': { position: 'static', width: 'auto !important', whiteSpace: 'normal' },
    '& td': { height: 'auto', whiteSpace: 'normal' },
  },
})
const Cards = styled.ul({ background: token.surface })
const CardRow = styled.li({
  position: 'relative',
  minHeight: room.cardRow,
  borderTop: `1px solid ${token.divider}`,
  '&:first-of-type': { borderTop: 0 },
  '&[data-toned]::before': toneBar,
  '&[aria-current]': { background: token.primarySoft },
})
