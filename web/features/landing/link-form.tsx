import styled from '@emotion/styled'
import * as messages from '#shared/model/messages.ts'
import { MIN_PASSWORD } from '#shared/model/limits.ts'
import { ButtonLink } from '../../ui/plain.tsx'
import { Icon } from '../../theme/icon.tsx'
import { radius, token } from '../../theme/tokens.ts'
import { Problem } from './problem.tsx'

/** An organisation may want more; the server says so. */
export const passwordHint = `At least ${MIN_PASSWORD} characters, and nothing that others would guess. A few words are best.`

export function PasswordIsSet({ how }: { how: 'done' | 'maybe' }) {
  return (
    <LinkForm as="div">
      {how === 'maybe' ? (
        <Problem>{messages.passwordMayBeSet}</Problem>
      ) : (
        <Good role="status">
          <Icon name="check" size={20} />
          {messages.passwordSet}
        </Good>
      )}
      <ButtonLink to="/" replace autoFocus variant="contained" size="large" fullWidth>
        Sign in
      </ButtonLink>
    </LinkForm>
  )
}

export const LinkForm = styled.form({ display: 'grid', gap: 16, paddingBottom: 16 })
const Good = styled.div({
  display: 'flex',
  gap: 10,
  padding: '14px 16px',
  borderRadius: radius.control,
  background: token.okSoft,
  color: token.ok,
  fontWeight: 500,
})
