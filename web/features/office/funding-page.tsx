import styled from '@emotion/styled'
import Chip from '@mui/material/Chip'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { shownAs } from '#shared/lib/shown-as.ts'
import type { PoolCode, Team } from '#shared/model/reference.ts'
import * as messages from '#shared/model/messages.ts'
import { ALL_TEAMS, fundingTypes } from '#shared/queries/funding.ts'
import { can } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery, useStored } from '#web/data/use-query.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { idIn } from '#web/parts/id-in.ts'
import { LiveLine } from '#web/parts/live-line.tsx'
import { Pager } from '#web/parts/pager.tsx'
import { importInto, paths } from '#web/parts/paths.ts'
import { PhoneHead } from '#web/parts/phone-head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Crumbs } from '#web/ui/crumbs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { pagePart } from '#web/ui/on-demand.tsx'
import { HeadButtons, Page, Stack } from '#web/ui/page.tsx'
import { Card, Panel } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { CardSkeleton, TableSkeleton } from '#web/ui/skeleton.tsx'
import { media } from '#web/theme/tokens.ts'
import { useMedia, usePhone } from '#web/theme/use-media.ts'
import { FundingTypes } from './funding-types.tsx'
import { FundingYear } from './funding-year.tsx'
import { useOfficeAddress } from './office-address.ts'
import { OpenTaskings, type ShownCode } from './open-taskings.tsx'
import { useNameOf } from './office-rows.ts'
import { pools, type PoolTable } from './pool-rows.ts'

/** Whoever only looks need not fetch it. */
const PoolForm = pagePart(
  () => import('./pool-form.tsx').then((part) => part.PoolForm),
  () => <CardSkeleton lines={6} />,
)

const fundingAddress = { filters: { team: 'teamId' }, rest: { list: 'active' } } as const

/** Pool types and their codes, with what they have, spend and expect; the form of one beside them where the names keep their room, else instead. */
export function FundingPage({ form }: { form?: PoolTable }) {
  const { id: told } = useParams()
  const id = form && told !== undefined ? idIn(told) : null
  const address = useOfficeAddress(fundingAddress)
  const hasRoom = useMedia('(min-width: 1440px)')
  const phone = usePhone()
  const navigate = useNavigate()
  const { user } = useDevice()
  const mayWrite = can(user, 'writeFunding')
  const { name: title, isNone } = useNameOf(pools[form ?? 'codes'], id ?? -1)
  const teamId = address.above['teamId'] ?? ALL_TEAMS
  const list = paths.funding + address.search
  const [shown, setShown] = useState<ShownCode | null>(null)
  const [search] = useSearchParams()
  const preset = { ...address.above, projectTypeId: Math.max(0, idIn(search.get('type') ?? '')) }

  const poolForm = form && id !== null && (
    <PoolForm
      key={`${form} ${id}`}
      {...{ office: pools[form], id, preset, search: address.search }}
      onShow={() => setShown({ id, poolCode: title })}
    />
  )
  const openTaskings = shown && <OpenTaskings key={shown.id} code={shown} onClose={() => setShown(null)} />
  if (poolForm && !hasRoom) {
    return (
      <Page
        title={title}
        breadcrumb={<Crumbs way={[{ label: 'Funding', to: list }, { label: title }]} />}
        meta={!isNone && <LiveLine />}
      >
        <Panel>{poolForm}</Panel>
        {openTaskings}
      </Page>
    )
  }
  const actions = mayWrite && (
    <>
      <ButtonLink to={importInto('/resources/pools/codes')}>Import codes</ButtonLink>
      <ButtonLink variant="contained" icon="plus" to={`${paths.funding}/types/new${address.search}`}>
        Add pool type
      </ButtonLink>
    </>
  )
  return (
    <Page title="Funding" hideTitleOnPhone meta={<LiveLine />} actions={!phone && actions}>
      {phone && (
        <PhoneHead>
          <Fresh>
            <LiveLine />
          </Fresh>
          <HeadButtons>{actions}</HeadButtons>
        </PhoneHead>
      )}
      <Filters>
        <TeamFilter
          teamId={teamId}
          onChoose={(id) => address.change({ team: id > 0 ? String(id) : '', type: '', page: '' })}
        />
        <Segmented
          label="Active or inactive"
          options={[
            { id: 'active', label: 'Active' },
            { id: 'inactive', label: 'Inactive' },
          ]}
          value={address.which === 'active' ? 'active' : 'inactive'}
          onChange={address.show}
        />
      </Filters>
      <Beside data-open={poolForm ? true : undefined}>
        <Stack>
          <FundingYear active={address.which === 'active'} teamId={teamId} />
          <TypeList {...{ address, teamId, mayWrite }} codeId={form === 'codes' ? (id ?? 0) : 0} onShow={setShown} />
        </Stack>
        {poolForm && (
          <Panel
            key={`${form} ${id}`}
            title={title}
            actions={<IconButton icon="close" label="Close" onClick={() => void navigate(list)} />}
          >
            {poolForm}
          </Panel>
        )}
      </Beside>
      {openTaskings}
    </Page>
  )
}

interface TypeListProps {
  address: ReturnType<typeof useOfficeAddress>
  teamId: number
  codeId: number
  mayWrite: boolean
  onShow: (code: ShownCode) => void
}

function TypeList({ address, teamId, codeId, mayWrite, onShow }: TypeListProps) {
  const page = useQuery(fundingTypes, { active: address.which === 'active', teamId, page: address.page })
  const code = useStored((device) => device.table('poolCodes').get(codeId) as Promise<PoolCode | undefined>, [codeId])
  const [search] = useSearchParams()
  const openId = Number(search.get('type') ?? code?.projectTypeId ?? 0)
  const formAt = (form: PoolTable, id: number | 'new', typeId: number) => {
    const carried = new URLSearchParams(search)
    carried.set('type', String(typeId))
    return `${paths.funding}/${form}/${id}?${carried.toString()}`
  }
  if (!page)
    return (
      <Card>
        <TableSkeleton />
      </Card>
    )
  if (page.totalItems === 0)
    return (
      <NoRows error={messages.fetchingResources}>
        <EmptyState text={`No ${address.which} pool type or code is here.`} />
      </NoRows>
    )
  return (
    <Card>
      <Scroller>
        <FundingTypes
          types={page.items}
          openId={openId}
          onOpen={(id) => address.change({ type: String(id) }, true)}
          chosenId={codeId}
          mayWrite={mayWrite}
          onShow={onShow}
          formAt={formAt}
        />
      </Scroller>
      <Pager page={page} onPage={address.goToPage} />
    </Card>
  )
}

function TeamFilter({ teamId, onChoose }: { teamId: number; onChoose: (teamId: number) => void }) {
  const teams = useStored((device) => device.table('teams').toArray() as Promise<Team[]>) ?? []
  const shown = teams.filter((team) => team.active || team.id === teamId).sort(asSpecified)
  return (
    <Chips role="group" aria-label="Filter by team">
      {[{ id: ALL_TEAMS, name: 'All', active: true }, ...shown].map(({ id, name, active }) => (
        <Chip
          key={id}
          component="button"
          type="button"
          label={shownAs(name, active)}
          aria-pressed={id === teamId}
          onClick={() => onChoose(id)}
        />
      ))}
    </Chips>
  )
}

/** Banking, Budget, Debt, Economic Crimes, Evaluation, OTA Operations, Revenue; later teams follow by name (C-179). */
const specified = [3, 5, 4, 6, 8, 7, 2]
const asSpecified = (a: Team, b: Team): number => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name)
const rankOf = ({ id }: Team): number => (specified.includes(id) ? specified.indexOf(id) : specified.length)

/** What it says grows and shrinks: it has the same room throughout and wraps in it, so that the buttons stay where they are. */
const Fresh = styled.div({ flex: '1 1 6rem', minWidth: 0 })
const Filters = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
  marginBottom: 16,
  [media.phone]: { marginBottom: 12 },
})
/** All the room there is, before the teams are known and after. */
const Chips = styled.div({
  display: 'flex',
  flex: '1 1 0',
  gap: 8,
  minWidth: 0,
  flexWrap: 'wrap',
  // In one row that is pushed along; the room around keeps focus rings whole.
  [media.phone]: {
    // Of shrunken ones only a letter each is read.
    '& > *': { flex: 'none' },
    flex: '1 0 100%',
    flexWrap: 'nowrap',
    overflowX: 'auto',
    margin: '-6px -12px',
    padding: '6px 12px',
    maxWidth: '100vw',
  },
})
const Beside = styled.div({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '&[data-open]': { gridTemplateColumns: 'minmax(0, 1fr) 360px' },
})
/** As high as the specification has it; on the phone the page itself scrolls. */
const Scroller = styled.div({ [media.desktop]: { maxHeight: 650, overflowY: 'auto' } })
