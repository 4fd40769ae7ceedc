import styled from '@emotion/styled'
import { useState } from 'react'
import { pageOf } from '#shared/lib/paging.ts'
import type { Shown } from '#shared/reference/reference.ts'
import { Pager } from '#web/parts/pager.tsx'
import { saveFile } from '#web/parts/save-file.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { media, radius, textSize, token } from '#web/theme/tokens.ts'
import { rowsAsCsv } from './csv.ts'
import { errorAt, sayAll, type CheckedRow } from './import-rows.ts'

interface ImportTableProps {
  /** Those with errors first. */
  rows: CheckedRow[]
  columns: readonly Shown[]
  /** Of the file that was chosen. */
  name: string
}

/** All rows of a file, each with what is wrong in its cell; those with errors can be had as a file to mend. */
export function ImportTable({ rows, columns, name }: ImportTableProps) {
  const [which, setWhich] = useState<'all' | 'wrong' | 'fine'>('all')
  const [at, setAt] = useState(1)
  const wrong = rows.filter(({ errors }) => errors.length > 0)
  const fine = rows.filter(({ errors }) => errors.length === 0)
  const page = pageOf({ all: rows, wrong, fine }[which], at)
  const saveWrong = () => {
    const mended = wrong.map((row) => ({ cells: row.cells, why: sayAll(columns, row) }))
    saveFile(`${name.replace(/\.\w+$/, '')}-errors.csv`, new Blob([rowsAsCsv(columns, mended)]))
  }
  return (
    <Card>
      <Head>
        <Segmented
          label="Rows"
          options={[
            { id: 'all', label: `All rows · ${rows.length}` },
            { id: 'wrong', label: `With errors · ${wrong.length}` },
            { id: 'fine', label: `Valid · ${fine.length}` },
          ]}
          value={which}
          onChange={(id) => {
            setWhich(id)
            setAt(1)
          }}
        />
        {wrong.length > 0 && (
          <Button icon="download" onClick={saveWrong}>
            {`Download ${countOf(wrong.length, 'row')} with errors`}
          </Button>
        )}
      </Head>
      <DataTable
        label="Rows of the file"
        columns={columnsFor(columns)}
        rows={page.items}
        rowKey={({ line }) => line}
        card={(row) => <RowCard row={row} columns={columns} />}
        empty={<Nothing>No row is like that.</Nothing>}
      />
      {page.items.length > 0 && <Pager page={page} onPage={setAt} />}
    </Card>
  )
}

const columnsFor = (columns: readonly Shown[]): Column<CheckedRow>[] => [
  { key: 'line', header: 'Line', width: 64, cell: ({ line }) => line },
  { key: 'result', header: 'Result', width: 148, cell: (row) => <Result row={row} /> },
  ...columns.map(({ name, label }): Column<CheckedRow> => ({
    key: name,
    header: label,
    overflow: 'visible',
    cell: (row) => <Cell row={row} name={name} />,
  })),
]

function Result({ row: { errors, isTwice } }: { row: CheckedRow }) {
  if (errors.length > 0) return <Mark data-tone="wrong">{countOf(errors.length, 'error')}</Mark>
  return <Mark data-tone={isTwice ? 'twice' : 'new'}>{isTwice ? 'New · name exists' : 'New'}</Mark>
}

function Cell({ row, name }: { row: CheckedRow; name: string }) {
  const message = errorAt(row, name)
  const text = row.cells[name] ?? ''
  if (!message) return <Plain>{text}</Plain>
  return (
    <Wrong>
      <b>{text || '(empty)'}</b>
      <span>{message}</span>
    </Wrong>
  )
}

function RowCard({ row, columns }: { row: CheckedRow; columns: readonly Shown[] }) {
  return (
    <PhoneRow>
      <Line>
        <Label>Line {row.line}</Label>
        <Result row={row} />
      </Line>
      {columns
        .filter(({ name }) => row.cells[name] || errorAt(row, name))
        .map(({ name, label }) => (
          <div key={name}>
            <Label>{label}</Label>
            <Cell row={row} name={name} />
          </div>
        ))}
    </PhoneRow>
  )
}

const Head = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  padding: '10px 16px',
  borderBottom: `1px solid ${token.divider}`,
  [media.phone]: { padding: 12 },
})
const Line = styled.div({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 })
const Label = styled.p({ ...textSize.body, flex: 1, minWidth: 0, color: token.text2 })
const Nothing = styled.p({ padding: 24, color: token.text2 })
const Mark = styled.span({
  ...textSize.small,
  display: 'inline-block',
  padding: '4px 8px',
  borderRadius: radius.chip,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  background: token.completedFill,
  color: token.completedText,
  '&[data-tone="wrong"]': { background: token.dangerSoft, color: token.danger },
  '&[data-tone="twice"]': { background: token.warnSoft, color: token.warn },
})
const Plain = styled.span({ display: 'block', padding: '4px 0', whiteSpace: 'normal', overflowWrap: 'anywhere' })
const Wrong = styled.span({
  display: 'block',
  padding: '4px 8px',
  margin: '4px 0',
  border: `1px solid ${token.dangerLine}`,
  borderRadius: radius.chip,
  background: token.dangerSoft,
  color: token.danger,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  '& b': { display: 'block', fontWeight: 600 },
  '& span': { ...textSize.small, display: 'block' },
})
const PhoneRow = styled.div({ display: 'grid', gap: 8, padding: '12px 16px', overflowWrap: 'anywhere' })
