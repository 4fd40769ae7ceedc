import styled from '@emotion/styled'
import { useState } from 'react'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { Button } from '#web/ui/button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { startsLine } from '#web/theme/buttons.ts'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { DeliverableRow } from './deliverable-row.tsx'
import type { Deliverable, ProjectDetail } from './project-detail.ts'
import { StandardDeliverables } from './standard-deliverables.tsx'

const DeliverableDialog = onDemand(() => import('./deliverable-dialog.tsx').then((part) => part.DeliverableDialog))

interface DeliverablesPanelProps {
  detail: ProjectDetail
  abilities: ProjectAbilities
  /** Completing the tasking itself, once nothing is open. */
  onCompleteTasking: () => void
}

/** What the work consists of: each with the one thing to do next. Read-only once the tasking is closed. */
export function DeliverablesPanel({ detail, abilities, onCompleteTasking }: DeliverablesPanelProps) {
  const { deliverables, deliverableComments } = detail
  const phone = usePhone()
  const [open, setOpen] = useState<'add' | 'standard' | Deliverable | null>(null)
  const mayWork = abilities.workDeliverables
  if (deliverables.length === 0 && !mayWork) return null
  const rows = [...deliverables].sort((a, b) => a.segmentId - b.segmentId)
  const undone = rows.filter((row) => !row.complete)
  const next = [...undone].sort((a, b) => (a.dueDate ?? '9').localeCompare(b.dueDate ?? '9'))[0]
  const isAllDone = rows.length > 0 && undone.length === 0
  const close = () => setOpen(null)
  return (
    <Panel
      title="Deliverables"
      meta={rows.length > 0 && <Quiet>{`${rows.length - undone.length} of ${rows.length} done`}</Quiet>}
      actions={
        mayWork && (
          <Button variant="text" size="small" icon="plus" aria-label="Add deliverable" onClick={() => setOpen('add')}>
            {phone ? 'Add' : 'Add deliverable'}
          </Button>
        )
      }
      flush
    >
      <Rows>
        {rows.map((row) => (
          <DeliverableRow
            key={row.id}
            row={row}
            project={detail.project}
            comments={deliverableComments.filter((comment) => comment.deliverableId === row.id)}
            isLast={undone.length === 1 && detail.project.phase === 'progress'}
            isNext={row === next}
            onEdit={mayWork ? () => setOpen(row) : undefined}
          />
        ))}
      </Rows>
      {isAllDone && abilities.complete && (
        <Foot>
          <span>All deliverables are complete.</span>
          <Button size="small" variant="contained" onClick={onCompleteTasking}>
            Complete {detail.project.name}
          </Button>
        </Foot>
      )}
      {rows.length === 0 && <Foot>Nothing to deliver has been written down yet.</Foot>}
      {mayWork && detail.standardDeliverables.length > 0 && (
        <Foot>
          <Button variant="text" size="small" onClick={() => setOpen('standard')}>
            Add standard deliverables
          </Button>
        </Foot>
      )}
      {open === 'standard' && <StandardDeliverables detail={detail} onClose={close} />}
      {open !== null && open !== 'standard' && (
        <DeliverableDialog row={open === 'add' ? null : open} detail={detail} onClose={close} />
      )}
    </Panel>
  )
}

const Rows = styled.ul({ containerType: 'inline-size' })
const Quiet = styled.span({ ...textSize.small, color: token.text2, whiteSpace: 'nowrap' })
const Foot = styled.div({
  ...startsLine,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  padding: '8px 16px',
  borderTop: `1px solid ${token.divider}`,
  color: token.text2,
  [media.phone]: { padding: '8px 12px 8px 16px' },
})
