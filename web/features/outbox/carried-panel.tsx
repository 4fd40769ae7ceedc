import styled from '@emotion/styled'
import { RECEIPTS, type Receipt } from '#shared/protocol/courier.ts'
import { useNow } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import type { Carried } from '#web/data/device.ts'
import { onDisk } from '#web/data/disk.ts'
import { saveFile } from '#web/parts/save-file.ts'
import { sizeOf } from '#web/parts/size-of.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { dayAndTimeOf } from '#web/parts/when.tsx'
import { dropCarried, useCarrying } from '#web/state/courier.ts'
import { toast } from '#web/state/toasts.ts'
import { textSize, token } from '#web/theme/tokens.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Bar } from '#web/ui/bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Sealed copies of others, and how far each has come. */
export function CarriedPanel({ carried }: { carried: readonly Carried[] }) {
  return (
    <Panel title="Carried for others" flush>
      <ul aria-label="Carried for others">
        {carried.map((one) => (
          <Item key={one.key} one={one} />
        ))}
      </ul>
      <Note>
        What is inside, only the server can read. It counts as theirs, and the diary says that you carried it. Their own
        device learns of it at its next contact; a receipt tells them sooner.
      </Note>
    </Panel>
  )
}

function Item({ one }: { one: Carried }) {
  const { device, user } = useDevice()
  const { owner, items } = one.copy.head
  const delivered = one.receipts.length
  const isOver = one.copy.parts.length === 0
  const remove = async () => {
    await onDisk(device, () => dropCarried(device, one.key))
    const undo = () => onDisk(device, () => device.change('carried', (all = []) => [one, ...all]))
    toast('Removed from this device.', { actions: [{ label: 'Undo', onClick: undo }] })
  }
  return (
    <Row>
      <Avatar id={owner.id} name={owner.name} />
      <Words>
        <b>
          For {owner.id === user.id ? 'yourself' : owner.name}: {countOf(items, 'item')}, {sizeOf(one.bytes)}
        </b>
        <State one={one} />
        {one.parts > 1 && !isOver && (
          <Bar
            height={6}
            segments={[{ value: delivered, tone: 'actual' }]}
            total={one.parts}
            label={`${delivered} of ${one.parts} parts delivered`}
          />
        )}
      </Words>
      <Buttons>
        {delivered > 0 && (
          <Button icon="download" onClick={() => saveReceipt(one)}>
            Save receipt
          </Button>
        )}
        <Button variant="text" onClick={() => void remove()}>
          Remove
        </Button>
      </Buttons>
    </Row>
  )
}

function State({ one }: { one: Carried }) {
  const now = useNow()
  const isSending = useCarrying(({ key }) => key === one.key)
  const { parts } = one.copy
  const last = one.receipts.at(-1)
  const at = last && (JSON.parse(last.text) as Receipt).received
  if (one.refused) return <Line data-warn>{one.refused}</Line>
  if (parts.length === 0 && at) return <Line>Delivered {dayAndTimeOf(at, now)}</Line>
  if (isSending) return <Line>Sending{one.parts > 1 && ` part ${one.parts - parts.length + 1} of ${one.parts}`}</Line>
  return <Line>{one.waits ?? 'Saved on this device. It goes to the server when there is a connection.'}</Line>
}

function saveReceipt({ copy: { head }, receipts }: Carried): void {
  const name = `Receipt ${head.owner.name} ${head.saved.slice(0, 10)}`.replace(/[^\p{L}\p{N}]+/gu, '-')
  saveFile(`${name}.fieldpost`, new Blob([JSON.stringify({ fieldpost: RECEIPTS, receipts })]))
}

const Row = styled.li({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 12,
  padding: '12px 16px',
  borderTop: `1px solid ${token.divider}`,
})
const Words = styled.div({
  display: 'grid',
  gap: 4,
  flex: '1 1 180px',
  minWidth: 0,
  '& b': { fontWeight: 600, overflowWrap: 'anywhere' },
})
const Line = styled.span({
  color: token.text2,
  ...textSize.small,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  '&[data-warn]': { color: token.warn },
})
const Buttons = styled.div({ display: 'flex', flexWrap: 'wrap', gap: 8 })
const Note = styled.p({
  padding: '12px 16px',
  borderTop: `1px solid ${token.divider}`,
  color: token.text2,
  ...textSize.small,
})
