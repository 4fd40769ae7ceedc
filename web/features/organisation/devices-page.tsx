import styled from '@emotion/styled'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as messages from '#shared/model/messages.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { pageNumberFrom, pageOf } from '#shared/lib/paging.ts'
import type { DeviceSeen } from '#shared/protocol/session.ts'
import { useNow } from '#web/data/clock.ts'
import { useStored } from '#web/data/use-query.ts'
import { FetchError, whyNot } from '#web/parts/fetch-error.tsx'
import { FreshLine } from '#web/parts/live-line.tsx'
import { Pager } from '#web/parts/pager.tsx'
import { SearchWords } from '#web/parts/search-words.tsx'
import { countOf } from '#web/parts/sync-state.ts'
import { useBusy } from '#web/parts/use-busy.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import { timeOf } from '#web/parts/when.tsx'
import { toast } from '#web/state/toasts.ts'
import { useServerAnswer } from '#web/state/use-server-answer.ts'
import { media, token } from '#web/theme/tokens.ts'
import { useMedia } from '#web/theme/use-media.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Columns, Page } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { DevicePanel } from './device-panel.tsx'
import { DeviceTable } from './device-table.tsx'
import { devicesIn, devicesNamed, endingWords, showLabels, shows, type Show } from './devices.ts'

/** Every device as it was at its last contact, what is unsent on it first; and the way to end one. */
export function DevicesPage() {
  const [asked, setAsked] = useState(0)
  const { body, at, isAwaited } = useServerAnswer<DeviceSeen[]>('devices', asked)
  const { online, save } = useSaving()
  const again = () => setAsked((count) => count + 1)
  const [ending, setEnding] = useState<DeviceSeen | null>(null)
  const { busy, run } = useBusy()
  const nameOf = useNames()
  const unsent = (body ?? []).reduce((sum, device) => sum + (device.unsent ?? 0), 0)

  const end = ({ sessionId }: DeviceSeen) =>
    run(async () => {
      const path = `sessions/${sessionId}`
      const { refusal } = await save({
        method: 'DELETE',
        path,
        body: undefined,
        mayRepeat: true,
        done: 'Ended. It hears of it next time.',
      })
      setEnding(null)
      if (!refusal) return
      toast(sentenceOf(refusal), { variant: 'error' })
      again()
    })

  return (
    <Page
      title="Devices"
      hideTitleOnPhone
      meta={body && <FreshLine isLive={false}>Asked {timeOf(at)}</FreshLine>}
      subtitle={
        body &&
        `${countOf(body.length, 'device')} of ${countOf(new Set(body.map(({ userId }) => userId)).size, 'user')} · ${countOf(unsent, 'item')} unsent at their last contact`
      }
    >
      {body && nameOf ? (
        <Devices devices={body} nameOf={nameOf} onEnd={setEnding} />
      ) : isAwaited ? (
        <TableSkeleton />
      ) : (
        <FetchError text="Only the server knows them." onAgain={again}>
          {messages.fetching(whyNot(!online))}
        </FetchError>
      )}
      {ending && nameOf && (
        <ConfirmDialog
          open
          title={`End device ${ending.id} of ${nameOf(ending.userId)}?`}
          text={endingWords(ending, nameOf(ending.userId)).map((words) => (
            <Words key={words}>{words}</Words>
          ))}
          confirmLabel="End this device"
          loading={busy}
          onConfirm={() => void end(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </Page>
  )
}

/** Undefined until people are known. */
function useNames(): ((userId: number) => string) | undefined {
  const names = useStored(
    async (device) => new Map((await device.rows('users').toArray()).map(({ id, fullName }) => [id, fullName])),
  )
  return names && ((userId) => names.get(userId) ?? `User ${userId}`)
}

interface DevicesProps {
  devices: DeviceSeen[]
  nameOf: (userId: number) => string
  onEnd: (device: DeviceSeen) => void
}

/** The list, and the chosen one beside it where the names keep their room; else one or the other. */
function Devices({ devices, nameOf, onEnd }: DevicesProps) {
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const change = (more: Record<string, string>) => {
    const kept = Object.entries({ ...Object.fromEntries(search), ...more }).filter(([, value]) => value !== '')
    setSearch(Object.fromEntries(kept), { replace: !more['device'] })
  }
  const show = shows.find((name) => name === search.get('show')) ?? 'all'
  const term = search.get('term') ?? ''
  const named = devicesNamed(term, devices, nameOf)
  const page = pageOf(devicesIn(show, named, now), pageNumberFrom(search.get('page') ?? ''))
  const chosen = devices.find(({ id }) => id === Number(search.get('device')))
  const hasRoom = useMedia('(min-width: 1440px)')

  const panel = chosen && (
    <DevicePanel
      key={chosen.id}
      device={chosen}
      name={nameOf(chosen.userId)}
      onEnd={() => onEnd(chosen)}
      onClose={() => change({ device: '' })}
    />
  )
  if (panel && !hasRoom) return panel
  const list = (
    <Card>
      <Narrow>
        <SearchWords
          label="Person or device number"
          words={term}
          onWords={(words) => change({ term: words, page: '' })}
        />
        <Segmented
          label="Which devices"
          options={shows.map((id) => ({ id, label: `${showLabels[id]} · ${devicesIn(id, named, now).length}` }))}
          value={show}
          onChange={(id: Show) => change({ show: id === 'all' ? '' : id, page: '' })}
        />
      </Narrow>
      <DeviceTable
        devices={page.items}
        nameOf={nameOf}
        chosenId={chosen?.id ?? null}
        onChoose={(id) => change({ device: String(id) })}
        onEnd={onEnd}
      />
      {page.totalItems > 0 && <Pager page={page} onPage={(number) => change({ page: String(number) })} />}
    </Card>
  )
  if (!panel) return list
  return (
    <Columns side={328}>
      {list}
      {panel}
    </Columns>
  )
}

const Narrow = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(200px, 1fr) auto',
  gap: 12,
  alignItems: 'center',
  padding: '10px 16px',
  borderBottom: `1px solid ${token.divider}`,
  '@media (max-width: 1100px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '& > [role="radiogroup"]': { flexWrap: 'nowrap', maxWidth: '100%', overflowX: 'auto', justifySelf: 'start' },
  [media.phone]: { padding: 12 },
})
const Words = styled.span({ display: 'block', '& + &': { marginTop: 8 } })
