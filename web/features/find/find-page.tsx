import styled from '@emotion/styled'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import type { AnswerOf } from '#shared/kernel/query.ts'
import { MIN_TERM } from '#shared/lib/words.ts'
import * as messages from '#shared/model/messages.ts'
import { statusCodes } from '#shared/model/status.ts'
import { overview } from '#shared/queries/dashboard.ts'
import { findTaskings, hasFilter, type FindFilters } from '#shared/queries/find.ts'
import { useQuery } from '#web/data/use-query.ts'
import { useYearOnDevice } from '#web/parts/closed-window.ts'
import { LiveLine, useAsOf, useOnline } from '#web/parts/live-line.tsx'
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
import { Pager } from './pager.tsx'

/** `/find/countries/1` opens the filter of that country. */
export function FindPage() {
  const { id } = useParams()
  if (id) return <Navigate to={paths.find({ countries: id })} replace />
  return <FindScreen />
}

function FindScreen() {
  const address = useFindAddress()
  const found = useQuery(findTaskings, address.query)
  const hasRoom = useMedia('(min-width: 1200px)')
  const [sheetOpen, setSheetOpen] = useState(false)
  const { filters } = address
  const asked = hasFilter(filters)
  const chosen = countFilters(filters)

  const phone = usePhone()
  const thisYear = useCompletedThisYear(filters)
  const meta = <Freshness words={asked && found ? totalWords(found.totalItems, thisYear) : undefined} />
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

/**
 * The list that "Completed YTD" opens says how many fall into this year, so that the number is seen in it (C-040), or that
 * the device does not hold all of it.
 */
function useCompletedThisYear({ term, ...filters }: FindFilters): string | undefined {
  const isThatList =
    term === undefined && JSON.stringify(filters) === JSON.stringify({ statuses: [statusCodes.completed.filterCode] })
  const counts = useQuery(overview, { teamId: 0 }, isThatList)
  const { whole, keptDays } = useYearOnDevice()
  if (!isThatList || !counts) return undefined
  return whole ? `${counts.completed.toLocaleString('en-US')} this year` : `closed in the last ${keptDays} days`
}

function totalWords(totalItems: number, thisYear: string | undefined): string {
  const total = totalItems === 1 ? '1 tasking' : `${totalItems.toLocaleString('en-US')} taskings`
  return [total, thisYear].filter(Boolean).join(' · ')
}

/** Offline it says plainly whose rows these are (C-199). */
function Freshness({ words }: { words: string | undefined }) {
  const online = useOnline()
  const asOf = useAsOf()
  if (online) return <LiveLine before={words} />
  return <Quiet>{[words, 'Results on this device', asOf && `as of ${asOf}`].filter(Boolean).join(' · ')}</Quiet>
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

type Found = AnswerOf<typeof findTaskings>

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
const Quiet = styled.span({ fontSize: 12, lineHeight: '16px', color: token.text2 })
