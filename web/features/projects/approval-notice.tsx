import { formatMoney } from '#shared/lib/money.ts'
import { estimateOf } from '#shared/rules/funding.ts'
import { Notice } from '#web/parts/notice.tsx'
import { labels } from '#web/parts/tasking-labels.ts'
import { Button } from '#web/ui/button.tsx'
import type { Broken } from '#web/parts/broken-approvals.ts'
import type { ProjectDetail } from './project-detail.ts'
import { type TaskingFacts } from './tasking-values.ts'

interface ApprovalNoticeProps {
  detail: ProjectDetail
  broken: Broken
  facts: TaskingFacts
  onKeep: (field: Broken['fields'][number]) => void
}

/** Said before anything is saved: what was approved, what is made of it, and the way to leave it. */
export function ApprovalNotice({ detail: { project }, broken: { fields, voids }, facts, onKeep }: ApprovalNoticeProps) {
  const isRaised = fields.includes('taskingCostEstimate')
  const others = fields.filter((field) => field !== 'taskingCostEstimate').map((field) => labels[field].toLowerCase())
  const [approved, now] = [estimateOf(project), estimateOf(facts)]
  const names = [...new Set(voids)].filter(Boolean)
  return (
    <Notice
      icon="gavel"
      tone="warn"
      title={
        project.accepted
          ? 'Saving marks this tasking as changed after its approval'
          : `Saving voids the ${voids.length === 1 ? 'approval' : 'approvals'} of ${names.join(' and ') || 'those who gave them'}`
      }
      action={fields.map((field) => (
        <Button key={field} icon="undo" onClick={() => onKeep(field)}>
          Keep {field === 'taskingCostEstimate' ? formatMoney(approved) : `the ${labels[field].toLowerCase()}`}
        </Button>
      ))}
    >
      <p>
        {isRaised && (
          <>
            They approved a cost estimate of <b>{formatMoney(approved)}</b>; you{' '}
            {now > 0 ? (
              <>
                raise it to <b>{formatMoney(now)}</b>
              </>
            ) : (
              'take it away'
            )}
            .{' '}
          </>
        )}
        {others.length > 0 && `They approved another ${others.join(' and ')}. `}
        {project.accepted
          ? 'It stays accepted.'
          : project.denied
            ? 'It has to be approved again once it is amended.'
            : 'It has to be approved again.'}
      </p>
    </Notice>
  )
}
