import { useState } from 'react'
import { firstAdminSchema } from '#shared/protocol/session.ts'
import { Field } from '../../ui/field.tsx'
import { Button, PasswordInput, TextInput } from '../../ui/plain.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { LandingFrame, LandingHeading } from './landing-frame.tsx'
import { LinkForm, passwordHint, PasswordIsSet } from './link-form.tsx'
import { Problem } from './problem.tsx'
import { makeFirstAdmin } from './sign-in.ts'
import { useLinkToken } from './use-link-token.ts'
import { useShortForm } from './use-short-form.ts'

/** Where the link leads that a server prints while it has no accounts. */
export function SetupPage() {
  useDocumentTitle('First administrator')
  const token = useLinkToken()
  return (
    <LandingFrame>
      <LandingHeading>
        <h1>First administrator</h1>
        <p>This account invites everybody else. The link works once.</p>
      </LandingHeading>
      {token ? (
        <SetupForm key={token} token={token} />
      ) : (
        <LinkForm as="div">
          <Problem>Open the link that the server printed when it started.</Problem>
        </LinkForm>
      )}
    </LandingFrame>
  )
}

function SetupForm({ token }: { token: string }) {
  const [set, setSet] = useState<'done' | 'maybe' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { errors, sending, onSubmit, onInput } = useShortForm(firstAdminSchema, async (form) => {
    setProblem(null)
    const answer = await makeFirstAdmin(form)
    if (answer.kind === 'done' || answer.kind === 'maybe') setSet(answer.kind)
    else if (answer.kind === 'over' || answer.errors.length === 0) setProblem(answer.sentence)
    else return answer.errors
    return []
  })

  if (set) return <PasswordIsSet how={set} />
  return (
    <LinkForm noValidate onSubmit={onSubmit} onInput={onInput}>
      <input type="hidden" name="token" value={token} />
      {problem && <Problem>{problem}</Problem>}
      <Field label="Full name" id="first-name" error={errors['fullName']}>
        <TextInput name="fullName" autoFocus autoComplete="name" />
      </Field>
      <Field label="Email" id="first-email" error={errors['email']}>
        <TextInput
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Password" id="first-password" hint={passwordHint} error={errors['password']}>
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="contained" size="large" fullWidth loading={sending} loadingLabel="Saving…">
        Make the account
      </Button>
    </LinkForm>
  )
}
