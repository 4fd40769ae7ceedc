import styled from '@emotion/styled'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AnyQuery } from '#shared/kernel/query.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { counted } from '#shared/lib/counted.ts'
import { must } from '#shared/lib/must.ts'
import { userImport } from '#shared/commands/users.ts'
import { advisorImport, advisors } from '#shared/reference/advisors.ts'
import { countries, countryImport } from '#shared/reference/countries.ts'
import { MOST_IMPORTED, type RowCheck } from '#shared/reference/import.ts'
import { poolCodeImport, poolCodes } from '#shared/reference/pool-codes.ts'
import { users } from '#shared/reference/users.ts'
import { formFieldsOf, type Reference } from '#shared/reference/reference.ts'
import { useQuery, useStored } from '#web/data/use-query.ts'
import { NeedsConnection } from '#web/parts/needs-connection.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { paths } from '#web/parts/paths.ts'
import { saveFile } from '#web/parts/save-file.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { useIsHere } from '#web/parts/use-busy.ts'
import { Button } from '#web/ui/button.tsx'
import { Crumbs } from '#web/ui/crumbs.tsx'
import { Page, Stack, StickyFooter } from '#web/ui/page.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { KeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { invitationsAsCsv, readCsv, type Invitation, type Names } from './csv.ts'
import { ImportChooser, type ChosenFile } from './import-chooser.tsx'
import { attemptOf, judged } from './import-rows.ts'
import { ImportTable } from './import-table.tsx'
import { inputOf } from './office-values.ts'
import { useImport } from './use-import.ts'

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
        <ImportChooser
          of={it.of}
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

interface PreviewProps {
  it: Importing
  file: ChosenFile
  onInvitations: (invitations: readonly Invitation[]) => void
}

function Preview({
  it: { of, check, back, means = 'What exists is not changed.' },
  file,
  onInvitations,
}: PreviewProps) {
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
  const { bring, busy, problem } = useImport(of)
  const isHere = useIsHere()
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
  const together = attemptOf(of, fine)
  const isPart = together.lines.length < fine.length
  const columns = [
    ...read.columns,
    ...formFieldsOf(of).filter((field) => field.required && !read.columns.some(({ name }) => name === field.name)),
  ]
  const take = async () => {
    const brought = await bring(together)
    if (!brought) return
    if (brought.invitations) onInvitations(brought.invitations)
    if (brought.lines.length < rows.length || brought.invitations) setImported([...imported, ...brought.lines])
    else if (isHere()) void navigate(back)
  }

  return (
    <>
      {problem && (
        <Notice
          icon="alert"
          tone="danger"
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
      <ImportTable rows={[...wrong, ...fine]} columns={columns} name={file.name} />
      <StickyFooter desktop="bar">
        <Means role="status">
          {fine.length === 0
            ? 'No row is valid.'
            : isPart
              ? `So many go together, and the others after them: all or none each time. ${means}`
              : `All valid rows or none. ${means}`}
        </Means>
        <Button
          type="submit"
          variant="contained"
          disabled={fine.length === 0}
          loading={busy}
          loadingLabel="Importing…"
          onClick={() => void take()}
        >
          {`Import ${isPart ? 'the first ' : ''}${countOf(together.lines.length, 'valid row')}`}
        </Button>
        <KeyboardLeft />
      </StickyFooter>
    </>
  )
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

const Means = styled.p({
  ...textSize.body,
  flex: 1,
  minWidth: 0,
  color: token.text2,
  // Above the button, which has the whole line.
  [media.phone]: { flex: '1 0 100%' },
})
