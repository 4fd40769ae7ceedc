import styled from '@emotion/styled'
import { useState } from 'react'
import { lockNow, useSession } from '../../session/session.ts'
import { idleMinutes, isShared, setShared } from '../../session/touch.ts'
import { pinOpens, removePin } from '../../session/unlock.ts'
import { textSize, token } from '../../theme/tokens.ts'
import { Button } from '../../ui/button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../state/toasts.ts'

const PinDialog = onDemand(() => import('./pin-dialog.tsx').then((part) => part.PinDialog))

/** When this device locks and what opens it. */
export function LockPanel() {
  const lock = useSession(({ session }) => session?.lock)
  const [shared, showShared] = useState(isShared)
  const [choosing, setChoosing] = useState(false)
  const share = (on: boolean) => {
    if (!setShared(on)) toast('This browser does not keep that.', { variant: 'warning' })
    showShared(isShared())
  }
  const takePin = async () => {
    if (!(await removePin())) toast('This device is full: the PIN is still there.', { variant: 'warning' })
  }
  return (
    <Panel title="Lock">
      {lock ? (
        <>
          <p>
            Locks after {idleMinutes()} minutes without a touch, and opens with your password
            {lock.pin && ' or your PIN'}, also without a connection.
          </p>
          <Row>
            <Button icon="lock" onClick={lockNow}>
              Lock now
            </Button>
            <Button onClick={() => setChoosing(true)}>{lock.pin ? 'Change the PIN' : 'Choose a PIN'}</Button>
            {lock.pin && <Button onClick={() => void takePin()}>Remove the PIN</Button>}
          </Row>
          {lock.pin && !pinOpens(lock) && (
            <Line>The PIN was wrong too often. Until you choose one anew only the password opens it.</Line>
          )}
        </>
      ) : (
        <p>{'subtle' in crypto ? noLockYet : noLockHere}</p>
      )}
      <Gap />
      <Switch
        label="Several people use this device"
        checked={shared}
        onChange={(event) => share(event.target.checked)}
      />
      <Line>It then locks after 5 minutes, and logging out offers to remove your data.</Line>
      <Line>
        The lock keeps others from looking and writing here; what is kept on the device is not encrypted by it.
      </Line>
      {choosing && <PinDialog onClose={() => setChoosing(false)} />}
    </Panel>
  )
}

const noLockYet = 'This device does not lock yet. It does once you have signed in here again.'
const noLockHere = 'This device does not lock, because the connection to this server is not encrypted (https).'

const Row = styled.div({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 })
const Gap = styled.div({ height: 16 })
const Line = styled.p({ marginTop: 8, color: token.text2, ...textSize.small })
