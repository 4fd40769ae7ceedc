import styled from '@emotion/styled'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { MIN_TERM } from '#shared/lib/words.ts'
import * as messages from '#shared/model/messages.ts'
import { hasFilter } from '#shared/queries/find.ts'
import { LiveLine } from '#web/parts/live-line.tsx'
import { Pager } from '#web/parts/pager.tsx'
import { paths } from '#web/parts/paths.ts'
import { PhoneHead } from '#web/parts/phone-head.tsx'
import { TaskingTable } from '#web/parts/tasking-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { token } from '#web/ui/tokens.ts'
import { useMedia, usePhone } from '#web/ui/use-media.ts'
import { countFilters, useFindAddress, type FindAddress } from './find-address.ts'
import { FilterPanel, FilterSheet } from './filters.tsx'
import { FoundLine } from './found-line.tsx'
import type { Found } from './own-work.ts'
import { useFound } from './use-found.ts'

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
  const [sheetOpen, setSheetOpen] = useState(false)
  const { filters } = address
  const asked = hasFilter(filters)
  const chosen = countFilters(filters)

  const phone = usePhone()
  const { found } = shown
  const meta = asked ? <FoundLine shown={shown} filters={filters} /> : <LiveLine />
  const actions = !hasRoom && (
    <Button icon="filter" onClick={() => setSheetOpen(true)}>
      {chosen > 0 ? `Filters · ${chosen}` : 'Filters'}
    </Button>
  )

  return (
    <Page
      title="Find"
      hideTitleOnPhone
      meta={!phone && meta}
      subtitle={filters.term !== undefined && `Results for “${filters.term}”`}
      actions={!phone && actions}
    >
      {phone && (
        <PhoneHead>
          {meta}
          {actions}
          {filters.term !== undefined && <Wide>Results for “{filters.term}”</Wide>}
        </PhoneHead>
      )}
      <Layout>
        {hasRoom && <FilterPanel key={address.key} address={address} />}
        <Card>
          {!asked ? (
            <NothingAsked term={filters.term} />
          ) : found ? (
            <Results found={found} address={address} />
          ) : (
            <TableSkeleton />
          )}
        </Card>
      </Layout>
      {!hasRoom && (
        <FilterSheet key={address.key} open={sheetOpen} onClose={() => setSheetOpen(false)} address={address} />
      )}
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
  return (
    <>
      <TaskingTable
        key={address.key}
        rows={found.items}
        variant="full"
        label="Results"
        empty={<EmptyState text="No tasking matches. Try fewer filters or other words." />}
      />
      {found.totalItems > 0 && <Pager page={found} onPage={address.goToPage} />}
    </>
  )
}

const Layout = styled.div({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media (min-width: 1200px)': { gridTemplateColumns: '272px minmax(0, 1fr)' },
})
const Wide = styled.p({ flexBasis: '100%', color: token.text2 })
