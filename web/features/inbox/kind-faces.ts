import type { NotificationKind } from '#shared/model/notification.ts'
import type { IconName } from '#web/ui/icon.tsx'
import type { Tone } from '#web/ui/tokens.ts'

/** How each thing that can be told looks; what changed a status looks like that status. */
export const kindFaces: Record<NotificationKind, { icon: IconName; tone: Tone }> = {
  requested: { icon: 'hourglass', tone: 'approval' },
  interim: { icon: 'gavel', tone: 'authorization' },
  authorized: { icon: 'inbox', tone: 'acceptance' },
  denied: { icon: 'block', tone: 'denied' },
  amended: { icon: 'pencil', tone: 'approval' },
  accepted: { icon: 'play', tone: 'progress' },
  completed: { icon: 'check', tone: 'completed' },
  canceled: { icon: 'cancel', tone: 'canceled' },
  assigned: { icon: 'person', tone: 'progress' },
  mentioned: { icon: 'comment', tone: 'authorization' },
  commented: { icon: 'comment', tone: 'device' },
  dueSoon: { icon: 'clock', tone: 'approval' },
  dueToday: { icon: 'clock', tone: 'overdue' },
  overdue: { icon: 'clock-alert', tone: 'overdue' },
}
