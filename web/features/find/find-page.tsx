import styled from '@emotion/styled'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { MIN_TERM } from '#shared/lib/words.ts'
import * as messages from '#shared/model/messages.ts'
import { hasFilter } from '#shared/queries/find.ts'
import type { TaskingRow } from '#shared/queries/tasking-row.ts'
import { pagePart } from '#web/ui/on-demand.tsx'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { LiveLine } from '#web/parts/live-line.tsx'
import { Pager } from '#web/parts/pager.tsx'
import { paths } from '#web/parts/paths.ts'
import { PhoneHead } from '#web/parts/phone-head.tsx'
import { TaskingTable, useWidth, widths } from '#web/parts/tasking-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { useMedia, usePhone } from '#web/theme/use-media.ts'
import { ByYear } from './by-year.tsx'
import { countFilters, useFindAddress, type FindAddress } from './find-address.ts'
import { ExportMenu } from './export-menu.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterPanel, FilterSheet } from './filters.tsx'
import { FindField } from './find-field.tsx'
import { FoundLine } from './found-line.tsx'
import { markerOf } from './marked.tsx'
import type { Found } from './own-work.ts'
import { useFound } from './use-found.ts'
import { ViewLinks } from './view-links.tsx'
import { ViewSwitch } from './view-switch.tsx'

const Calendar = pagePart(
  () => import('./calendar.tsx').then((part) => part.Calendar),
  () => <TableSkeleton />,
)

/** `/find/countries/1` opens the filter of that country. */
export function FindPage() {
  const { id } = useParams()
  if (id) return <Navigate to={paths.find({ countries: id })} replace />
  return <FindScreen />
}

function FindScreen() {
  const address = useFindAddress()
  const shown = useFound(address)
  const hasRoom = useMedia('(min-width: 1200px)')
  const [wanted, setBeside] = useState<boolean>()
  const [sheetOpen, setSheetOpen] = useState(false)
  const { filters, view } = address
  // A month needs the width; the chips say what narrows it.
  const isBeside = wanted ?? view !== 'calendar'
  const asked = hasFilter(filters)
  const chosen = countFilters(filters)
  const columnShown = hasRoom && isBeside

  const phone = usePhone()
  const [width, measure] = useWidth()
  const { found } = shown
  const meta = asked ? <FoundLine shown={shown} filters={filters} /> : <LiveLine />
  const actions = (
    <>
      <ViewSwitch address={address} hasTableRoom={width === 0 || width >= widths.full.table} />
      {asked && <ExportMenu address={address} shown={shown} compact={phone} />}
    </>
  )

  return (
    <Page title="Find" hideTitleOnPhone wide={columnShown} meta={!phone && meta} actions={!phone && actions}>
      {phone && (
        <PhoneHead>
          <Fresh>{meta}</Fresh>
          <Together>{actions}</Together>
        </PhoneHead>
      )}
      <FindField address={address} />
      {!hasRoom && !(phone && asked) && <ViewLinks search={address.search} />}
      <Layout data-column={columnShown || undefined}>
        {columnShown && <FilterPanel address={address} shown={shown} />}
        <div ref={measure}>
          <FilterChips address={address}>
            {hasRoom ? (
              <Button icon="filter" aria-expanded={isBeside} onClick={() => setBeside(!isBeside)}>
                {isBeside ? 'Hide filters' : 'Show filters'}
              </Button>
            ) : (
              <Button icon="filter" onClick={() => setSheetOpen(true)}>
                {chosen > 0 ? `Filters · ${chosen}` : 'Filters'}
              </Button>
            )}
          </FilterChips>
          {asked && view === 'calendar' ? (
            <Calendar address={address} shown={shown} />
          ) : (
            <Card>
              {!asked ? (
                <NothingAsked term={filters.term} />
              ) : found ? (
                <Results found={found} address={address} />
              ) : (
                <TableSkeleton />
              )}
            </Card>
          )}
        </div>
      </Layout>
      {!hasRoom && <FilterSheet open={sheetOpen} onClose={() => setSheetOpen(false)} address={address} shown={shown} />}
    </Page>
  )
}

function NothingAsked({ term }: { term: string | undefined }) {
  const tooShort = term !== undefined && term.trim() !== ''
  return (
    <div role="status">
      <EmptyState
        heading={tooShort ? messages.noData : messages.noFilter}
        text={tooShort ? `Please type at least ${MIN_TERM} characters.` : undefined}
      />
    </div>
  )
}

interface ResultsProps {
  found: Found
  address: FindAddress
}

function Results({ found, address }: ResultsProps) {
  const tableOf = (rows: readonly TaskingRow[], label: string) => (
    <TaskingTable
      key={address.key}
      rows={rows}
      variant="full"
      label={label}
      cards={address.view === 'cards'}
      mark={markerOf(address.filters.term)}
      empty={
        <NoRows error={() => messages.filteringProjects}>
          <EmptyState text="No tasking matches. Try fewer filters or other words." />
        </NoRows>
      }
    />
  )
  return (
    <>
      {found.years?.length ? (
        <ByYear rows={found.items} years={found.years} table={(rows, year) => tableOf(rows, `Results of ${year}`)} />
      ) : (
        tableOf(found.items, 'Results')
      )}
      {found.totalItems > 0 && <Pager page={found} onPage={address.goToPage} />}
    </>
  )
}

/** A line of its own, or on a wide phone all that the buttons leave: what it says grows and shrinks, and they stay. */
const Fresh = styled.div({ flex: '99 1 20rem', minHeight: 16 })
const Together = styled.div({ display: 'flex', flex: 'auto', justifyContent: 'space-between', gap: 8 })
const Layout = styled.div({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  // With them a table has its room from 1440 px on, a scrollbar beside it.
  '@media screen': { '&[data-column]': { gridTemplateColumns: '240px minmax(0, 1fr)' } },
})
