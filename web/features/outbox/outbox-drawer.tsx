import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useNow } from '#web/data/clock.ts'
import { useStored } from '../../data/use-query.ts'
import { paths } from '../../parts/paths.ts'
import { useSyncState } from '../../parts/sync-state.ts'
import { useWaitingFiles } from '../../parts/use-waiting-files.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stack } from '../../ui/page.tsx'
import { OutboxCards } from './outbox-cards.tsx'
import { OutboxFiles } from './outbox-files.tsx'
import { groupsOf } from './outbox-groups.ts'
import { outboxItems } from './outbox-items.ts'
import { useOutboxActions } from './use-outbox-actions.ts'

/** The Outbox over whatever one is at: a look, and back to work. It closes with the page it lies over, and lies over no page of its own. */
export function OutboxDrawer({ onClose }: { onClose: () => void }) {
  const items = useStored(outboxItems)
  const files = useWaitingFiles()
  const actions = useOutboxActions()
  const link = useSyncState()?.kind
  const now = useNow()
  const [open, setOpen] = useState<string | null>(null)
  const { key, pathname } = useLocation()
  const [first] = useState(key)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (key !== first || pathname === paths.outbox) close()
  }, [key, first, pathname])
  if (!items || !files || pathname === paths.outbox) return null

  return (
    <Sheet
      open
      onClose={onClose}
      title="Outbox"
      actions={
        <>
          <ButtonLink to={paths.outbox}>Open the page</ButtonLink>
          <Button variant="contained" icon="send" onClick={() => void actions.sendAll()}>
            Send all
          </Button>
        </>
      }
    >
      <Stack>
        {items.length + files.length === 0 && <EmptyState compact text="Nothing waits on this device." />}
        <OutboxCards groups={groupsOf(items)} open={open} onOpen={setOpen} actions={actions} link={link} now={now} />
        <OutboxFiles files={files} />
      </Stack>
    </Sheet>
  )
}
