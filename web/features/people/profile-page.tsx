import styled from '@emotion/styled'
import { useColorScheme } from '@mui/material/styles'
import { useState, type FormEvent } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { refuse, sentenceOf, type FieldError, type Refusal } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import { savePreferences } from '#shared/commands/preferences.ts'
import type { Preferences as PreferencesOf, User } from '#shared/model/reference.ts'
import { can } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useFormDraft } from '#web/data/use-form-draft.ts'
import { useStored } from '#web/data/use-query.ts'
import { AskBeforeLeaving } from '#web/parts/ask-before-leaving.tsx'
import { NeedsConnection } from '#web/parts/needs-connection.tsx'
import { paths } from '#web/parts/paths.ts'
import { keepPassword } from '#web/session/unlock.ts'
import type { StepDraft } from '#web/state/step-draft.ts'
import { openOverlay } from '#web/parts/overlay.ts'
import { useAct } from '#web/parts/use-act.ts'
import { useBusy } from '#web/parts/use-busy.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import { useStepForm, type StepFormDraft } from '#web/parts/use-step-form.ts'
import { errorBeside, listErrors } from '#web/parts/field-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { ErrorList, focusField } from '#web/ui/error-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/inputs.tsx'
import { Columns, FormGrid, Page, Stack } from '#web/ui/page.tsx'
import { EndLink, Panel } from '#web/ui/panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import { KeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { toast } from '#web/state/toasts.ts'
import { token } from '#web/theme/tokens.ts'
import { AccountChanged } from './account-changed.tsx'
import { CalendarPanel } from './calendar-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import { strengthOf } from './strength.ts'
import { SubstitutesPanel } from './substitutes-panel.tsx'

/** One's own account. Of others, whoever keeps them goes to their form (C-037). */
export function ProfilePage() {
  const { user: signedIn } = useDevice()
  const id = Number(useParams()['id'])
  const own = useStored((device) => device.table('users').get(signedIn.id) as Promise<User | undefined>, [signedIn.id])
  if (id !== signedIn.id)
    return (
      <Navigate
        to={can(signedIn, 'seeResources') && id > 0 ? `/resources/users/${id}` : paths.profile(signedIn.id)}
        replace
      />
    )
  if (!own) return <CardSkeleton />
  return (
    <Page title="Profile" hideTitleOnPhone meta={<Quiet>{own.roles.split(';').join(' · ')}</Quiet>}>
      <Columns side={400}>
        <Stack>
          <NeedsConnection>
            Your name and address are kept on this device until then; a password never is.
          </NeedsConnection>
          <You user={own} />
          <Password user={own} />
          <SessionsPanel />
        </Stack>
        <Stack>
          <Preferences user={own} />
          <SubstitutesPanel user={own} />
          <CalendarPanel />
          <Panel title="What this device holds" actions={<EndLink to={paths.device}>Open</EndLink>}>
            <p>What is kept here, how much room it takes, and how to leave nothing behind.</p>
          </Panel>
        </Stack>
      </Columns>
    </Page>
  )
}

interface Names {
  fullName: string
  email: string
}

function You({ user }: { user: User }) {
  const draft = useFormDraft<StepDraft<Names>>(`profile:${user.id}`)
  return draft.stored === undefined ? <CardSkeleton /> : <YouForm user={user} draft={draft} />
}

function YouForm({ user, draft }: { user: User; draft: StepFormDraft<Names> }) {
  const { fullName, email } = user
  const [current, setCurrent] = useState<Names>({ fullName, email })
  if (current.fullName !== fullName || current.email !== email) setCurrent({ fullName, email })
  const { form, submit, busy, edits, keepMine, takeTheirs, ...step } = useStepForm<Names>({ draft, current })
  const [password, setPassword] = useState('')
  const { save } = useSaving()
  const { errors } = form.formState
  const typed = form.watch()
  const isTyped = step.isTyped(typed)
  const contested = step.contested(typed)
  const isOther = typed.email.trim().toLowerCase() !== email.toLowerCase()

  const send = submit(async (values): Promise<Refusal | null> => {
    if (contested.length > 0)
      return refuse('invalid', { errors: contested.map((field) => ({ field, message: messages.chooseFirst })) })
    const changed = Object.entries(edits(values)).map(([name, edit]) => [name, edit?.to])
    const { refusal } = await save({
      method: 'PATCH',
      path: 'resources/users',
      isSecret: isOther,
      body: {
        id: user.id,
        ...Object.fromEntries(changed),
        ...(isOther ? { currentPassword: password } : {}),
        modifiedDate: user.modifiedDate,
      },
    })
    setPassword('')
    if (refusal) return refusal
    await draft.clear()
    return null
  })
  function discard() {
    form.reset(current)
    return draft.clear()
  }
  return (
    <Panel title="You">
      <form noValidate onSubmit={send} aria-label="You">
        <Stack>
          <AskBeforeLeaving isTyped={isTyped && !busy} onDiscard={discard} />
          <ErrorList errors={listErrors(errors, 'profile')} />
          {contested.length > 0 && (
            <AccountChanged
              row={user}
              current={{ ...user, ...current }}
              contested={contested}
              onTake={takeTheirs}
              onKeep={keepMine}
            />
          )}
          <FormGrid>
            <Field id="profile-fullName" label="Full Name" error={errors.fullName?.message}>
              <TextInput {...form.register('fullName')} autoComplete="name" />
            </Field>
            <Field
              id="profile-email"
              label="Email"
              error={errors.email?.message}
              hint="Changes with your current password; both addresses get a letter."
            >
              <TextInput {...form.register('email')} type="email" autoComplete="email" />
            </Field>
            {isOther && (
              <Field
                id="profile-currentPassword"
                label="Current password"
                error={errorBeside(errors, 'currentPassword')}
                hint="Not kept on this device."
              >
                <PasswordInput value={password} onChange={(event) => setPassword(event.target.value)} />
              </Field>
            )}
          </FormGrid>
          <End>
            <Button variant="contained" type="submit" loading={busy} loadingLabel="Saving…">
              Save
            </Button>
          </End>
        </Stack>
      </form>
    </Panel>
  )
}

/** Neither of them is ever on this device's disk. */
function Password({ user }: { user: User }) {
  const { organisation } = useDevice()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const { save } = useSaving()
  const { busy, run } = useBusy()
  const strength = strengthOf(next, organisation, user)
  const at = (field: string) => errors.find((error) => error.field === field)?.message

  const change = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const body = { id: user.id, password: next, currentPassword: current, modifiedDate: user.modifiedDate }
      const { refusal } =
        next === ''
          ? {
              refusal: {
                refused: 'invalid' as const,
                errors: [{ field: 'password', message: 'Please enter a new password' }],
              },
            }
          : await save({
              ...{ method: 'PATCH', path: 'resources/users', body, isSecret: true },
              done: 'Your password is changed.',
            })
      setErrors(refusal?.errors ?? [])
      if (!refusal) {
        setCurrent('')
        setNext('')
        if (!(await keepPassword(next))) toast(oldOpens, { variant: 'warning', duration: null })
      } else if (refusal.errors) focusField(`password-${refusal.errors[0]?.field ?? ''}`)
      else toast(sentenceOf(refusal), { variant: 'error' })
    })
  }
  return (
    <Panel title="Password">
      <form noValidate onSubmit={change} aria-label="Password">
        <Stack>
          <FormGrid>
            <Field id="password-currentPassword" label="Current password" error={at('currentPassword')}>
              <PasswordInput value={current} onChange={(event) => setCurrent(event.target.value)} />
            </Field>
            <div>
              <Field id="password-password" label="New password" error={at('password')}>
                <PasswordInput
                  value={next}
                  autoComplete="new-password"
                  onChange={(event) => setNext(event.target.value)}
                />
              </Field>
              <StrengthMeter strength={strength} />
            </div>
          </FormGrid>
          <End>
            <Quiet>A new password signs you out everywhere else.</Quiet>
            <Button variant="contained" type="submit" loading={busy} loadingLabel="Saving…">
              Change password
            </Button>
          </End>
        </Stack>
      </form>
    </Panel>
  )
}

const oldOpens =
  'This device could not keep the new password: when it has locked, the old one opens it until you sign in here again.'
const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const satisfies Record<User['theme'], string>
const densities = { comfortable: 'Comfortable', compact: 'Compact' } as const satisfies Record<User['density'], string>
const shortcuts = { on: 'On', off: 'Off' } as const satisfies Record<User['shortcuts'], string>
const letters = { all: 'All', actions: 'What needs me', none: 'None' } as const satisfies Record<
  User['letters'],
  string
>

/** Browsers list places by names that people there no longer use. */
const called: Readonly<Record<string, string>> = {
  ...{ 'Africa/Asmera': 'Africa/Asmara', 'America/Godthab': 'America/Nuuk', 'Asia/Calcutta': 'Asia/Kolkata' },
  ...{ 'Asia/Katmandu': 'Asia/Kathmandu', 'Asia/Rangoon': 'Asia/Yangon', 'Asia/Saigon': 'Asia/Ho_Chi_Minh' },
  ...{ 'Europe/Kiev': 'Europe/Kyiv', 'Pacific/Enderbury': 'Pacific/Kanton', 'Pacific/Truk': 'Pacific/Chuuk' },
}

/** They act at once, without a connection too, and follow the person to every device. */
function Preferences({ user }: { user: User }) {
  const { organisation } = useDevice()
  const { mode = 'system', setMode } = useColorScheme()
  const act = useAct(savePreferences)
  const set = async (chosen: Partial<PreferencesOf>) => !(await act(() => chosen)).refusal
  const theme = user.theme
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({
    id: zone,
    title: (called[zone] ?? zone).replaceAll('_', ' '),
  }))
  return (
    <Panel title="Preferences">
      <Stack>
        <Choice label="Theme" words={themes} value={theme} onChange={(id) => set({ theme: id })} />
        {mode !== theme && (
          <End>
            <Quiet>{`This device shows ${themes[mode ?? 'system']}, as chosen under your name.`}</Quiet>
            <Button onClick={() => setMode(theme)}>{`${themes[theme]} here too`}</Button>
            <KeyboardLeft />
          </End>
        )}
        <Choice
          label="Density"
          hint="Compact shows more rows at once."
          words={densities}
          value={user.density}
          onChange={(id) => set({ density: id })}
        />
        <Choice
          label="Shortcuts"
          hint="Single keys: A and D on a tasking that waits for you, / for the search."
          words={shortcuts}
          value={user.shortcuts}
          onChange={(id) => set({ shortcuts: id })}
        />
        <End>
          <Quiet>Each can be switched off by itself.</Quiet>
          <Button onClick={() => openOverlay('shortcuts')}>All shortcuts</Button>
        </End>
        <Choice
          label="Letters"
          hint="What needs you goes out within minutes, the rest once a day."
          words={letters}
          value={user.letters}
          onChange={(id) => set({ letters: id })}
        />
        <Field
          id="profile-zone"
          label="Time zone"
          hint="Whose clock times are told by, and whose morning the daily letter comes in."
        >
          <SearchPicker
            label="Time zone"
            items={zones}
            value={user.zone || null}
            placeholder={`This device’s; letters by ${organisation.timeZone}`}
            onChange={(zone) => void set({ zone: zone ?? '' })}
            clearable
          />
        </Field>
      </Stack>
    </Panel>
  )
}

interface ChoiceProps<Id extends string> {
  label: string
  hint?: string
  words: Readonly<Record<Id, string>>
  value: Id
  onChange: (id: Id) => Promise<boolean>
}

function Choice<Id extends string>({ label, hint, words, value, onChange }: ChoiceProps<Id>) {
  const options = (Object.entries(words) as [Id, string][]).map(([id, word]) => ({ id, label: word }))
  return (
    <Field label={label} group hint={hint}>
      <Segmented fullWidth options={options} value={value} onChange={onChange} />
    </Field>
  )
}

const End = styled.div({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 12 })
const Quiet = styled.p({ flex: 1, fontSize: 12, lineHeight: '16px', color: token.text2 })
