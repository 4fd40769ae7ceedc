import styled from '@emotion/styled'
import { useState, type FormEvent } from 'react'
import { loginSchema } from '#shared/protocol/session.ts'
import { isShared } from '../../session/touch.ts'
import { Field } from '../../ui/field.tsx'
import { Button, PasswordInput, TextInput } from '../../ui/plain.tsx'
import { useAfter } from '../../ui/use-after.ts'
import { radius, token } from '../../theme/tokens.ts'
import { Problem } from './problem.tsx'
import { ANSWER_MS, signIn } from './sign-in.ts'
import { useShortForm } from './use-short-form.ts'

/** A link of 2G and a busy server answer within this. */
const SLOW_MS = 6_000

interface SignInFormProps {
  email: string
  /** Somebody else cannot sign in here: the address stands. */
  emailReadOnly?: boolean
  onTyping?: () => void
  onSignedIn: () => void
  onForgotten?: (email: string) => void
}

export function SignInForm({ email, emailReadOnly = false, onTyping, onSignedIn, onForgotten }: SignInFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { errors, sending, onSubmit, onInput } = useShortForm(loginSchema, async (login) => {
    setProblem(null)
    const sentence = await signIn(login)
    if (sentence) setProblem(sentence)
    else onSignedIn()
  })
  const isSlow = useAfter(SLOW_MS, sending)
  function typed(event: FormEvent<HTMLFormElement>) {
    onInput(event)
    onTyping?.()
  }

  return (
    <Form noValidate onSubmit={onSubmit} onInput={typed}>
      {problem && <Problem>{problem}</Problem>}
      <Field label="Email" id="sign-in-email" error={errors['email']} readOnly={emailReadOnly}>
        <TextInput
          name="email"
          defaultValue={email}
          type="email"
          inputMode="email"
          autoComplete={isShared() ? 'off' : 'username'}
          autoCapitalize="none"
          autoFocus={!emailReadOnly && !email && hasKeyboard}
          spellCheck={false}
        />
      </Field>
      <Field
        label="Password"
        id="sign-in-password"
        error={errors['password']}
        end={
          onForgotten && (
            <QuietLink type="button" onClick={({ currentTarget }) => onForgotten(emailIn(currentTarget.form))}>
              Forgot password
            </QuietLink>
          )
        }
      >
        <PasswordInput name="password" autoFocus={(emailReadOnly || Boolean(email)) && hasKeyboard} />
      </Field>
      <Button type="submit" variant="contained" size="large" fullWidth loading={sending} loadingLabel="Signing in…">
        Sign in
      </Button>
      {isSlow && <Waiting role="status">No answer yet. It may take up to {ANSWER_MS / 1000} seconds.</Waiting>}
    </Form>
  )
}

const emailIn = (form: HTMLFormElement | null): string => (form ? String(new FormData(form).get('email')) : '')

/** On the phone the focus would raise the keyboard over half the page. */
const hasKeyboard = !matchMedia('(pointer: coarse)').matches

const Waiting = styled.p({ color: token.text2, textAlign: 'center' })
const Form = styled.form({ display: 'grid', gap: 16 })
export const QuietLink = styled.button({
  position: 'relative',
  borderRadius: radius.chip,
  color: token.primary,
  fontWeight: 500,
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 2 },
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: '-12px -8px' } },
})
