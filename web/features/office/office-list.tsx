import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { counted } from '#shared/lib/counted.ts'
import type { Paged } from '#shared/lib/paging.ts'
import * as messages from '#shared/model/messages.ts'
import { textIn, valueIn } from '#shared/lib/in-row.ts'
import { listColumnsOf, type Shown } from '#shared/reference/reference.ts'
import { can } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { Pager } from '#web/parts/pager.tsx'
import { SearchWords } from '#web/parts/search-words.tsx'
import { unbroken } from '#web/parts/unbroken.tsx'
import { dateOf } from '#web/parts/when.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { IconLink } from '#web/ui/icon-link.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/state/toasts.ts'
import { media, token } from '#web/theme/tokens.ts'
import { useMedia } from '#web/theme/use-media.ts'
import { ActiveMark } from './active-mark.tsx'
import type { OfficeAddress, Which } from './office-address.ts'
import type { Office } from './offices.ts'
import { usePlaces } from './use-places.tsx'

type OfficeRow = { id: number; active: boolean; createDate: string; modifiedDate: string }

interface OfficeListProps {
  office: Office
  address: OfficeAddress
  chosenId: number | null
}

/** One page of a table of reference data, narrowed by words, active or not. */
export function OfficeList({ office, address, chosenId }: OfficeListProps) {
  const { of } = office
  const open = useDevice()
  const { user } = open
  const { term, which, above } = address
  const asked = { ...above, ...(term.trim() ? { term } : {}) }
  const { shown, options } = useRows(office, address, asked)
  const mayWrite = can(user, of.who.writes)
  const formAt = (id: number) => `${office.path}/${id}${address.search}`
  const places = usePlaces(office, address, shown?.items)
  // Users have an address, roles and a team to tell as well.
  const hasRoom = useMedia('(min-width: 1440px)')
  const withDays = chosenId === null && (hasRoom || of.table !== 'users')
  const columns = [...columnsOf(office, mayWrite, formAt, withDays), ...(places ? [places] : [])]
  const nameOf = (row: OfficeRow) => <Name office={office} row={row} formAt={formAt} />

  return (
    <Card>
      <Narrow>
        <SearchWords label={`Search ${of.words.many}`} words={term} onWords={address.find} />
        <Segmented label="Active or inactive" options={options} value={which} onChange={address.show} />
        <IconButton
          icon="download"
          label={`Export these ${of.words.many}`}
          onClick={() =>
            void import('./export-list.ts')
              .then(({ exportList }) => exportList(open, office, { ...asked, ...activeOf[which] }))
              .catch(() => toast('The file could not be made. Try again.', { variant: 'error' }))
          }
        />
      </Narrow>
      {!shown ? (
        <TableSkeleton />
      ) : (
        <>
          <DataTable
            label={office.title}
            columns={columns}
            rows={shown.items}
            rowKey={(row) => row.id}
            selectedKey={chosenId}
            card={(row) => <RowCard row={row} columns={columns} name={nameOf(row)} />}
            empty={
              <NoRows error={messages.fetchingResources}>
                <Nothing term={term} which={which} many={of.words.many} />
              </NoRows>
            }
          />
          {shown.totalItems > 0 && <Pager page={shown} onPage={address.goToPage} />}
        </>
      )}
    </Card>
  )
}

/** One page of the rows that are meant, and how many there are of each kind to choose from. */
function useRows({ list, of }: Office, { which, page }: OfficeAddress, asked: object) {
  const shown = useQuery(list, { ...asked, ...activeOf[which], page }) as Paged<OfficeRow> | undefined
  const active = useQuery(list, { ...asked, ...activeOf.active }, shown !== undefined) as Paged<unknown> | undefined
  const inactive = useQuery(list, { ...asked, ...activeOf.inactive }, shown !== undefined) as Paged<unknown> | undefined
  const all = active && inactive && { totalItems: active.totalItems + inactive.totalItems }
  const option = (id: Which, word: string, rows: { totalItems: number } | undefined) => ({
    id,
    label: rows ? `${word} · ${counted(rows.totalItems)}` : word,
  })
  const kinds = [option('active', 'Active', active), option('inactive', 'Inactive', inactive)]
  return { shown, options: of.rest.list === 'active' ? kinds : [option('all', 'All', all), ...kinds] }
}

/** What is asked for each. */
const activeOf: Readonly<Record<Which, { active?: boolean }>> = {
  all: {},
  active: { active: true },
  inactive: { active: false },
}

function Nothing({ term, which, many }: { term: string; which: Which; many: string }) {
  const kind = which === 'all' ? '' : `${which} `
  return (
    <EmptyState
      heading={messages.noData}
      text={term.trim() ? `${kind ? `No ${kind}one` : 'Nothing'} has these words.` : `There are no ${kind}${many}.`}
    />
  )
}

/** Without the days, which the form has, the names take their room. */
function columnsOf(
  office: Office,
  mayWrite: boolean,
  formAt: (id: number) => string,
  withDays: boolean,
): Column<OfficeRow>[] {
  const { of } = office
  const told = listColumnsOf(of).filter(({ kind }) => withDays || kind !== 'day')
  const shown = told.map((column): Column<OfficeRow> => ({
    key: column.name,
    header: column.label,
    width: widthOf(column),
    cell: (row) =>
      column.name === of.named.by ? <Name office={office} row={row} formAt={formAt} /> : cellOf(column, row),
  }))
  const edit: Column<OfficeRow> = {
    key: 'edit',
    header: 'Edit',
    hideHeader: true,
    width: '60px',
    cell: (row) => <IconLink icon="pencil" label={`Edit ${textIn(row, of.named.by)}`} to={formAt(row.id)} />,
  }
  return office.name === 'form' || !mayWrite ? shown : [...shown, edit]
}

/** An address is cut where it is not wide; what else is said shares the rest. */
function widthOf({ kind, name }: Shown) {
  if (kind === 'day') return 150
  return kind === 'flag' ? 104 : name === 'email' ? '26%' : undefined
}

function cellOf({ kind, name }: Shown, row: OfficeRow) {
  if (kind === 'flag') return <ActiveMark active={Boolean(valueIn(row, name))} />
  return kind === 'day' ? dateOf(textIn(row, name)) : textIn(row, name)
}

interface NameProps {
  office: Office
  row: OfficeRow
  formAt: (id: number) => string
}
function Name({ office: { of, name }, row, formAt }: NameProps) {
  const words = textIn(row, of.named.by)
  if (name === 'nothing') return <Whole>{words}</Whole>
  return <NameLink to={name === 'form' ? formAt(row.id) : name(row.id)}>{words}</NameLink>
}

/** On the phone: the name, and under it whatever else the row says. */
function RowCard({ row, columns, name }: { row: OfficeRow; columns: Column<OfficeRow>[]; name: React.ReactNode }) {
  const [, ...others] = columns
  const acts = others.filter(({ key }) => key === 'edit' || key === 'order')
  const words = others.filter(({ key }) => !['edit', 'order', 'active', 'createDate'].includes(key))
  return (
    <PhoneRow>
      <div>
        <b>{name}</b>
        <Quiet>
          {unbroken(
            words
              .map((column) =>
                column.key === 'modifiedDate' ? `Modified ${String(column.cell(row))}` : column.cell(row),
              )
              .filter(Boolean)
              .join(' · '),
          )}
        </Quiet>
      </div>
      <ActiveMark active={row.active} />
      {acts.map((column) => (
        <Acts key={column.key}>{column.cell(row)}</Acts>
      ))}
    </PhoneRow>
  )
}

const Narrow = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  alignItems: 'center',
  padding: '10px 16px',
  borderBottom: `1px solid ${token.divider}`,
  // Beside an open form its words have a line of their own.
  '& > div:first-of-type': { flex: '1 1 200px' },
  '& > button:last-of-type': { marginLeft: 'auto' },
  [media.phone]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    padding: 12,
    '& > div:first-of-type': { gridColumn: '1 / -1' },
    '& > [role="radiogroup"]': { justifySelf: 'start' },
  },
})
/** By its name a row is known: it goes on below where a column is narrow. */
const whole = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const
const Whole = styled.span(whole)
const NameLink = styled(Link)({ ...whole, fontWeight: 500, color: token.primary })
const PhoneRow = styled.div({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: 12,
  minHeight: 64,
  padding: '8px 12px',
  '& > div:first-of-type': { position: 'relative', flex: '1 1 8rem', minWidth: 0 },
  '& b': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
  // All its words lead there.
  '& > div:first-of-type a::after': { content: '""', position: 'absolute', inset: '-8px 0' },
})
const Acts = styled.span({ display: 'flex', flex: 'none' })
const Quiet = styled.p({ fontSize: 12, lineHeight: '16px', color: token.text2, overflowWrap: 'anywhere' })
