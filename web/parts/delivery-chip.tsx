import styled from '@emotion/styled'
import { Icon, type IconName } from '../theme/icon.tsx'
import { token } from '../theme/tokens.ts'
import { ChipGround } from '../ui/chip.tsx'

export type DeliveryState = 'device' | 'sending' | 'sent' | 'checking' | 'attention'

const faces: Record<DeliveryState, [IconName, string]> = {
  device: ['device', 'On this device'],
  sending: ['cloud-sync', 'Sending'],
  sent: ['cloud-done', 'Sent'],
  checking: ['cloud-queue', 'Checking…'],
  attention: ['alert', 'Needs you'],
}

/** How far a change has travelled: outlined, dashed while it is only here. */
export function DeliveryChip({ state }: { state: DeliveryState }) {
  const [icon, text] = faces[state]
  return (
    <Outlined data-state={state}>
      <Icon name={icon} size={14} />
      {text}
    </Outlined>
  )
}

const Outlined = styled(ChipGround)({
  borderColor: token.control,
  color: token.deviceText,
  fontVariantNumeric: 'tabular-nums',
  '&[data-state="device"], &[data-state="checking"]': { borderStyle: 'dashed' },
  '&[data-state="sending"]': { borderColor: token.primary, color: token.primary },
  '&[data-state="attention"]': { borderColor: token.warn, color: token.warn },
})
