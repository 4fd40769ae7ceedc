import styled from '@emotion/styled'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { Delivery } from '#web/parts/delivery.tsx'
import { StatusBadge } from '#web/parts/status.tsx'
import { capturedWords, dateOf, useNow } from '#web/parts/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/chip.tsx'
import { MoreMenu, type MenuEntry } from '#web/ui/menu.tsx'
import { usePhone } from '#web/ui/use-media.ts'
import type { DialogName } from './project-dialogs.tsx'
import type { ProjectDetail } from './project-detail.ts'

export function HeadingMeta({ detail: { project, approvals, amendments } }: { detail: ProjectDetail }) {
  return (
    <Marks>
      <StatusBadge status={project.state} />
      {project.blanketTasking && <Tag>Blanket</Tag>}
      {project.phase === 'authorization' && project.approved && <Tag>Interim</Tag>}
      {amendments.length > 0 && <Tag>Amended</Tag>}
      {approvals.some((approval) => approval.selfApproved && !approval.voided) && <Tag>Self-approved</Tag>}
      {project.changedAfterApproval && <Tag>Changed after approval</Tag>}
      <Delivery table="projects" id={project.id} />
    </Marks>
  )
}

export function HeadingSubtitle({ detail: { project } }: { detail: ProjectDetail }) {
  const now = useNow()
  const captured = capturedWords(project.createDate, project.receivedDate, now)
  return (
    <>
      {project.description.replace(/\.$/, '')}
      {' · '}Created by {project.createdBy || 'the system'}, {dateOf(project.createDate)}
      {captured && ` (${captured})`}
      {' · '}Modified by {project.modifiedBy || 'the system'}, {dateOf(project.modifiedDate)}
    </>
  )
}

interface HeadingActionsProps {
  detail: ProjectDetail
  abilities: ProjectAbilities
  decidable: boolean
  onOpen: (dialog: DialogName) => void
}

export function HeadingActions({ detail, abilities, decidable, onOpen }: HeadingActionsProps) {
  const phone = usePhone()
  const finish: MenuEntry[] = [
    { id: 'complete', label: 'Complete', icon: 'check', onSelect: () => onOpen('complete') } as const,
    { id: 'cancel', label: 'Cancel', icon: 'cancel', danger: true, onSelect: () => onOpen('cancel') } as const,
  ].filter(({ id }) => abilities[id])
  // While a decision is open its card carries these, and naming them twice would only confuse.
  const work = decidable ? [] : workEntries(abilities, onOpen)
  const entries = phone ? [...work, ...finish] : work
  return (
    <>
      {!phone &&
        finish.map(({ id, label, icon, danger, onSelect }) => (
          <Button key={id} icon={icon} variant={danger ? 'danger' : 'outlined'} onClick={onSelect}>
            {label}
          </Button>
        ))}
      {entries.length > 0 && <MoreMenu label={`More for ${detail.project.name}`} entries={entries} />}
    </>
  )
}

/** What can be done to the tasking besides deciding it. */
export function workEntries(abilities: ProjectAbilities, onOpen: (dialog: DialogName) => void): MenuEntry[] {
  return [
    { id: 'amend', can: abilities.amend, label: 'Amend Request', icon: 'pencil' } as const,
    { id: 'content', can: abilities.editContent, label: 'Edit Request', icon: 'file' } as const,
    { id: 'deny', can: abilities.deny, label: 'Deny…', icon: 'block', danger: true } as const,
  ]
    .filter(({ can }) => can)
    .map(({ can: _, ...entry }) => ({ ...entry, onSelect: () => onOpen(entry.id) }))
}

const Marks = styled.span({ display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', gap: '6px 8px' })
