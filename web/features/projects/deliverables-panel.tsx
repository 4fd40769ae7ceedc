import styled from '@emotion/styled'
import { formatDay } from '#shared/lib/day.ts'
import { CountBadge } from '#web/ui/chip.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { token, toneText, type Tone } from '#web/ui/tokens.ts'
import type { ProjectDetail } from './project-detail.ts'

type Deliverable = ProjectDetail['deliverables'][number]

export function DeliverablesPanel({ detail: { deliverables } }: { detail: ProjectDetail }) {
  if (deliverables.length === 0) return null
  const rows = [...deliverables].sort((a, b) => a.segmentId - b.segmentId)
  return (
    <Panel title="Deliverables" meta={<CountBadge count={rows.length} />} flush>
      <DataTable
        label="Deliverables"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        card={(row) => <DeliverableCard row={row} />}
      />
    </Panel>
  )
}

const columns: Column<Deliverable>[] = [
  { key: 'name', header: 'Name', cell: (row) => row.name },
  { key: 'start', header: 'Started', width: 148, cell: (row) => (row.startDate ? formatDay(row.startDate) : '') },
  { key: 'due', header: 'Due', width: 148, cell: (row) => (row.dueDate ? formatDay(row.dueDate) : '') },
  { key: 'state', header: 'State', width: 224, cell: (row) => <State row={row} /> },
]

function DeliverableCard({ row }: { row: Deliverable }) {
  return (
    <Lines>
      <b>{row.name}</b>
      <span>
        <State row={row} />
        {row.dueDate && <Due> · due {formatDay(row.dueDate)}</Due>}
      </span>
    </Lines>
  )
}

function State({ row }: { row: Deliverable }) {
  const { tone, words } = stateOf(row)
  return <span style={{ color: tone ? toneText(tone) : token.text2 }}>{words}</span>
}

function stateOf(row: Deliverable): { tone?: Tone; words: string } {
  if (row.complete)
    return { tone: 'completed', words: row.completedDate ? `Completed ${formatDay(row.completedDate)}` : 'Completed' }
  return row.startDate ? { tone: 'progress', words: 'Started' } : { words: 'Not started' }
}

const Lines = styled.div({ display: 'grid', gap: 2, padding: '12px 16px', '& b': { fontWeight: 500 } })
const Due = styled.span({ color: token.text2 })
