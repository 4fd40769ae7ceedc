import { useState } from 'react'
import { useDevice } from '../../data/device-context.tsx'
import { useStored } from '../../data/use-query.ts'
import { useFirstLook } from '../../loading/first-look.ts'
import { paths } from '../../parts/paths.ts'
import { unreadOf } from '../../state/unread.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { onDemand } from '../../ui/on-demand.tsx'

const InboxPanel = onDemand(() => import('../../features/inbox/inbox-panel.tsx').then((part) => part.InboxPanel))

/** The way to the inbox, and how much in it is unread. On the desk it opens under the bell, over whatever one is at. */
export function Bell({ phone = false }: { phone?: boolean }) {
  const { user } = useDevice()
  const unread = useStored((device) => unreadOf(device, user.id).count(), [user.id], useFirstLook()) ?? 0
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (phone) return <IconLink to={paths.inbox} icon="bell" label={label} size="large" badge={unread} />
  return (
    <>
      <IconButton
        icon="bell"
        label={label}
        badge={unread}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && <InboxPanel anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
