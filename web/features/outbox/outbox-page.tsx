import styled from '@emotion/styled'
import { useState } from 'react'
import { useNow } from '#web/data/clock.ts'
import type { KeptFile } from '../../data/device.ts'
import { useMeta, useStored } from '../../data/use-query.ts'
import { countOf, isCutOff, useSyncState } from '../../parts/sync-state.ts'
import { durationWords } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { DeliveryChip } from '../../parts/delivery-chip.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Columns, Page, Stack } from '../../ui/page.tsx'
import { Card } from '../../ui/panel.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { useOnline } from '../../state/use-online.ts'
import { textSize, token } from '../../theme/tokens.ts'
import { useMedia, usePhone } from '../../theme/use-media.ts'
import { OutboxCards } from './outbox-cards.tsx'
import { useWaitingFiles } from '../../parts/use-waiting-files.ts'
import { OutboxDetail } from './outbox-detail.tsx'
import { pagePart, onDemand } from '../../ui/on-demand.tsx'
import { MoreMenu } from '../../ui/menu.tsx'
import { OutboxFiles } from './outbox-files.tsx'
import { groupsOf } from './outbox-groups.ts'
import { outboxItems, type OutboxItem } from './outbox-items.ts'
import { OutboxTable } from './outbox-table.tsx'
import { useOutboxActions, type OutboxActions } from './use-outbox-actions.ts'
import { aboutOnLink, capturedAt } from './outbox-words.ts'

const CarriedPanel = pagePart(() => import('./carried-panel.tsx').then((part) => part.CarriedPanel))
const HandOverSheet = onDemand(() => import('./hand-over-sheet.tsx').then((part) => part.HandOverSheet))
const OpenCopyDialog = onDemand(() => import('./open-copy-dialog.tsx').then((part) => part.OpenCopyDialog))

/** Everything on its way to the server, and what came back and needs the person. */
export function OutboxPage() {
  const items = useStored(outboxItems)
  const actions = useOutboxActions()
  const phone = usePhone()
  const wide = useMedia('(min-width: 1200px)')
  const sync = useSyncState()
  const now = useNow()
  const [chosen, setChosen] = useState<string | null>(null)
  const [courier, setCourier] = useState<'hand-over' | 'open' | null>(null)
  const carried = useStored((device) => device.get('carried'))
  const files = useWaitingFiles()
  if (!items || !files) return <TableSkeleton />

  const isAny = items.length + files.length > 0
  const groups = groupsOf(items)
  const selected = items.find((item) => item.key === chosen) ?? null
  const list = { groups, link: sync?.kind, now }
  return (
    <Page
      title="Outbox"
      hideTitleOnPhone
      meta={isAny && <Meta items={items} files={files} now={now} />}
      actions={!phone && isAny && <Actions actions={actions} onCourier={setCourier} />}
    >
      {phone && isAny && (
        <PhoneActions>
          <Meta items={items} files={files} now={now} />
          <Actions actions={actions} onCourier={setCourier} />
        </PhoneActions>
      )}
      {!isAny && (
        <EmptyState
          text="Nothing waits on this device. What you do without a connection appears here until it has been sent."
          action={
            <Both>
              <Button icon="refresh" onClick={() => void actions.sendAll()}>
                Ask the server now
              </Button>
              <Button icon="folder" onClick={() => setCourier('open')}>
                Open a saved copy
              </Button>
            </Both>
          }
        />
      )}
      <Stack>
        {phone ? (
          <OutboxCards {...list} open={chosen} onOpen={setChosen} actions={actions} />
        ) : (
          items.length > 0 && (
            <Columns side={328} style={selected ? undefined : { gridTemplateColumns: 'minmax(0, 1fr)' }}>
              <OutboxTable {...list} selected={selected?.key ?? null} onSelect={setChosen} />
              {selected && wide && (
                <SidePanel item={selected} actions={actions} onClose={() => setChosen(null)} now={now} />
              )}
            </Columns>
          )
        )}
        <OutboxFiles files={files} />
        {carried && carried.length > 0 && <CarriedPanel carried={carried} />}
      </Stack>
      {!phone && !wide && (
        <Sheet open={selected !== null} onClose={() => setChosen(null)} title={selected?.label.text ?? ''}>
          {selected && <OutboxDetail item={selected} actions={actions} />}
        </Sheet>
      )}
      {courier === 'hand-over' && <HandOverSheet onClose={() => setCourier(null)} />}
      {courier === 'open' && <OpenCopyDialog onClose={() => setCourier(null)} />}
    </Page>
  )
}

interface MetaProps {
  items: readonly OutboxItem[]
  files: readonly KeptFile[]
  now: number
}

/** "2 need you · 4 on the way · oldest 3 h · about 20 s on this link", counted as the pill counts. */
function Meta({ items, files, now }: MetaProps) {
  const reaches = useOnline()
  const pace = useMeta('contact')?.pace
  const link = useSyncState()?.kind
  const stuck = files.filter(({ needsYou }) => needsYou)
  const attention = items.filter((item) => item.group === 'attention').length + stuck.length
  const onTheWay = items.filter((item) => item.group === 'sending' || item.group === 'waiting')
  const going = files.filter(({ fileId, needsYou }) => fileId === 0 && !needsYou)
  const unsent = onTheWay.length + going.length
  const oldest = Math.min(...[...onTheWay, ...going].map(({ at }) => Date.parse(at)))
  const words = [
    attention > 0 && `${attention} ${attention === 1 ? 'needs' : 'need'} you`,
    unsent > 0 && `${unsent} ${reaches ? 'on the way' : 'saved on this device'}`,
    unsent > 0 && durationWords(now - oldest) && `oldest ${durationWords(now - oldest)}`,
    link &&
      !isCutOff(link) &&
      aboutOnLink(
        onTheWay.reduce((sum, { bytes }) => sum + bytes, 0),
        pace,
      ),
  ].filter(Boolean)
  return <Quiet role="status">{words.join(' · ') || `${countOf(items.length, 'item')} sent`}</Quiet>
}

function Actions({ actions, onCourier }: { actions: OutboxActions; onCourier: (what: 'hand-over' | 'open') => void }) {
  return (
    <>
      <Button icon="download" onClick={() => void actions.saveCopy()}>
        Save a copy
      </Button>
      <Button icon="send" onClick={() => void actions.sendAll()}>
        Send all
      </Button>
      <MoreMenu
        label="More for the Outbox"
        entries={[
          { id: 'hand-over', icon: 'people', label: 'Hand to a colleague', onSelect: () => onCourier('hand-over') },
          { id: 'open', icon: 'folder', label: 'Open a saved copy', onSelect: () => onCourier('open') },
        ]}
      />
    </>
  )
}

interface SidePanelProps {
  item: OutboxItem
  actions: OutboxActions
  onClose: () => void
  now: number
}

function SidePanel({ item, actions, onClose, now }: SidePanelProps) {
  return (
    <Card as="aside" aria-label={item.label.text}>
      <PanelHead>
        <DeliveryChip state={item.state} />
        <IconButton icon="close" label="Close" size="small" onClick={onClose} />
      </PanelHead>
      <PanelBody>
        <h2>{item.label.text}</h2>
        <Quiet>
          Captured {capturedAt(item.at, now).replace(/^[TY]/, (letter) => letter.toLowerCase())} on this device
        </Quiet>
        <OutboxDetail item={item} actions={actions} />
      </PanelBody>
    </Card>
  )
}

const Quiet = styled.span({ color: token.text2, ...textSize.small, fontVariantNumeric: 'tabular-nums' })
const PhoneActions = styled.div({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  marginBottom: 12,
  '& > span': { flex: '1 0 100%' },
  '& > button:not([aria-haspopup])': { flex: '1 1 auto', paddingInline: 8 },
})
const Both = styled.div({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8 })
const PanelHead = styled.header({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 48,
  padding: '0 12px 0 16px',
  borderBottom: `1px solid ${token.divider}`,
})
const PanelBody = styled.div({
  display: 'grid',
  gap: 4,
  padding: '16px 20px 20px',
  '& > h2': { ...textSize.title, overflowWrap: 'anywhere' },
  '& > div': { marginTop: 12 },
})
