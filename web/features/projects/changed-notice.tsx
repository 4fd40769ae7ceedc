import styled from '@emotion/styled'
import { formatDay } from '#shared/lib/day.ts'
import { formatMoney } from '#shared/lib/money.ts'
import { contentToText } from '#shared/rules/content.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from './notice.tsx'
import { contentOf, type ProjectDetail } from './project-detail.ts'

interface ChangedNoticeProps {
  before: ProjectDetail
  now: ProjectDetail
  onReview: () => void
}

const SHOWN = 3

/** Nothing can be decided about a text that has changed under the reader's eyes; first it is shown what changed. */
export function ChangedNotice({ before, now, onReview }: ChangedNoticeProps) {
  const changes = fields
    .map(({ label, show }) => ({ label, from: show(before), to: show(now) }))
    .filter(({ from, to }) => from !== to)
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
      <Diff>
        {changes.slice(0, SHOWN).map(({ label, from, to }) => (
          <li key={label}>
            {label}: <del>{shorten(from)}</del> <ins>{shorten(to)}</ins>
          </li>
        ))}
        {changes.length > SHOWN && <li>and {changes.length - SHOWN} more</li>}
      </Diff>
    </Notice>
  )
}

/** What decisions are about, in the words of the page. */
const fields: { label: string; show: (detail: ProjectDetail) => string }[] = [
  { label: 'Description', show: ({ project }) => project.description },
  { label: 'Country', show: ({ project }) => project.country },
  { label: 'Team', show: ({ project }) => project.team },
  { label: 'Advisor', show: ({ project }) => project.advisor },
  { label: 'Service', show: ({ project }) => project.boc },
  { label: 'Sub-service', show: ({ project }) => project.task },
  { label: 'Project type', show: ({ project }) => project.projectType },
  { label: 'Pool code', show: ({ project }) => project.poolCode },
  { label: 'Ship', show: ({ project }) => String(project.shipNumber) },
  { label: 'Blanket tasking', show: ({ project }) => (project.blanketTasking ? 'Yes' : 'No') },
  { label: 'Due', show: ({ project }) => formatDay(project.dueDate) },
  { label: 'Cost estimate', show: ({ project }) => formatMoney(project.taskingCostEstimate) },
  { label: 'Initial estimate', show: ({ project }) => formatMoney(project.initialCostEstimate) },
  { label: 'Actual cost', show: ({ project }) => formatMoney(project.actualCost) },
  { label: 'Request text', show: (detail) => contentToText(contentOf(detail)) },
]

const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text || 'nothing')

const Diff = styled.ul({ marginTop: 4, '& li': { overflowWrap: 'anywhere' } })
