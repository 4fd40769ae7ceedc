import styled from '@emotion/styled'
import { useStored } from '../../data/use-query.ts'
import { countOf } from '../../parts/sync-state.ts'
import { countUnsent } from '../../state/unsent.ts'
import type { KeptSession } from '../../session/kept-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

interface SignInAgainProps {
  session: KeptSession
  onClose: () => void
  onLogOut: () => void
}

/** Over the page, which stays as it is: after a 401 nothing is lost, only sending has to wait (C-090). */
export function SignInAgain({ session, onClose, onLogOut }: SignInAgainProps) {
  const unsent = useStored(countUnsent) ?? 0
  const title =
    unsent > 0
      ? `Sign in again to send ${countOf(unsent, 'item')}. Nothing is lost.`
      : 'Sign in again to send and receive. Nothing is lost.'
  return (
    <Dialog open onClose={onClose} title={title} width={440}>
      <SignInForm email={session.user.email} emailReadOnly onSignedIn={onClose} />
      <Foot>
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
        <Button variant="text" onClick={onLogOut}>
          Not you? Log out
        </Button>
      </Foot>
    </Dialog>
  )
}

const Foot = styled.div({ display: 'flex', justifyContent: 'space-between', gap: 8, margin: '12px 0 8px' })
