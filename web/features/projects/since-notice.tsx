import { useState } from 'react'
import { useNow } from '#web/data/clock.ts'
import type { Looked } from '#web/data/device.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { unbroken } from '#web/parts/unbroken.tsx'
import { dayAndTimeOf } from '#web/parts/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { changesSince, deedsOf, deedsSince } from './activity.ts'
import type { ProjectDetail } from './project-detail.ts'

const NAMED = 3

interface SinceNoticeProps {
  detail: ProjectDetail
  looked: Looked
  onShow: () => void
}

/** What others did since this person last looked, in one line; nothing when that is nothing. */
export function SinceNotice({ detail, looked, onShow }: SinceNoticeProps) {
  const { user } = useDevice()
  const now = useNow()
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const deeds = deedsSince(deedsOf(detail), looked, user.id)
  const count = Math.max(deeds.length, changesSince(detail, looked, user.id).length > 0 ? 1 : 0)
  if (count === 0) return null
  const named = deeds.slice(0, NAMED).map(({ by, did }) => `${by || 'Somebody'} ${did}`)
  if (deeds.length > NAMED) named.push(`and ${deeds.length - NAMED} more`)
  return (
    <Notice
      icon="clock"
      title={`Since you last looked (${dayAndTimeOf(looked.at, now)}): ${count === 1 ? 'one change' : `${count} changes`}`}
      action={
        <>
          <Button size="small" onClick={onShow}>
            Show them
          </Button>
          <IconButton icon="close" label="Close" size="small" onClick={() => setClosed(true)} />
        </>
      }
    >
      {unbroken(named.join(' · '))}
    </Notice>
  )
}
