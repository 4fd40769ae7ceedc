import styled from '@emotion/styled'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { media, token } from '#web/theme/tokens.ts'

interface AddToRequestProps {
  onClose: () => void
  onAnswer: (finishFirst: boolean) => void
}

/** Another request of the same kind; this one is finished first unless the person says otherwise (C-131). */
export function AddToRequest({ onClose, onAnswer }: AddToRequestProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Finish this one too?"
      subtitle="Add to Request"
      onSubmit={() => onAnswer(true)}
      actions={
        <Answers>
          <Button onClick={() => onAnswer(false)}>Finish this one later</Button>
          <Button type="submit" variant="contained" autoFocus>
            Finish and add another
          </Button>
        </Answers>
      }
    >
      <p>
        The new request starts with the same country, team, advisor, project type, pool code, due date, contact details
        and recipients. You choose its tasks and describe them next.
      </p>
      <Quiet>If you finish this one later, it waits in Drafts.</Quiet>
    </Dialog>
  )
}

const Quiet = styled.p({ marginTop: 8, color: token.text2 })
/** Below each other where two do not fit, the likely one first. */
const Answers = styled.div({
  display: 'flex',
  flexWrap: 'wrap-reverse',
  justifyContent: 'flex-end',
  gap: 8,
  [media.phone]: { flex: 1, '& > button': { flex: '1 0 auto' } },
})
