import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { firstAdminSchema, type FirstAdmin } from '#shared/protocol/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput, TextInput } from '../../ui/inputs.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { LandingFrame, LandingHeading } from './landing-frame.tsx'
import { LinkForm, passwordHint, PasswordIsSet } from './link-form.tsx'
import { Problem } from './problem.tsx'
import { makeFirstAdmin } from './sign-in.ts'
import { useLinkToken } from './use-link-token.ts'

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
  const [done, setDone] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState } = useForm<FirstAdmin>({
    resolver: zodResolver(firstAdminSchema),
    defaultValues: { token, fullName: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (form) => {
    setProblem(null)
    const answer = await makeFirstAdmin(form)
    if (answer.kind === 'done') setDone(true)
    else if (answer.kind === 'over' || answer.errors.length === 0) setProblem(answer.sentence)
    else for (const { field, message } of answer.errors) setError(field as keyof FirstAdmin, { message })
  })

  if (done) return <PasswordIsSet />
  return (
    <LinkForm noValidate onSubmit={(event) => void submit(event)}>
      {problem && <Problem>{problem}</Problem>}
      <Field label="Full name" id="first-name" error={errors.fullName?.message}>
        <TextInput large autoFocus autoComplete="name" {...register('fullName')} />
      </Field>
      <Field label="Email" id="first-email" error={errors.email?.message}>
        <TextInput
          large
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email')}
        />
      </Field>
      <Field label="Password" id="first-password" hint={passwordHint} error={errors.password?.message}>
        <PasswordInput large autoComplete="new-password" {...register('password')} />
      </Field>
      <Button type="submit" variant="contained" size="large" fullWidth loading={isSubmitting} loadingLabel="Saving…">
        Make the account
      </Button>
    </LinkForm>
  )
}
