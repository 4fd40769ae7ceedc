import styled from '@emotion/styled'
import type { SyncKind } from '../../parts/sync-state.ts'
import type { DeliveryState } from '../../parts/delivery-chip.tsx'
import { unbroken } from '../../parts/unbroken.tsx'
import { CountBadge } from '../../ui/chip.tsx'
import { Icon, type IconName } from '../../theme/icon.tsx'
import { Card } from '../../ui/panel.tsx'
import { textSize, token } from '../../theme/tokens.ts'
import type { OutboxGroup } from './outbox-groups.ts'
import { OutboxDetail } from './outbox-detail.tsx'
import type { OutboxItem } from './outbox-items.ts'
import { Tile } from './outbox-table.tsx'
import { useReason } from './reason.ts'
import type { OutboxActions } from './use-outbox-actions.ts'
import { capturedAt, kilobytes, nextOf } from './outbox-words.ts'

interface OutboxCardsProps {
  groups: OutboxGroup[]
  open: string | null
  onOpen: (key: string | null) => void
  actions: OutboxActions
  link: SyncKind | undefined
  now: number
}

/** The phone's Outbox: rows that open in place. */
export function OutboxCards({ groups, open, onOpen, actions, link, now }: OutboxCardsProps) {
  return groups.map((group) => (
    <section key={group.id} aria-labelledby={`outbox-${group.id}`}>
      <Heading id={`outbox-${group.id}`}>
        {group.title} <CountBadge count={group.items.length} tone={group.id === 'attention' ? 'warn' : 'plain'} />
      </Heading>
      <Card>
        {group.items.map((item, at) => {
          const isOpen = open === item.key
          return (
            <Item key={item.key} data-indent={item.waitsFor ? true : undefined}>
              <Row type="button" aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : item.key)}>
                <Tile data-warn={group.id === 'attention' || undefined} style={{ width: 32, height: 32 }}>
                  <Icon name={item.label.icon} size={18} />
                </Tile>
                <span>
                  <b>{unbroken(item.label.text)}</b>
                  {item.attention ? (
                    // Open, the detail below says it.
                    !isOpen && <Why item={item} />
                  ) : (
                    <small>
                      {capturedAt(item.at, now)} · {kilobytes(item.bytes)} ·{' '}
                      {nextOf(item, at === 0, link).toLowerCase()}
                    </small>
                  )}
                </span>
                <Icon name={stateIcons[item.state]} size={20} label={stateWords[item.state]} />
              </Row>
              {isOpen && (
                <Detail>
                  <OutboxDetail item={item} actions={actions} />
                </Detail>
              )}
            </Item>
          )
        })}
      </Card>
    </section>
  ))
}

function Why({ item }: { item: OutboxItem }) {
  const reason = useReason(item.attention)
  return <small>{reason && unbroken(reason.sentence)}</small>
}

const stateIcons: Record<DeliveryState, IconName> = {
  device: 'device',
  sending: 'cloud-sync',
  sent: 'cloud-done',
  checking: 'cloud-queue',
  attention: 'alert',
}
const stateWords: Record<DeliveryState, string> = {
  device: 'On this device',
  sending: 'Sending',
  sent: 'Sent',
  checking: 'Checking',
  attention: 'Needs you',
}

const Heading = styled.h2({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  margin: '4px 4px 8px',
  color: token.text2,
  ...textSize.body,
  fontWeight: 600,
})
const Item = styled.div({
  '& + &': { borderTop: `1px solid ${token.divider}` },
  '&[data-indent] > button': { paddingLeft: 36 },
})
const Row = styled.button({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  width: '100%',
  minHeight: 64,
  padding: 12,
  '& > span:nth-of-type(2)': { flex: 1, minWidth: 0, alignSelf: 'center' },
  '& b': { display: 'block', fontWeight: 500, overflowWrap: 'anywhere' },
  '& small': { display: 'block', color: token.text2, fontSize: 13, lineHeight: '18px' },
  '& > svg': { marginTop: 6, color: token.text2 },
  '&:focus-visible': { outlineOffset: -2 },
})
const Detail = styled.div({ padding: '0 12px 16px' })
