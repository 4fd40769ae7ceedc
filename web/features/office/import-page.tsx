import styled from '@emotion/styled'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AnyQuery } from '#shared/kernel/query.ts'
import { sentenceOf, type FieldError, type Refusal } from '#shared/kernel/refusal.ts'
import { counted } from '#shared/lib/counted.ts'
import { must } from '#shared/lib/must.ts'
import { pageOf } from '#shared/lib/paging.ts'
import { userImport } from '#shared/commands/users.ts'
import { MAX_BODY_BYTES } from '#shared/model/limits.ts'
import { advisorImport, advisors } from '#shared/reference/advisors.ts'
import { countries, countryImport } from '#shared/reference/countries.ts'
import { MOST_IMPORTED, type RowCheck } from '#shared/reference/import.ts'
import { poolCodeImport, poolCodes } from '#shared/reference/pool-codes.ts'
import { users } from '#shared/reference/users.ts'
import { formFieldsOf, nounOf, type Reference, type Shown } from '#shared/reference/reference.ts'
import { useQuery, useStored } from '#web/data/use-query.ts'
import { NeedsConnection } from '#web/parts/needs-connection.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { importInto, paths, type Importable } from '#web/parts/paths.ts'
import { textOf } from '#web/parts/text-of.ts'
import { Pager } from '#web/parts/pager.tsx'
import { saveFile } from '#web/parts/save-file.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { useIsHere } from '#web/parts/use-busy.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import { Button } from '#web/ui/button.tsx'
import { Crumbs } from '#web/ui/crumbs.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Page, Stack, StickyFooter } from '#web/ui/page.tsx'
import { Card, Panel } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { KeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { toast } from '#web/state/toasts.ts'
import { startsLine } from '#web/theme/buttons.ts'
import { media, radius, textSize, token } from '#web/theme/tokens.ts'
import { invitationsAsCsv, readCsv, rowsAsCsv, type Invitation, type Names, type ReadRow } from './csv.ts'
import { bodyOf, inputOf } from './office-values.ts'

/** No file of so many rows is larger; a picture that was chosen by mistake is not read. */
const MOST_BYTES = 1_000_000

interface Importing {
  of: Reference
  check: AnyQuery
  /** Its list. */
  title: string
  back: string
  /** What goes along with the rows. */
  means?: string
}
const imports: readonly Importing[] = [
  { of: countries, check: countryImport, title: 'Countries', back: countries.rest.path },
  { of: advisors, check: advisorImport, title: 'Advisors', back: advisors.rest.path },
  {
    of: users,
    check: userImport,
    title: 'Users',
    back: users.rest.path,
    means: 'Each gets an invitation to choose a password.',
  },
  { of: poolCodes, check: poolCodeImport, title: 'Funding', back: paths.funding },
]

/** Rows of a file, looked through before any is saved: what is wrong stands in its cell, and the others are saved in one act (C-210). */
export function ImportPage({ path }: { path: string }) {
  const it = must(imports.find(({ of }) => of.rest.path === path))
  const [file, setFile] = useState<(ChosenFile & { choice: number }) | null>(null)
  const [invitations, setInvitations] = useState<readonly Invitation[]>([])
  const title = `Import ${it.of.words.many}`
  return (
    <Page title={title} breadcrumb={<Crumbs way={[{ label: it.title, to: it.back }, { label: 'Import' }]} />}>
      <Stack>
        <NeedsConnection>The file can be looked through on this device until then.</NeedsConnection>
        <Chooser
          it={it}
          name={file?.name}
          onFile={(chosen) => setFile((before) => ({ ...chosen, choice: (before?.choice ?? 0) + 1 }))}
        />
        {invitations.length > 0 && <Invitations invitations={invitations} />}
        {/* Each choosing begins anew: a file that was mended may have its name and its length of before. */}
        {file && (
          <Preview
            key={file.choice}
            it={it}
            file={file}
            onInvitations={(more) => {
              saveInvitations(more)
              setInvitations((before) => [...before, ...more])
            }}
          />
        )}
      </Stack>
    </Page>
  )
}

const saveInvitations = (invitations: readonly Invitation[]) =>
  saveFile('invitations.csv', new Blob([invitationsAsCsv(invitations)]))

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <Notice
      icon="info"
      title="This server sends no letters, so give them their links yourself."
      action={
        <Button icon="download" onClick={() => saveInvitations(invitations)}>
          Download again
        </Button>
      }
    >
      They were downloaded as invitations.csv, and nothing tells them once this page is left.
    </Notice>
  )
}

interface ChosenFile {
  name: string
  text: string
}

interface ChooserProps {
  it: Importing
  name: string | undefined
  onFile: (file: ChosenFile) => void
}

function Chooser({ it: { of }, name, onFile }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MOST_BYTES)
      toast(`${file.name} is too large: at most ${MOST_IMPORTED} rows are imported at once. Split it.`, {
        variant: 'error',
      })
    else onFile({ name: file.name, text: textOf(new Uint8Array(await file.arrayBuffer())) })
  }
  const columns = formFieldsOf(of)
  return (
    <Panel>
      <Drop
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void take(event.dataTransfer.files[0])
        }}
      >
        <div>
          <b>{name ?? 'A file with commas, semicolons or tabs between its columns'}</b>
          <p>
            Columns: {columns.map(({ label, required }) => (required ? label : `${label} (may stay empty)`)).join(', ')}
          </p>
        </div>
        <Line data-acts>
          <Button
            variant="text"
            icon="download"
            onClick={() =>
              saveFile(`${of.words.many}.csv`, new Blob([rowsAsCsv(columns, []).replace(/,[^,]*\r/, '\r')]))
            }
          >
            Download an empty file
          </Button>
          <Button variant={name ? 'outlined' : 'contained'} icon="paperclip" onClick={() => input.current?.click()}>
            {name ? 'Choose another file' : 'Choose a file'}
          </Button>
        </Line>
        <input
          ref={input}
          hidden
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-label="File to import"
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </Drop>
    </Panel>
  )
}

type CheckedRow = Omit<ReadRow, 'errors'> & { errors: readonly FieldError[]; isTwice: boolean }
type Which = 'all' | 'wrong' | 'fine'
interface Attempt {
  lines: readonly number[]
  rows: readonly object[]
}

function Preview({
  it: { of, check, back, means = 'What exists is not changed.' },
  file,
  onInvitations,
}: {
  it: Importing
  file: ChosenFile
  onInvitations: (invitations: readonly Invitation[]) => void
}) {
  const names = useNames(of)
  const read = useMemo(() => names && readCsv(of, file.text, names), [of, file.text, names])
  // What is imported is no row to import any more, also where a name may come twice.
  const [imported, setImported] = useState<readonly number[]>([])
  const rows = (read?.rows ?? []).filter(({ line }) => !imported.includes(line))
  const isTooMuch = rows.length > MOST_IMPORTED
  const checks = useQuery(
    check,
    { rows: rows.map(({ values }) => inputOf(of, values)) },
    Boolean(read) && !isTooMuch,
  ) as RowCheck[] | undefined
  const [which, setWhich] = useState<Which>('all')
  const [page, setPage] = useState(1)
  const [problem, setProblem] = useState<Refusal & { isUnknown: boolean }>()
  const [busy, setBusy] = useState(false)
  const lost = useRef<Attempt>(null)
  const isHere = useIsHere()
  const { save } = useSaving()
  const navigate = useNavigate()
  if (!read) return <TableSkeleton />
  if (isTooMuch)
    return (
      <Notice
        icon="alert"
        tone="warn"
        title={`This file has ${counted(rows.length)} rows. Split it: at most ${MOST_IMPORTED} are imported at once.`}
      />
    )
  if (rows.length === 0 && imported.length > 0)
    return <Notice icon="check" title={`${countOf(imported.length, 'row')} imported.`} />
  if (rows.length === 0) return <Notice icon="alert" tone="warn" title="This file has no rows under its first line." />
  if (checks?.length !== rows.length) return <TableSkeleton />

  const checked = rows.map((row, at) => judged(row, checks[at]))
  const wrong = checked.filter(({ errors }) => errors.length > 0)
  const fine = checked.filter(({ errors }) => errors.length === 0)
  const together = fittingIn(fine.map((row) => ({ line: row.line, told: toldOf(of, row) })))
  const shown = { all: [...wrong, ...fine], wrong, fine }[which]
  const columns = [
    ...read.columns,
    ...formFieldsOf(of).filter((field) => field.required && !read.columns.some(({ name }) => name === field.name)),
  ]

  const bring = async () => {
    // Of an answer that was lost nobody knows: the very same is sent again, and done once.
    const attempt = lost.current ?? {
      lines: together.map(({ line }) => line),
      rows: together.map(({ told }) => told),
    }
    setBusy(true)
    setProblem(undefined)
    const {
      refusal,
      body,
      isUnknown: mayBeDone,
    } = await save<{ invitations?: Invitation[] }>({
      method: 'POST',
      path: importInto(of.rest.path as Importable).slice(1),
      body: { rows: attempt.rows },
      done: `${attempt.rows.length === 1 ? `1 ${nounOf(of)}` : `${counted(attempt.rows.length)} ${of.words.many}`} imported`,
    })
    setBusy(false)
    // An answer that judged nothing, such as "sign in again", says nothing of the one that was lost before it.
    const isUnknown = mayBeDone === true || (refusal?.refused === 'failed' && lost.current !== null)
    lost.current = isUnknown ? attempt : null
    if (body?.invitations) onInvitations(body.invitations)
    if (refusal) setProblem({ ...refusal, isUnknown })
    else if (attempt.lines.length < rows.length || body?.invitations) setImported([...imported, ...attempt.lines])
    else if (isHere()) void navigate(back)
  }

  return (
    <>
      {problem && (
        <Notice
          icon="alert"
          tone="danger"
          // Of an answer that was lost nobody knows.
          title={problem.isUnknown ? 'Not known to be imported.' : 'Nothing was imported.'}
        >
          {problem.errors?.[0]?.message ?? sentenceOf(problem)}
        </Notice>
      )}
      {imported.length > 0 && (
        <Notice
          icon="check"
          title={`${countOf(imported.length, 'row')} imported. ${fine.length > 0 ? 'The others are below.' : 'What is below is still to be mended.'}`}
        >
          {wrong.length > 0 && 'Download the rows with errors, mend them there and choose that file.'}
        </Notice>
      )}
      {read.missing.length > 0 && (
        <Notice icon="alert" tone="warn" title={`This file has no column ${read.missing.join(', ')}.`} />
      )}
      {read.unknown.length > 0 && (
        <Notice icon="info" title={`Not taken: ${read.unknown.join(', ')}.`}>
          There is no field of this name.
        </Notice>
      )}
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
              setPage(1)
            }}
          />
          {wrong.length > 0 && (
            <Button
              icon="download"
              onClick={() =>
                saveFile(
                  `${file.name.replace(/\.\w+$/, '')}-errors.csv`,
                  new Blob([
                    rowsAsCsv(
                      columns,
                      wrong.map((row) => ({ cells: row.cells, why: sayAll(columns, row) })),
                    ),
                  ]),
                )
              }
            >
              {`Download ${countOf(wrong.length, 'row')} with errors`}
            </Button>
          )}
        </Head>
        <DataTable
          label="Rows of the file"
          columns={columnsFor(columns)}
          rows={pageOf(shown, page).items}
          rowKey={({ line }) => line}
          card={(row) => <RowCard row={row} columns={columns} />}
          empty={<Nothing>No row is like that.</Nothing>}
        />
        {shown.length > 0 && <Pager page={pageOf(shown, page)} onPage={setPage} />}
      </Card>
      <StickyFooter desktop="bar">
        <Quiet data-foot role="status">
          {fine.length === 0
            ? 'No row is valid.'
            : together.length < fine.length
              ? `So many go together, and the others after them: all or none each time. ${means}`
              : `All valid rows or none. ${means}`}
        </Quiet>
        <Button
          type="submit"
          variant="contained"
          disabled={fine.length === 0}
          loading={busy}
          loadingLabel="Importing…"
          onClick={() => void bring()}
        >
          {together.length < fine.length
            ? `Import the first ${countOf(together.length, 'valid row')}`
            : `Import ${countOf(fine.length, 'valid row')}`}
        </Button>
        <KeyboardLeft />
      </StickyFooter>
    </>
  )
}

/** A row as it is sent. */
const toldOf = (of: Reference, { values, isTwice }: CheckedRow): object => ({
  ...bodyOf(of, values),
  ...(isTwice ? { twice: true } : {}),
})

/** As many of the first as one body carries, whose bytes are counted as they travel. */
function fittingIn<Row extends { told: object }>(rows: readonly Row[]): readonly Row[] {
  const encoder = new TextEncoder()
  let left = MAX_BODY_BYTES - '{"rows":[]}'.length
  const end = rows.findIndex(({ told }) => (left -= encoder.encode(JSON.stringify(told)).length + 1) < 0)
  return end < 0 ? rows : rows.slice(0, end)
}

/** What could not be read is not said a second time as missing. */
function judged(row: ReadRow, check: RowCheck | undefined): CheckedRow {
  const more = (check?.errors ?? []).filter(({ field }) => !row.errors.some((error) => error.field === field))
  return { ...row, errors: [...row.errors, ...more], isTwice: check?.isTwice ?? false }
}

/** Rows that can be chosen, of every column that chooses; undefined until they are read. */
function useNames(of: Reference): Names | undefined {
  return useStored(
    async (device) => {
      const choices = formFieldsOf(of).flatMap(({ name, from }) => (from ? [{ name, from }] : []))
      const found = await Promise.all(
        choices.map(async ({ name, from }) => {
          const rows = (await device.table(from).toArray()) as { id: number; active: boolean; name: string }[]
          return [name, rows.filter(({ active }) => active)] as const
        }),
      )
      return Object.fromEntries(found)
    },
    [of.table],
  )
}

const errorAt = ({ errors }: CheckedRow, name: string): string | undefined =>
  errors.find(({ field }) => field === name)?.message
const sayAll = (columns: readonly Shown[], row: CheckedRow): string =>
  row.errors
    .map(({ field, message }) => `${columns.find(({ name }) => name === field)?.label ?? field}: ${message}`)
    .join('; ')

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
        <Quiet>Line {row.line}</Quiet>
        <Result row={row} />
      </Line>
      {columns
        .filter(({ name }) => row.cells[name] || errorAt(row, name))
        .map(({ name, label }) => (
          <div key={name}>
            <Quiet>{label}</Quiet>
            <Cell row={row} name={name} />
          </div>
        ))}
    </PhoneRow>
  )
}

const Drop = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 16,
  padding: 16,
  border: `1px dashed ${token.control}`,
  borderRadius: radius.card,
  '& > div:first-of-type': { flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' },
  '& b': { display: 'block', marginBottom: 4 },
  '& p': { ...textSize.body, color: token.text2 },
})
const Line = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  // Under each other the one that is meant stands first.
  '&[data-acts]': { ...startsLine, flexWrap: 'wrap-reverse' },
})
const Head = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  padding: '10px 16px',
  borderBottom: `1px solid ${token.divider}`,
  [media.phone]: { padding: 12 },
})
const Quiet = styled.p({
  ...textSize.body,
  flex: 1,
  minWidth: 0,
  color: token.text2,
  // Above the button, which has the whole line.
  [media.phone]: { '&[data-foot]': { flex: '1 0 100%' } },
})
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
