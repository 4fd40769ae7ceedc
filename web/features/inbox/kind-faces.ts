import type { NotificationKind } from '#shared/model/notification.ts'
import type { IconName } from '#web/theme/icon.tsx'
import type { Tone } from '#web/theme/tokens.ts'

export interface KindFace {
  icon: IconName
  tone: Tone
}

/** How a thing that can be told looks; also one that only a newer app knows. */
export const kindFaceOf = (kind: string): KindFace =>
  Object.hasOwn(kindFaces, kind) ? kindFaces[kind as NotificationKind] : { icon: 'bell', tone: 'device' }

/** What changed a status looks like that status. */
const kindFaces: Record<NotificationKind, KindFace> = {
  requested: { icon: 'hourglass', tone: 'approval' },
  interim: { icon: 'gavel', tone: 'authorization' },
  authorized: { icon: 'inbox', tone: 'acceptance' },
  denied: { icon: 'block', tone: 'denied' },
  amended: { icon: 'pencil', tone: 'approval' },
  accepted: { icon: 'play', tone: 'progress' },
  completed: { icon: 'check', tone: 'completed' },
  canceled: { icon: 'cancel', tone: 'canceled' },
  changed: { icon: 'alert', tone: 'approval' },
  assigned: { icon: 'person', tone: 'progress' },
  handedOver: { icon: 'person', tone: 'progress' },
  mentioned: { icon: 'comment', tone: 'authorization' },
  commented: { icon: 'comment', tone: 'device' },
  dueSoon: { icon: 'clock', tone: 'approval' },
  dueToday: { icon: 'clock', tone: 'overdue' },
  overdue: { icon: 'clock-alert', tone: 'overdue' },
}
