import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { loginSchema } from '#shared/protocol/session.ts'
import { Field } from '../../ui/field.tsx'
import { Button, PasswordInput } from '../../ui/plain.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { LandingFrame, LandingHeading } from './landing-frame.tsx'
import { LinkForm, passwordHint, PasswordIsSet } from './link-form.tsx'
import { Problem } from './problem.tsx'
import { choosePassword } from './sign-in.ts'
import { useLinkToken } from './use-link-token.ts'
import { useShortForm } from './use-short-form.ts'

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
  const [state, setState] = useState<{ set?: 'done' | 'maybe'; over?: string; problem?: string }>({})
  const { errors, sending, onSubmit, onInput } = useShortForm(schema, async ({ password }) => {
    const answer = await choosePassword(token, password)
    if (answer.kind === 'done' || answer.kind === 'maybe') setState({ set: answer.kind })
    else if (answer.kind === 'over') setState({ over: answer.sentence })
    else if (answer.errors.length > 0) {
      setState({})
      return [{ field: 'password', message: answer.sentence }]
    } else setState({ problem: answer.sentence })
    return []
  })

  if (state.set) return <PasswordIsSet how={state.set} />
  if (state.over) return <Over sentence={state.over} onAsk={onAsk} />
  return (
    <LinkForm noValidate onSubmit={onSubmit} onInput={onInput}>
      {state.problem && <Problem>{state.problem}</Problem>}
      <Field label="New password" id="new-password" hint={passwordHint} error={errors['password']}>
        <PasswordInput name="password" autoFocus autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="contained" size="large" fullWidth loading={sending} loadingLabel="Saving…">
        Set password
      </Button>
    </LinkForm>
  )
}

function Over({ sentence, onAsk }: { sentence: string; onAsk: () => void }) {
  return (
    <LinkForm as="div">
      <Problem>{sentence}</Problem>
      <Button variant="contained" size="large" fullWidth autoFocus onClick={onAsk}>
        Ask for a new link
      </Button>
    </LinkForm>
  )
}
