import { useDevice } from '../../data/device-context.tsx'
import { useStored } from '../../data/use-query.ts'
import { paths } from '../../parts/paths.ts'
import { unreadOf } from '../../parts/unread.ts'
import { IconLink } from '../../ui/icon-button.tsx'

/** The way to the inbox, and how much in it is unread. */
export function Bell({ size }: { size?: 36 | 44 }) {
  const { user } = useDevice()
  const unread = useStored((device) => unreadOf(device, user.id).count(), [user.id]) ?? 0
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'
  return <IconLink to={paths.inbox} icon="bell" label={label} size={size} badge={unread} />
}
