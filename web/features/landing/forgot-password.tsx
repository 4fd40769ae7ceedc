import styled from '@emotion/styled'
import { useState } from 'react'
import * as messages from '#shared/model/messages.ts'
import { resetSchema } from '#shared/protocol/session.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../theme/icon.tsx'
import { Button, TextInput } from '../../ui/plain.tsx'
import { media, radius, textSize, token } from '../../theme/tokens.ts'
import { Problem } from './problem.tsx'
import { QuietLink } from './sign-in-form.tsx'
import { askForReset } from './sign-in.ts'
import { useShortForm } from './use-short-form.ts'

export function ForgotPassword({ email, onBack }: { email: string; onBack: () => void }) {
  const [sent, setSent] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { errors, sending, onSubmit, onInput } = useShortForm(resetSchema, async (values) => {
    const sentence = await askForReset(values.email)
    setProblem(sentence)
    setSent(sentence === null)
  })

  if (sent) {
    return (
      <Sent role="status">
        <Icon name="check" size={20} />
        <button type="button" autoFocus onClick={onBack}>
          {messages.resetSent}
        </button>
      </Sent>
    )
  }
  return (
    <Form noValidate onSubmit={onSubmit} onInput={onInput}>
      <header>
        <h1>Forgot password</h1>
        <p>Enter your email address. You get a link to set a new password.</p>
      </header>
      {problem && <Problem>{problem}</Problem>}
      <Field label="Email" id="email" error={errors['email']}>
        <TextInput
          name="email"
          defaultValue={email}
          autoFocus
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" variant="contained" size="large" fullWidth loading={sending} loadingLabel="Sending…">
        Send reset link
      </Button>
      <div style={{ textAlign: 'center' }}>
        <QuietLink type="button" onClick={onBack}>
          Back to login
        </QuietLink>
      </div>
    </Form>
  )
}

const Form = styled.form({
  display: 'grid',
  gap: 16,
  '& header': { margin: '32px 0 12px' },
  '& h1': textSize.figure,
  '& p': { marginTop: 8, color: token.text2 },
  [media.phone]: {
    '& header': { margin: '20px 0 4px' },
    '& h1': { fontSize: 24, lineHeight: '32px' },
    '& p': { marginTop: 4 },
  },
})
const Sent = styled.div({
  display: 'flex',
  gap: 10,
  margin: '48px 0 28px',
  padding: '0 16px',
  borderRadius: radius.control,
  background: token.okSoft,
  color: token.ok,
  fontWeight: 500,
  '& svg': { marginTop: 14 },
  '& button': {
    padding: '14px 0',
    textAlign: 'left',
    textDecoration: 'underline',
    textUnderlineOffset: 2,
    borderRadius: 4,
  },
})
