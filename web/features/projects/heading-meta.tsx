import styled from '@emotion/styled'
import { isInterim } from '#shared/rules/queues.ts'
import { Delivery } from '#web/parts/delivery.tsx'
import { StatusBadge } from '#web/parts/status.tsx'
import { Tag } from '#web/ui/chip.tsx'
import type { ProjectDetail } from './project-detail.ts'

/** Beside the title: how it stands, and what is particular about it. */
export function HeadingMeta({ detail: { project, approvals, amendments } }: { detail: ProjectDetail }) {
  return (
    <Marks>
      <StatusBadge status={project.state} />
      {project.blanketTasking && <Tag>Blanket</Tag>}
      {isInterim(project) && <Tag>Interim</Tag>}
      {amendments.length > 0 && <Tag>Amended</Tag>}
      {approvals.some((approval) => approval.selfApproved && !approval.voided) && <Tag>Self-approved</Tag>}
      {project.changedAfterApproval && <Tag>Changed after approval</Tag>}
      <Delivery table="projects" id={project.id} />
    </Marks>
  )
}

const Marks = styled.span({ display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', gap: '6px 8px' })
