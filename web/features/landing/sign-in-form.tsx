import styled from '@emotion/styled'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { loginSchema, type Login } from '#shared/protocol/session.ts'
import { isShared } from '../../session/touch.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput, TextInput } from '../../ui/inputs.tsx'
import { radius, token } from '../../theme/tokens.ts'
import { Problem } from './problem.tsx'
import { signIn } from './sign-in.ts'

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
  const { register, handleSubmit, getValues, formState } = useForm<Login>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email, password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (login) => {
    setProblem(null)
    const sentence = await signIn(login)
    if (sentence) setProblem(sentence)
    else onSignedIn()
  })

  return (
    <Form noValidate onSubmit={(event) => void submit(event)} onInput={onTyping}>
      {problem && <Problem>{problem}</Problem>}
      <Field label="Email" id="sign-in-email" error={errors.email?.message} readOnly={emailReadOnly}>
        <TextInput
          large
          type="email"
          inputMode="email"
          autoComplete={isShared() ? 'off' : 'username'}
          autoCapitalize="none"
          autoFocus={!emailReadOnly && !email && hasKeyboard}
          spellCheck={false}
          {...register('email')}
        />
      </Field>
      <Field
        label="Password"
        id="sign-in-password"
        error={errors.password?.message}
        end={
          onForgotten && (
            <QuietLink type="button" onClick={() => onForgotten(getValues('email'))}>
              Forgot password
            </QuietLink>
          )
        }
      >
        <PasswordInput large autoFocus={(emailReadOnly || Boolean(email)) && hasKeyboard} {...register('password')} />
      </Field>
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={isSubmitting}
        loadingLabel="Signing in…"
      >
        Sign in
      </Button>
    </Form>
  )
}

/** On the phone the focus would raise the keyboard over half the page. */
const hasKeyboard = !matchMedia('(pointer: coarse)').matches

const Form = styled.form({ display: 'grid', gap: 16 })
export const QuietLink = styled.button({
  position: 'relative',
  borderRadius: radius.chip,
  color: token.primary,
  fontWeight: 500,
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 2 },
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: '-12px -8px' } },
})
