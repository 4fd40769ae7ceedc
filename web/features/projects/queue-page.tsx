import styled from '@emotion/styled'
import { useState } from 'react'
import { counted } from '#shared/lib/counted.ts'
import { must } from '#shared/lib/must.ts'
import { DASHBOARD_ROWS } from '#shared/model/limits.ts'
import * as messages from '#shared/model/messages.ts'
import type { TabName } from '#shared/model/status.ts'
import { allOfTab, tabCounts } from '#shared/queries/dashboard.ts'
import type { QueueRow } from '#shared/queries/queue.ts'
import { homePathOf } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { NoRows } from '#web/parts/fetch-error.tsx'
import { LiveLine } from '#web/parts/live-line.tsx'
import { paths } from '#web/parts/paths.ts'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { useMedia, usePhone } from '#web/theme/use-media.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Keys } from '#web/ui/keys.tsx'
import { Page, StickyFooter } from '#web/ui/page.tsx'
import { Card, EndLink } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { QueueBulk } from './queue-bulk.tsx'
import { QueueDetail } from './queue-detail.tsx'
import { QueueList } from './queue-list.tsx'
import { SaidList } from './said-list.tsx'
import { useDecisions } from './use-decisions.ts'
import { useShortcuts } from '#web/parts/use-shortcuts.ts'
import { useQueue } from './use-queue.ts'

/** As many are decided together (experience, 3). */
const MOST_SELECTED = 50

/** What waits for this person's decision, one after the other; list and tasking side by side where there is room. */
export function QueuePage() {
  const { user } = useDevice()
  const wide = useMedia('(min-width: 1200px)')
  const phone = usePhone()
  const { tabs, tab, rows, openId, at, setTab, open } = useQueue(wide)
  const counts = useQuery(tabCounts, { teamId: 0, userId: user.id }, rows !== undefined)
  const countIn = (name: TabName) => counts?.find((one) => one.name === name)?.count ?? 0
  const here = rows?.length ?? 0
  // What is here is exact up to the rows that a list holds (C-061).
  const count = here < DASHBOARD_ROWS ? here : Math.max(here, countIn(tab.name))
  const decisions = useDecisions()
  const [first] = useState(openId)
  const { selected, chosen, toggle, narrow, clear } = useSelection(rows)
  const step = (by: number) => {
    const to = rows?.[at + by]
    if (to) open(to.id)
  }
  const current = rows?.[at]
  useShortcuts({
    next: () => step(1),
    previous: () => step(-1),
    select: current && (current.may.approve || current.may.accept) ? () => toggle(current) : undefined,
  })

  const tabBar = tabs.length > 1 && (
    <Segmented
      label="Queue"
      options={tabs.map(({ name, label }) => ({
        id: name,
        label: `${phone ? label.replace(/^Needs /, '') : label} ${counts ? countIn(name) : ''}`,
      }))}
      value={tab.name}
      onChange={(id) => {
        clear()
        setTab(must(tabs.find(({ name }) => name === id)).code)
      }}
    />
  )
  const said = (most?: number) => (
    <SaidList
      said={decisions.said}
      most={most}
      onUndo={(keys) => void decisions.undo(keys)}
      onForget={decisions.forget}
    />
  )
  const bulk = (
    <QueueBulk
      rows={chosen}
      onYes={(rows) => {
        clear()
        void decisions.yesToAll(rows)
      }}
      onNo={async (rows, reason) => {
        const outcomes = await decisions.noToAll(rows, reason)
        // Refused is what has changed since it was selected: whoever has looked at it again selects it as it is now.
        narrow((id) => outcomes.get(id) === 'not-kept')
        if ([...outcomes.values()].includes('refused')) window.scrollTo(0, 0)
        return [...outcomes.values()]
      }}
      onClear={clear}
    />
  )
  const list = rows && (
    <ListCard aria-label={tab.label} as="section">
      <ListHead>
        {selected.size > 0 ? `${selected.size} of ${counted(count)} selected` : waitingWords(count)}
        <span>{selected.size >= MOST_SELECTED ? `At most ${MOST_SELECTED} at once` : 'Earliest due first'}</span>
      </ListHead>
      {rows.length === 0 ? (
        <NoRows error={messages.fetchingProjects}>
          <EmptyState compact text="Nothing is waiting for you." />
        </NoRows>
      ) : (
        <QueueList
          rows={rows}
          openId={openId}
          selected={selected}
          isFull={selected.size >= MOST_SELECTED}
          onOpen={(id) => open(id, wide)}
          onSelect={toggle}
        />
      )}
      {here < count && (
        <Rest>
          {counted(here)} of {counted(count)}
          <EndLink to={paths.find(allOfTab(tab.name, 0))}>Show all {counted(count)} in Find</EndLink>
        </Rest>
      )}
      {!phone && bulk}
    </ListCard>
  )
  const detail = openId > 0 && rows && (
    <Detail>
      <Steps>
        <b>{at >= 0 ? `${at + 1} of ${counted(count)}` : tab.label}</b>
        {at >= 0 && <span>{tab.label}</span>}
        {!phone && (
          <Hints aria-hidden>
            next <Keys keys={['J']} /> previous <Keys keys={['K']} /> select <Keys keys={['X']} />
          </Hints>
        )}
        <IconButton icon="chevron-up" label="Previous" disabled={at <= 0} onClick={() => step(-1)} />
        <IconButton
          icon="chevron-down"
          label="Next"
          disabled={at < 0 || at >= rows.length - 1}
          onClick={() => step(1)}
        />
      </Steps>
      <QueueDetail
        key={openId}
        id={openId}
        takesFocus={openId !== first}
        said={said(1)}
        onDecide={(...decided) => void decisions.yes(...decided)}
        onNext={rows[0] && (() => open(must(rows[0]).id))}
      />
    </Detail>
  )

  return (
    <Page
      title="Queue"
      hideTitleOnPhone
      meta={!phone && <LiveLine />}
      actions={
        !phone && (
          <>
            {tabBar}
            <ButtonLink to={homePathOf(user)} icon="dashboard">
              Back to table
            </ButtonLink>
          </>
        )
      }
    >
      {phone && !detail && tabBar && <Above>{tabBar}</Above>}
      {!rows && <TableSkeleton />}
      {wide ? (
        <Split>
          <Side>
            {list}
            {said()}
          </Side>
          {detail}
        </Split>
      ) : (
        <Single>
          {(!phone || !detail) && said()}
          {detail || list}
        </Single>
      )}
      {phone && !detail && chosen.length > 0 && <StickyFooter>{bulk}</StickyFooter>}
    </Page>
  )
}

/** What is selected, as it was read when it was selected: a change since then is refused by the decision itself. */
function useSelection(rows: readonly QueueRow[] | undefined) {
  const [selected, setSelected] = useState<ReadonlyMap<number, QueueRow>>(new Map())
  const chosen = (rows ?? []).flatMap((row) => {
    const was = selected.get(row.id)
    return was ? [{ ...row, seen: was.seen }] : []
  })
  return {
    selected: new Map(chosen.map((row) => [row.id, row])) as ReadonlyMap<number, QueueRow>,
    chosen,
    clear: () => setSelected(new Map()),
    narrow: (stays: (id: number) => boolean) =>
      setSelected((before) => new Map([...before].filter(([id]) => stays(id)))),
    toggle(row: QueueRow) {
      const next = new Map(chosen.map((one) => [one.id, one]))
      if (!next.delete(row.id) && next.size < MOST_SELECTED) next.set(row.id, row)
      setSelected(next)
    },
  }
}

const waitingWords = (count: number): string => (count === 1 ? '1 waits' : `${counted(count)} wait`)

const Split = styled.div({ display: 'grid', gridTemplateColumns: '420px minmax(0, 1fr)', gap: 16, alignItems: 'start' })
const Single = styled.div({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 })
const Side = styled.div({
  position: 'sticky',
  top: 72,
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  maxHeight: 'calc(100dvh - 148px)',
})
const ListCard = styled(Card)({ display: 'flex', flexDirection: 'column', minHeight: 0 })
const ListHead = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flex: 'none',
  gap: 8,
  minHeight: 44,
  padding: '0 16px',
  fontWeight: 600,
  '& > span': { ...textSize.small, fontWeight: 400, color: token.text2 },
})
const Rest = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flex: 'none',
  gap: 8,
  minHeight: 44,
  padding: '0 16px',
  borderTop: `1px solid ${token.divider}`,
  ...textSize.small,
  color: token.text2,
})
const Detail = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  minWidth: 0,
  // The line of steps stands over what is scrolled to.
  [media.phone]: { '& :focus': { scrollMarginTop: 48 } },
})
const Steps = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 36,
  color: token.text2,
  '& b': { fontWeight: 600, color: token.text, whiteSpace: 'nowrap' },
  '& > span:first-of-type': {
    flex: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& button': { border: `1px solid ${token.control}` },
  [media.phone]: {
    position: 'sticky',
    top: 56,
    zIndex: 5,
    margin: '-16px -12px 0',
    padding: '6px 12px',
    background: token.surface,
    borderBottom: `1px solid ${token.divider}`,
  },
  [media.low]: { position: 'static' },
})
const Hints = styled.span({ display: 'flex', alignItems: 'center', gap: 6, ...textSize.small })
/** Both in one row, that is pushed along where it has no room. */
const Above = styled.div({
  marginBottom: 12,
  overflowX: 'auto',
  '& > [role="radiogroup"]': { flexWrap: 'nowrap', maxWidth: 'none' },
})
