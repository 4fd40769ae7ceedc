import { Button } from '#web/ui/button.tsx'
import { ChangeList } from '#web/parts/change-list.tsx'
import { Notice } from '#web/parts/notice.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { shownFields } from './shown-fields.ts'

interface ChangedNoticeProps {
  before: ProjectDetail
  now: ProjectDetail
  onReview: () => void
}

/** Nothing can be decided about a text that has changed under the reader's eyes; first it is shown what changed. */
export function ChangedNotice({ before, now, onReview }: ChangedNoticeProps) {
  const changes = shownFields
    .map(({ label, show }) => ({ field: label, before: show(before), after: show(now) }))
    .filter((change) => change.before !== change.after)
  return (
    <Notice
      icon="warning"
      tone="warn"
      title="Changed since you opened it"
      action={
        <Button variant="contained" onClick={onReview}>
          Review again
        </Button>
      }
    >
      <ChangeList changes={changes} />
    </Notice>
  )
}
