import styled from '@emotion/styled'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as messages from '#shared/model/messages.ts'
import { resetSchema } from '#shared/protocol/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../theme/icon.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { media, radius, textSize, token } from '../../theme/tokens.ts'
import { Problem } from './problem.tsx'
import { QuietLink } from './sign-in-form.tsx'
import { askForReset } from './sign-in.ts'

export function ForgotPassword({ email, onBack }: { email: string; onBack: () => void }) {
  const [sent, setSent] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm<{ email: string }>({
    resolver: zodResolver(resetSchema),
    defaultValues: { email },
  })

  const submit = handleSubmit(async (values) => {
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
    <Form noValidate onSubmit={(event) => void submit(event)}>
      <header>
        <h1>Forgot password</h1>
        <p>Enter your email address. You get a link to set a new password.</p>
      </header>
      {problem && <Problem>{problem}</Problem>}
      <Field label="Email" id="email" error={formState.errors.email?.message}>
        <TextInput
          large
          autoFocus
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email')}
        />
      </Field>
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={formState.isSubmitting}
        loadingLabel="Sending…"
      >
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
    '& header': { margin: '4px 0 4px' },
    '& h1': { fontSize: 24, lineHeight: '32px' },
    '& p': { marginTop: 4 },
  },
})
const Sent = styled.div({
  display: 'flex',
  gap: 10,
  margin: '48px 0 28px',
  padding: '14px 16px',
  borderRadius: radius.control,
  background: token.okSoft,
  color: token.ok,
  fontWeight: 500,
  '& button': { textDecoration: 'underline', textUnderlineOffset: 2, borderRadius: 4 },
})
