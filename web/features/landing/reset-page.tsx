import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { loginSchema } from '#shared/protocol/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/inputs.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { LandingFrame, LandingHeading } from './landing-frame.tsx'
import { LinkForm, passwordHint, PasswordIsSet } from './link-form.tsx'
import { Problem } from './problem.tsx'
import { choosePassword } from './sign-in.ts'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of an invitation or a reset leads: one chooses a password, and signs in with it after that. */
export function ResetPage() {
  useDocumentTitle('Choose a password')
  const token = useLinkToken()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <LandingFrame>
      {asking ? (
        <ForgotPassword email="" onBack={() => void navigate('/')} />
      ) : (
        <>
          <LandingHeading>
            <h1>Choose a password</h1>
            <p>You sign in with your email and this password from now on.</p>
          </LandingHeading>
          {token ? (
            <ChoosePassword key={token} token={token} onAsk={() => setAsking(true)} />
          ) : (
            <Over sentence="Open the link in your email again to go on." onAsk={() => setAsking(true)} />
          )}
        </>
      )}
    </LandingFrame>
  )
}

const schema = z.strictObject({ password: loginSchema.def.shape.password })

function ChoosePassword({ token, onAsk }: { token: string; onAsk: () => void }) {
  const [state, setState] = useState<{ done?: true; over?: string; problem?: string }>({})
  const { register, handleSubmit, setError, formState } = useForm<{ password: string }>({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  })

  const submit = handleSubmit(async ({ password }) => {
    const answer = await choosePassword(token, password)
    if (answer.kind === 'done') setState({ done: true })
    else if (answer.kind === 'over') setState({ over: answer.sentence })
    else if (answer.errors.length > 0) {
      setState({})
      setError('password', { message: answer.sentence }, { shouldFocus: true })
    } else setState({ problem: answer.sentence })
  })

  if (state.done) return <PasswordIsSet />
  if (state.over) return <Over sentence={state.over} onAsk={onAsk} />
  return (
    <LinkForm noValidate onSubmit={(event) => void submit(event)}>
      {state.problem && <Problem>{state.problem}</Problem>}
      <Field label="New password" id="new-password" hint={passwordHint} error={formState.errors.password?.message}>
        <PasswordInput large autoFocus autoComplete="new-password" {...register('password')} />
      </Field>
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={formState.isSubmitting}
        loadingLabel="Saving…"
      >
        Set password
      </Button>
    </LinkForm>
  )
}

function Over({ sentence, onAsk }: { sentence: string; onAsk: () => void }) {
  return (
    <LinkForm as="div">
      <Problem>{sentence}</Problem>
      <Button variant="contained" size="large" fullWidth onClick={onAsk}>
        Ask for a new link
      </Button>
    </LinkForm>
  )
}
