import styled from '@emotion/styled'
import { useRef, useState, type ReactNode } from 'react'
import { useNow, useOwnNow } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { onDisk } from '#web/data/disk.ts'
import { useStored } from '#web/data/use-query.ts'
import { Notice } from '#web/parts/notice.tsx'
import { sizeOf } from '#web/parts/size-of.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { dayAndTimeOf } from '#web/parts/when.tsx'
import { takeOver } from '#web/state/courier.ts'
import { countNeeding, openFile, readBack, type Found, type OpenedFile } from '#web/state/saved-copy.ts'
import { toast } from '#web/state/toasts.ts'
import { useEngine } from '#web/sync/engine-context.tsx'
import { token } from '#web/theme/tokens.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckOption, OptionList } from '#web/ui/choice.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** One's own copy is read back, a colleague's is taken along, a receipt is read: what a file is, it says itself. */
export function OpenCopyDialog({ onClose }: { onClose: () => void }) {
  const { device, user } = useDevice()
  const engine = useEngine()
  const input = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<OpenedFile | null>(null)
  const [overwrite, setOverwrite] = useState(false)
  const [busy, setBusy] = useState(false)

  const open = async (file: File | undefined) => {
    if (file) setOpened(await openFile(device, user, file).catch(() => ({ kind: 'refused' as const, why: notRead })))
  }
  /** What is not kept says so, and the dialog stays. */
  const keep = async (write: () => Promise<void>, said: string) => {
    if (busy) return
    setBusy(true)
    try {
      await onDisk(device, write)
      toast(said, { variant: 'success' })
      engine.ask()
      onClose()
    } catch (error) {
      setOpened({ kind: 'refused', why: error instanceof Error ? error.message : notRead })
      setBusy(false)
    }
  }
  const choose = (
    <Button variant={opened ? 'outlined' : 'contained'} icon="folder" onClick={() => input.current?.click()}>
      {opened ? 'Choose another file' : 'Choose a file'}
    </Button>
  )
  return (
    <Dialog
      open
      width={520}
      onClose={onClose}
      title={titleOf(opened)}
      actions={
        <>
          {choose}
          {opened?.kind === 'sealed' && (
            <Button
              variant="contained"
              loading={busy}
              onClick={() => void keep(() => takeOver(device, opened.copy), 'Taken along. It is saved on this device.')}
            >
              Take it along
            </Button>
          )}
          {opened?.kind === 'own' && !isNothing(opened.found) && (
            <Button
              variant="contained"
              loading={busy}
              onClick={() => void keep(() => readBack(device, opened, overwrite), 'Read back.')}
            >
              Read back
            </Button>
          )}
          {opened?.kind === 'receipts' && (
            <Button variant="contained" onClick={onClose}>
              Done
            </Button>
          )}
        </>
      }
    >
      <input
        ref={input}
        hidden
        type="file"
        accept=".fieldpost,.json,.txt"
        aria-label="Saved copy"
        onChange={(event) => {
          void open(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Body aria-live="polite">
        {!opened && (
          <p>
            Your own saved copy comes back to this device. A sealed copy of a colleague waits here and goes to the
            server when there is a connection. A receipt says what the server has received.
          </p>
        )}
        {opened?.kind === 'refused' && <Notice icon="warning" tone="danger" title={opened.why} />}
        {opened?.kind === 'sealed' && <Sealed {...opened} />}
        {opened?.kind === 'own' && <Own {...opened} overwrite={overwrite} onOverwrite={setOverwrite} />}
        {opened?.kind === 'receipts' && <Receipts {...opened} />}
      </Body>
    </Dialog>
  )
}

const notRead =
  'This file could not be read. Nothing was changed on this device. Choose it once more, or another copy of it.'

function titleOf(opened: OpenedFile | null): string {
  if (opened?.kind === 'sealed') return `Carry this for ${opened.copy.head.owner.name}?`
  if (opened?.kind === 'own') return 'Read back your copy?'
  if (opened?.kind === 'receipts') return 'A receipt of the server'
  return 'Open a saved copy'
}

function Sealed({ copy: { head }, bytes }: Extract<OpenedFile, { kind: 'sealed' }>) {
  const now = useOwnNow()
  return (
    <>
      <p>
        <b>{countOf(head.items, 'item')}</b>, {sizeOf(bytes)}, sealed {dayAndTimeOf(head.saved, now)}
      </p>
      <p>
        What is inside, only the server can read. It counts as work of {head.owner.name}, and the diary says that you
        carried it. It stays on this device until there is a connection.
      </p>
    </>
  )
}

const isNothing = ({ forms, differing, attention, way }: Found): boolean =>
  forms.length + differing.length + attention.length === 0 && way !== 'sealed'

interface OwnProps extends Extract<OpenedFile, { kind: 'own' }> {
  overwrite: boolean
  onOverwrite: (overwrite: boolean) => void
}

function Own({ copy, found, overwrite, onOverwrite }: OwnProps) {
  const now = useOwnNow()
  const { forms, differing, waiting, way } = found
  const needing = countNeeding(found)
  return (
    <>
      <p>Saved {dayAndTimeOf(copy.saved, now)}. What it holds that this device does not:</p>
      <List>
        {forms.length > 0 && <li>{countOf(forms.length, 'half-typed text')}</li>}
        {needing > 0 && (
          <li>
            {countOf(needing, 'item')} that {needing === 1 ? 'needs' : 'need'} you
          </li>
        )}
        {way === 'sealed' && <li>{countOf(waiting, 'item')} that waited, sealed: to be sent from here</li>}
        {way === 'none' && <li>{countOf(waiting, 'item')} that waited, not sealed: see below</li>}
        {isNothing(found) && way === 'here' && <li>Nothing: all of it is here already.</li>}
      </List>
      {way === 'none' && (
        <Notice icon="info" title={`${countOf(waiting, 'item')} cannot be sent from here`}>
          This copy was saved without a seal: only the device where they were made can send them, if they still wait
          there. They can be read in the file.
        </Notice>
      )}
      {differing.length > 0 && (
        <OptionList>
          <CheckOption
            title={`Replace ${countOf(differing.length, 'half-typed text')} of this device`}
            description="They have other words here. Without this they stay as they are."
            checked={overwrite}
            onChange={(event) => onOverwrite(event.target.checked)}
          />
        </OptionList>
      )}
    </>
  )
}

function Receipts({ receipts }: Extract<OpenedFile, { kind: 'receipts' }>): ReactNode {
  const now = useNow()
  const calls = receipts.flatMap((receipt) => receipt.calls)
  const refused = calls.filter(({ verdict }) => verdict === 'refused').length
  const [last] = receipts.slice(-1)
  const carrier = useStored(
    async (device) => (await device.rows('users').get(last?.carrier ?? 0))?.fullName,
    [last?.carrier],
  )
  return (
    <>
      <p>
        The server has received {countOf(calls.length, 'change')} of yours
        {carrier && `, carried by ${carrier}`}
        {last && `, ${dayAndTimeOf(last.received, now)}`}.
      </p>
      {refused > 0 && <p>{countOf(refused, 'change')} could not be carried out and will need you.</p>}
      <p>Nothing goes from this device by it: at its own next contact it learns what became of each.</p>
    </>
  )
}

const Body = styled.div({ display: 'grid', gap: 12, overflowWrap: 'anywhere' })
const List = styled.ul({ display: 'grid', gap: 4, paddingLeft: 20, listStyle: 'disc', color: token.text })
