import styled from '@emotion/styled'
import { useEffect, useState } from 'react'
import { counted } from '#shared/lib/counted.ts'
import { useOwnNow } from '#web/data/clock.ts'
import { useDevice } from '../../data/device-context.tsx'
import { useDisk } from '../../data/disk.ts'
import { useMeta, useStored } from '../../data/use-query.ts'
import { missingLine, readinessTitles, useReadiness } from '../../state/readiness.ts'
import { countOf } from '../../parts/sync-state.ts'
import { unpin, usePinned } from '../../state/pinned-files.ts'
import { countAttention, countUnsent } from '../../state/unsent.ts'
import { unbroken } from '../../parts/unbroken.tsx'
import { saveCopyAndFiles } from '../../parts/save-files.ts'
import { dayAndTimeOf } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Icon } from '../../theme/icon.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { Page, Stack } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { media, radius, textSize, token } from '../../theme/tokens.ts'
import { clearsAfterAWeek } from './clears.ts'
import { LockPanel } from './lock-panel.tsx'
import { RemoveDataDialog } from './remove-data-dialog.tsx'
import { formatBytes, useDeviceSize, type DeviceSize } from './use-device-size.ts'
import { useFieldMode } from './use-field-mode.ts'

/** What is on this device, how much room it takes, and how to leave nothing behind. */
export function DevicePage({ onRemove }: { onRemove: () => Promise<void> }) {
  const { device, user } = useDevice()
  const [removing, setRemoving] = useState(false)
  return (
    <Page title="This device" hideTitleOnPhone>
      <Parts>
        <Panel title="On this device">
          <Contents />
        </Panel>
        <Panel title="Storage">
          <Storage />
        </Panel>
        <Panel title="Field Mode">
          <FieldMode />
        </Panel>
        <LockPanel />
        <Panel title="Leaving this device">
          <p>
            Whoever can unlock this device can read what is on it. Remove your data before you hand it on; what has been
            sent comes back when you sign in again.
          </p>
          <Row>
            <Button icon="download" onClick={() => void saveCopyAndFiles(device, user)}>
              Save a copy of unsent work
            </Button>
            <Button variant="danger" icon="trash" onClick={() => setRemoving(true)}>
              Remove data from this device
            </Button>
          </Row>
        </Panel>
      </Parts>
      <RemoveDataDialog open={removing} onClose={() => setRemoving(false)} onRemove={onRemove} />
    </Page>
  )
}

/** The line of what is still being looked up: it is kept free, so that nothing moves. */
const NOT_KNOWN = '\u00a0'

function Contents() {
  const now = useOwnNow()
  const identity = useMeta('identity')
  const contact = useMeta('contact')
  const { readiness, app } = useReadiness()
  const counts = useStored(async (device) => ({
    taskings: await device.rows('projects').count(),
    requests: await device.rows('requests').count(),
    comments: await device.rows('comments').count(),
    outbox: await countUnsent(device),
    attention: await countAttention(device),
  }))
  const unsent = counts && [
    `${counts.outbox} waiting to be sent`,
    ...(counts.attention > 0
      ? [`${countOf(counts.attention, 'item')} ${counts.attention === 1 ? 'needs' : 'need'} you`]
      : []),
  ]
  return (
    <KeyValues
      labelWidth={144}
      items={[
        { label: 'State', value: readinessTitles[readiness], note: missingLine(readiness, app) },
        ...(readiness === 'keeping'
          ? [{ label: 'The app itself', value: <Button onClick={app.tryNow}>Fetch the rest now</Button> }]
          : []),
        {
          label: 'Taskings',
          value: counts ? counted(counts.taskings) : NOT_KNOWN,
          note: counts
            ? `with ${countOf(counts.comments, 'comment')} and ${countOf(counts.requests, 'request')}`
            : NOT_KNOWN,
        },
        { label: 'Your work', value: unsent?.join(' · ') ?? NOT_KNOWN },
        {
          label: 'Last contact',
          value: !contact ? NOT_KNOWN : contact.lastOk > 0 ? dayAndTimeOf(contact.lastOk, now) : 'Not yet',
        },
        {
          label: 'Device number',
          value: !identity ? NOT_KNOWN : identity.number > 0 ? identity.number : 'Not yet',
          note: !identity
            ? NOT_KNOWN
            : identity.number > 0
              ? unbroken(`References made here start with T-${identity.number}-`)
              : undefined,
        },
      ]}
    />
  )
}

/** Whether the browser has promised to keep it; undefined until it has said. */
function usePersisted(): boolean | undefined {
  const [persisted, setPersisted] = useState<boolean>()
  useEffect(() => {
    const look = async () => (await navigator.storage?.persisted?.()) ?? false
    look().then(setPersisted, () => setPersisted(false))
  }, [])
  return persisted
}

function Storage() {
  const persisted = usePersisted()
  const kept = usePinnedSize()
  const used = useDeviceSize(kept?.bytes)
  const trouble = useDisk((disk) => disk.trouble)
  return (
    <>
      <p>
        {used === undefined
          ? NOT_KNOWN
          : used === null
            ? 'This browser does not say how much Fieldpost uses.'
            : `Fieldpost uses ${formatBytes(used.all)}.`}
      </p>
      <Kinds used={used} kept={kept} />
      {trouble && (
        <Trouble role="alert">
          <Icon name="storage" size={20} />
          <span>
            {trouble === 'full'
              ? 'This device is full: nothing more can be saved on it. Free some room, for example by deleting pictures or apps. What was saved before is kept.'
              : 'This browser cannot write to this device at the moment. It is tried again every few seconds; if it goes on, save a copy and reload the page.'}
          </span>
        </Trouble>
      )}
      <Line data-two>
        {persisted === undefined
          ? NOT_KNOWN
          : persisted
            ? 'The browser has promised to keep it.'
            : 'The browser may clear it when the device runs short of room. Installing Fieldpost makes that unlikely.'}
      </Line>
      {clearsAfterAWeek() && (
        <Line>
          Safari clears it when Fieldpost was not opened for seven days on which Safari was used. On the home screen, or
          in the Dock of a Mac, it does not: add Fieldpost there.
        </Line>
      )}
      <Line>A private window keeps nothing: what has not been sent is lost when it is closed.</Line>
    </>
  )
}

interface Kept {
  ids: readonly number[]
  bytes: number
}

/** The files kept here for reading without a connection. */
function usePinnedSize(): Kept | undefined {
  const ids = usePinned((pinned) => pinned.ids)
  return useStored(
    async (own) => {
      const rows = await own.rows('files').bulkGet([...(ids ?? [])])
      return { ids: [...(ids ?? [])], bytes: rows.reduce((sum, row) => sum + (row?.size ?? 0), 0) }
    },
    [ids],
  )
}

/** What it is made of, as far as the browser tells the database from what lies beside it. */
function Kinds({ used, kept }: { used: DeviceSize | null | undefined; kept: Kept | undefined }) {
  const { device } = useDevice()
  const waiting = useStored(async (own) => {
    let bytes = 0
    await own.uploads.each(({ size }) => (bytes += size))
    return bytes
  })
  const rest = (all: number | undefined, known: number | undefined) => {
    if (used === undefined || known === undefined) return NOT_KNOWN
    return all === undefined ? 'This browser does not say' : formatBytes(Math.max(0, all - known))
  }
  const known = (bytes: number | undefined) => (bytes === undefined ? NOT_KNOWN : formatBytes(bytes))
  const letGo = kept && kept.ids.length > 0 && (
    <Button size="small" onClick={() => void unpin(device, kept.ids).catch(() => undefined)}>
      Remove them
    </Button>
  )
  return (
    <Facts>
      <KeyValues
        labelWidth={144}
        items={[
          { label: 'Taskings and lists', value: rest(used?.database, waiting) },
          { label: 'Files to be sent', value: known(waiting) },
          { label: 'Files kept here', value: known(kept?.bytes), note: letGo },
          { label: 'The app itself', value: rest(used?.beside, kept?.bytes) },
        ]}
      />
    </Facts>
  )
}

function FieldMode() {
  const [fieldMode, setFieldMode] = useFieldMode()
  return (
    <>
      <Switch
        label="Send and receive only when I say so"
        checked={fieldMode}
        onChange={(event) => void setFieldMode(event.target.checked)}
      />
      <Line>
        For links that are slow, dear or watched. Everything you do is saved on this device; “Send all” in the Outbox
        still works.
      </Line>
    </>
  )
}

const Parts = styled(Stack)({ [media.desktop]: { maxWidth: 720 } })
const Facts = styled.div({ marginTop: 8 })
const Trouble = styled.div({
  display: 'flex',
  gap: 12,
  marginTop: 12,
  padding: '10px 12px',
  borderRadius: radius.control,
  background: token.warnSoft,
  color: token.warn,
  '& svg': { flex: 'none' },
})
const Line = styled.p({
  marginTop: 8,
  color: token.text2,
  ...textSize.small,
  [media.phone]: { '&[data-two]': { minHeight: 32 } },
})
const Row = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  marginTop: 16,
  '& > button': { maxWidth: '100%', whiteSpace: 'normal' },
})
