import styled from '@emotion/styled'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { media } from '#web/theme/tokens.ts'
import type { Deliverable, ProjectDetail } from './project-detail.ts'

interface LastDeliverableProps {
  row: Deliverable
  project: ProjectDetail['project']
  onClose: () => void
  onAnswer: (keepOpen: boolean) => void
}

/** Nothing else is open, so whoever completes it is asked whether the tasking is complete too (C-076). */
export function LastDeliverable({ row, project, onClose, onAnswer }: LastDeliverableProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Is ${project.name} complete too?`}
      subtitle={row.name}
      onSubmit={() => onAnswer(false)}
      actions={
        <Answers>
          <Button onClick={() => onAnswer(true)}>Deliverable only</Button>
          <Button type="submit" variant="contained" autoFocus>
            Complete deliverable and tasking
          </Button>
        </Answers>
      }
    >
      This is the last open deliverable. A completed tasking leaves everybody's queue, and its deliverables become
      read-only.
    </Dialog>
  )
}

/** Below each other where two do not fit, the likely one first. */
const Answers = styled.div({
  display: 'flex',
  flexWrap: 'wrap-reverse',
  justifyContent: 'flex-end',
  gap: 8,
  [media.phone]: { flex: 1, '& > button': { flex: '1 0 auto' } },
})
