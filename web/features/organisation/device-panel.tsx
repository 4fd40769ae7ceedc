import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import type { DeviceSeen } from '#shared/protocol/session.ts'
import { useNow } from '#web/data/clock.ts'
import { Notice } from '#web/parts/notice.tsx'
import { countOf } from '#web/parts/sync-state.ts'
import { dateOf, dayAndTimeOf } from '#web/parts/when.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { Stack } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AppVersion, Unsent } from './device-table.tsx'
import { endingWords, mayEnd, stateWords } from './devices.ts'

interface DevicePanelProps {
  device: DeviceSeen
  name: string
  onEnd: () => void
  onClose: () => void
}

/** One device: what it said at its last contact, and honestly what ending it does. */
export function DevicePanel({ device, name, onEnd, onClose }: DevicePanelProps) {
  const now = useNow()
  const { id, label, createDate, seenDate, unsent, unsentSince, state, toldDate } = device
  const told = toldDate ? `It heard of it on ${dayAndTimeOf(toldDate, now)}` : 'It has not asked since'
  return (
    <Panel title={name} actions={<IconButton icon="close" label="Close" onClick={onClose} />}>
      <Stack>
        {(unsent ?? 0) > 0 && unsentSince && (
          <Notice
            icon="alert"
            tone="warn"
            title={`${countOf(unsent ?? 0, 'item')} ${unsent === 1 ? 'was' : 'were'} on this device only at its last contact, the oldest since ${dayAndTimeOf(unsentSince, now)}.`}
          >
            Ending keeps {unsent === 1 ? 'it' : 'them'} there, unsent.
          </Notice>
        )}
        <KeyValues
          labelWidth={112}
          items={[
            { label: 'Device', value: label, note: `no. ${id}` },
            { label: 'Granted', value: dateOf(createDate) },
            { label: 'Last contact', value: dayAndTimeOf(seenDate, now) },
            { label: 'Then unsent', value: <Unsent device={device} /> },
            { label: 'App', value: <AppVersion device={device} /> },
            { label: 'Sign-in', value: stateWords[state], note: state === 'ended' ? told : undefined },
          ]}
        />
        <PersonLink to={`/resources/users/${device.userId}`}>The account of {name}</PersonLink>
        {mayEnd(device) && (
          <>
            <Button variant="danger" fullWidth onClick={onEnd}>
              End this device…
            </Button>
            <Quiet>{endingWords(device, name).join(' ')}</Quiet>
          </>
        )}
      </Stack>
    </Panel>
  )
}

const PersonLink = styled(Link)({ color: token.primary, fontWeight: 500, overflowWrap: 'anywhere' })
const Quiet = styled.p({ ...textSize.small, color: token.text2 })
