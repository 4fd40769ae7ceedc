import styled from '@emotion/styled'
import type { DeviceSeen } from '#shared/protocol/session.ts'
import { useNow } from '#web/data/clock.ts'
import { Ago, sinceMidnight } from '#web/parts/when.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChipGround, Tag } from '#web/ui/chip.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { version } from '../../../package.json' with { type: 'json' }
import { isLongUnsent, isOlder, mayEnd, unsentWords } from './devices.ts'

interface DeviceTableProps {
  devices: DeviceSeen[]
  nameOf: (userId: number) => string
  chosenId: number | null
  onChoose: (id: number) => void
  onEnd: (device: DeviceSeen) => void
}

export function DeviceTable({ devices, nameOf, chosenId, onChoose, onEnd }: DeviceTableProps) {
  const now = useNow()
  const name = (device: DeviceSeen) => (
    <Person>
      <Avatar id={device.userId} name={nameOf(device.userId)} size={24} />
      <Name type="button" aria-pressed={device.id === chosenId} onClick={() => onChoose(device.id)}>
        {nameOf(device.userId)}
      </Name>
    </Person>
  )
  const columns: Column<DeviceSeen>[] = [
    { key: 'person', header: 'Person', cell: name },
    { key: 'device', header: 'Device', width: '25%', cell: (row) => <Which device={row} /> },
    {
      key: 'seen',
      header: 'Last contact',
      width: '112px',
      cell: ({ seenDate }) => (
        <Two>
          {sinceMidnight(seenDate, now)}
          <small>
            <Ago at={seenDate} />
          </small>
        </Two>
      ),
    },
    { key: 'unsent', header: 'Unsent', width: '150px', cell: (row) => <Unsent device={row} /> },
    { key: 'app', header: 'App', width: '96px', cell: (row) => <AppVersion device={row} /> },
    {
      key: 'end',
      header: 'End',
      width: '96px',
      overflow: 'visible',
      cell: (row) => <End {...{ row, nameOf, onEnd }} />,
    },
  ]
  return (
    <DataTable
      label="Devices"
      twoLine
      columns={columns}
      rows={devices}
      rowKey={(row) => row.id}
      selectedKey={chosenId}
      card={(row) => (
        <PhoneRow>
          <div>
            {name(row)}
            <Quiet>
              <Which device={row} />
            </Quiet>
            <Quiet>
              Last contact <Ago at={row.seenDate} />
            </Quiet>
            <Marks>
              <Unsent device={row} />
              <span>
                App <AppVersion device={row} />
              </span>
            </Marks>
          </div>
          <End {...{ row, nameOf, onEnd }} />
        </PhoneRow>
      )}
      empty={<EmptyState heading="No device" text="None is like this." />}
    />
  )
}

function Which({ device: { id, label } }: { device: DeviceSeen }) {
  return (
    <Machine>
      <Icon name={/iphone|ipad|android|phone/i.test(label) ? 'device' : 'laptop'} size={18} />
      <Two>
        {label}
        <small>no. {id}</small>
      </Two>
    </Machine>
  )
}

export function Unsent({ device }: { device: DeviceSeen }) {
  const now = useNow()
  const words = unsentWords(device, now)
  if (words === null) return <Quiet as="span">Unsent not said</Quiet>
  if (device.unsent === 0) return <Quiet as="span">{words}</Quiet>
  const isLong = isLongUnsent(device, now)
  return (
    <Chip data-long={isLong || undefined}>
      <Icon name={isLong ? 'alert' : 'device'} size={14} />
      {words}
    </Chip>
  )
}

export function AppVersion({ device: { appVersion } }: { device: DeviceSeen }) {
  if (appVersion === '') return <Quiet as="span">Not said</Quiet>
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {appVersion} {isOlder(appVersion, version) && <Tag>old</Tag>}
    </span>
  )
}

function End({ row, nameOf, onEnd }: { row: DeviceSeen } & Pick<DeviceTableProps, 'nameOf' | 'onEnd'>) {
  if (!mayEnd(row)) return <Quiet as="span">{row.state === 'ended' ? 'Ended' : 'Signed out'}</Quiet>
  const label = row.unsent === 0 ? 'End' : 'End…'
  return (
    <Button size="small" aria-label={`End device ${row.id} of ${nameOf(row.userId)}`} onClick={() => onEnd(row)}>
      {label}
    </Button>
  )
}

const Person = styled.span({ display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 })
const Name = styled.button({
  minWidth: 0,
  textAlign: 'start',
  fontWeight: 500,
  color: token.primary,
  overflowWrap: 'anywhere',
  [media.coarse]: { minHeight: 44 },
})
const Machine = styled.span({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  '& svg': { flex: 'none', color: token.text2 },
})
const Two = styled.span({
  minWidth: 0,
  overflowWrap: 'anywhere',
  '& small': { display: 'block', ...textSize.small, color: token.text2 },
})
const Chip = styled(ChipGround)({
  border: `1px dashed ${token.control}`,
  color: token.deviceText,
  fontVariantNumeric: 'tabular-nums',
  '&[data-long]': { borderStyle: 'solid', borderColor: token.warn, background: token.warnSoft, color: token.warn },
})
const PhoneRow = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '12px',
  '& > div:first-of-type': { flex: 1, minWidth: 0 },
})
const Marks = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  marginTop: 8,
  ...textSize.small,
  color: token.text2,
  '& > *': { margin: 0 },
})
const Quiet = styled.p({ marginTop: 4, ...textSize.small, color: token.text2, overflowWrap: 'anywhere' })
