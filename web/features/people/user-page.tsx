import styled from '@emotion/styled'
import { useEffect, useState } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router-dom'
import { saveUser } from '#shared/commands/users.ts'
import { errorsIn } from '#shared/kernel/input.ts'
import { firstOfEach, refuse, type FieldError, type Refusal } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import type { User } from '#shared/model/reference.ts'
import { userDetail, users } from '#shared/reference/users.ts'
import { hasRole, rolesOf } from '#shared/rules/access.ts'
import { assignableRoles, userAbilities } from '#shared/rules/users.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useFormDraft } from '#web/data/use-form-draft.ts'
import { useQuery } from '#web/data/use-query.ts'
import { errorBeside, listErrors } from '#web/parts/field-errors.ts'
import { idIn } from '#web/parts/id-in.ts'
import { LiveLine } from '#web/parts/live-line.tsx'
import { NotSavedYet } from '#web/parts/kept-line.tsx'
import { NeedsConnection } from '#web/parts/needs-connection.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { ofOnePerson } from '#web/session/of-one-person.ts'
import type { StepDraft } from '#web/state/step-draft.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import { useStepForm, type StepFormDraft } from '#web/parts/use-step-form.ts'
import { Crumbs } from '#web/ui/crumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckOption, OptionGroup } from '#web/ui/choice.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorList } from '#web/ui/error-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/inputs.tsx'
import { Columns, FormGrid, Page, Stack, StickyFooter } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { token } from '#web/theme/tokens.ts'
import { ChoiceInput } from '#web/parts/choice-input.tsx'
import { inPlace } from '#web/loading/in-place.tsx'
import { pagePart } from '#web/ui/on-demand.tsx'
import type { Account } from './account.ts'

const AccountChanged = pagePart(() => import('./account-changed.tsx').then((part) => part.AccountChanged))
const SessionsPanel = pagePart(() => import('./sessions-panel.tsx').then((part) => part.SessionsPanel))
const InvitationLink = inPlace(() => import('./invitation-link.tsx').then((part) => part.InvitationLink))
const AskBeforeLeaving = inPlace(
  () => import('#web/parts/ask-before-leaving.tsx').then((part) => part.AskBeforeLeaving),
  () => null,
)
const StrengthOf = inPlace(
  () => import('./strength-meter.tsx').then((part) => part.StrengthOf),
  () => <div style={{ height: 32 }} />,
)
const ResetLink = inPlace(
  () => import('./reset-link.tsx').then((part) => part.ResetLink),
  () => <div style={{ height: 32 }} />,
)
const BesideUser = pagePart(() => import('./open-work.tsx').then((part) => part.BesideUser))

type Detail = User
const list = users.rest.path

/** A person's account: who they are, what they may, how they sign in, where they are signed in. */
export function UserPage() {
  const id = idIn(useParams()['id'] ?? '')
  const row = useQuery(userDetail, { id }, id > 0) as Detail | null | undefined
  const draft = useFormDraft<StepDraft<Account>>(`user:${id}`)
  const isNone = id !== 0 && !row && (id < 0 || row === null)
  const title = id === 0 ? 'New User' : isNone ? 'User not found' : (row?.fullName ?? 'User')
  return (
    <Page
      title={title}
      breadcrumb={<Crumbs way={[{ label: 'Users', to: list }, { label: title }]} />}
      meta={!isNone && <LiveLine />}
    >
      {draft.stored === undefined || (id > 0 && row === undefined) ? (
        <CardSkeleton lines={8} />
      ) : isNone ? (
        <EmptyState heading="There is no such user" text="Perhaps they are not on this device yet." />
      ) : (
        <UserForm key={id} row={row ?? null} draft={draft} />
      )}
    </Page>
  )
}

function accountOf(row: Partial<User> | null): Account {
  const { fullName = '', email = '', roles = '', teamId = 0, active = true } = row ?? {}
  return { fullName, email, roles, teamId, active }
}

/** The link for an account that has just been made: the page that made it gives way to the account's own, which tells it. */
const invited = new Map<number, string>()
ofOnePerson(() => invited.clear())

function UserForm({ row, draft }: { row: Detail | null; draft: StepFormDraft<Account> }) {
  const { user: actor, organisation } = useDevice()
  const may = userAbilities(actor, row ?? undefined)
  const [current, setCurrent] = useState(accountOf(row))
  if (JSON.stringify(current) !== JSON.stringify(accountOf(row))) setCurrent(accountOf(row))
  const { form, submit, busy, isHere, edits, keepMine, takeTheirs, ...step } = useStepForm<Account>({ draft, current })
  const { control, formState } = form
  const values = useWatch({ control }) as Account
  const [how, setHow] = useState<'keep' | 'password' | 'invite'>(row ? 'keep' : 'invite')
  const [password, setPassword] = useState('')
  const [link, setLink] = useState(() => invited.get(row?.id ?? 0))
  useEffect(() => invited.clear(), [])
  const { save } = useSaving()
  const navigate = useNavigate()
  const isTyped = step.isTyped(values) || password !== ''
  const contested = step.contested(values)
  const ways = waysOf(row, may.invite, may.editSignIn)

  function discard() {
    form.reset(current)
    setPassword('')
    return draft.clear()
  }

  const send = submit(async (typed): Promise<Refusal | null> => {
    const undecided = contested.map((field) => ({ field, message: messages.chooseFirst }))
    const missing = how === 'password' && password === '' ? [{ field: 'password', message: messages.password }] : []
    const errors = firstOfEach([...undecided, ...faultsOf(row, typed), ...missing])
    if (errors.length > 0) return refuse('invalid', { errors })
    const changed = row
      ? Object.fromEntries(Object.entries(edits(typed)).map(([name, edit]) => [name, edit?.to]))
      : typed
    const { refusal, body } = await save<{ id: number; invitation?: { link?: string } }>({
      method: row ? 'PATCH' : 'POST',
      path: `resources/users${how === 'invite' ? '?invite=true' : ''}`,
      isSecret: how === 'password',
      body: {
        ...changed,
        ...(how === 'password' ? { password } : {}),
        ...revokedIn(current.roles, typed.roles),
        ...(row ? { id: row.id, modifiedDate: row.modifiedDate } : {}),
      },
    })
    if (refusal) return refusal
    await draft.clear()
    setPassword('')
    setHow('keep')
    const path = body.invitation?.link
    setLink(path)
    if (path) invited.set(body.id, path)
    if (!row && isHere()) void navigate(`${list}/${body.id}`, { replace: true })
    return null
  })

  return (
    <form noValidate onSubmit={send} aria-label={row?.fullName ?? 'New User'}>
      <Columns side={360}>
        <Stack>
          <AskBeforeLeaving isTyped={isTyped && !busy} onDiscard={discard} />
          {!may.edit && (
            <Notice
              icon="lock"
              title={row && hasRole(row, 'Admin') ? messages.adminsOnly : messages.lookOnly('people')}
            />
          )}
          <NeedsConnection>What you type is kept on this device until then; a password never is.</NeedsConnection>
          {link && <InvitationLink path={link} />}
          <ErrorList errors={listErrors(formState.errors, 'user')} />
          {row && contested.length > 0 && (
            <AccountChanged {...{ row, current, contested }} onTake={takeTheirs} onKeep={keepMine} />
          )}
          <Panel title="Person">
            <Stack>
              <FormGrid>
                <Field
                  id="user-fullName"
                  label="Full Name"
                  error={formState.errors.fullName?.message}
                  readOnly={!may.edit}
                >
                  <TextInput {...form.register('fullName')} autoComplete="off" />
                </Field>
                <Field
                  id="user-email"
                  label="Email"
                  error={formState.errors.email?.message}
                  readOnly={!may.editSignIn}
                  hint={may.editSignIn || !may.edit ? undefined : 'Only an Admin changes what somebody signs in with.'}
                >
                  <TextInput {...form.register('email')} autoComplete="off" type="email" />
                </Field>
              </FormGrid>
              <Roles control={control} row={row} readOnly={!may.editRoles} mayGrant={may.grant} />
              <FormGrid>
                <Field
                  id="user-teamId"
                  label="Team"
                  error={formState.errors.teamId?.message}
                  readOnly={!may.editTeam}
                  hint={values.teamId > 0 ? 'Sees only the project types of this team' : undefined}
                >
                  <ChoiceInput
                    from="teams"
                    label="Team"
                    value={values.teamId}
                    onChange={(id) => form.setValue('teamId', id)}
                    readOnly={!may.editTeam}
                  />
                </Field>
                <Field
                  id="user-active"
                  label="Account"
                  group
                  hint={values.active ? undefined : users.words.deactivated}
                >
                  <Switch
                    label={values.active ? 'Active' : 'Inactive'}
                    checked={values.active}
                    disabled={!may.editActive}
                    onChange={(event) => form.setValue('active', event.target.checked)}
                  />
                </Field>
              </FormGrid>
            </Stack>
          </Panel>
          {may.edit && (ways.length > 1 || row?.active !== false) && (
            <Panel title="Password">
              <Stack>
                {ways.length > 1 && (
                  <div>
                    <Segmented label="Password" options={ways} value={how} onChange={setHow} />
                  </div>
                )}
                {how === 'password' && (
                  <div>
                    <Field id="user-password" label="New password" error={errorBeside(formState.errors, 'password')}>
                      <PasswordInput
                        value={password}
                        autoComplete="new-password"
                        onChange={(event) => setPassword(event.target.value)}
                      />
                    </Field>
                    <StrengthOf of={[password, organisation, values]} />
                  </div>
                )}
                {how === 'invite' && (
                  <Quiet>
                    They get a letter with a link to choose a password. Where this server sends none, you see the link.
                  </Quiet>
                )}
                {row?.active && how === 'keep' && <ResetLink user={row} />}
              </Stack>
            </Panel>
          )}
          {row && (row.id === actor.id || hasRole(actor, 'Admin')) && (
            <SessionsPanel userId={row.id === actor.id ? undefined : row.id} />
          )}
        </Stack>
        <Stack>{row && <BesideUser user={row} isLeaving={row.active && !values.active} />}</Stack>
      </Columns>
      {may.edit && (
        <StickyFooter desktop="bar">
          <NotSavedYet isTyped={isTyped} savedAt={draft.savedAt} />
          {isTyped && (
            <Button variant="text" onClick={() => void discard()}>
              Discard
            </Button>
          )}
          <Button variant="contained" type="submit" loading={busy} loadingLabel="Saving…">
            Save
          </Button>
        </StickyFooter>
      )}
    </form>
  )
}

/** What the server would say is wrong, said before it is asked; whether the roles may be given, it says itself. */
function faultsOf(row: User | null, typed: Account): FieldError[] {
  const input = { ...typed, email: typed.email.trim(), id: row?.id ?? 1, ...(row ? {} : { isNew: true }) }
  const roles = typed.roles === '' ? [{ field: 'roles', message: messages.roles }] : []
  return [...errorsIn(saveUser.input, input), ...roles]
}

/** Roles that a form does not show stay unless they are named: what an Admin has taken away here. */
function revokedIn(before: string, after: string): { revoked?: string } {
  const left = tokensOf(after)
  const gone = tokensOf(before).filter(
    (role) => !left.includes(role) && !(assignableRoles as readonly string[]).includes(role),
  )
  return gone.length > 0 ? { revoked: gone.join(';') } : {}
}

function waysOf(row: User | null, mayInvite: boolean, maySet: boolean) {
  return [
    { id: 'keep' as const, label: row && 'Keep' },
    { id: 'password' as const, label: maySet && 'Set a new one' },
    { id: 'invite' as const, label: mayInvite && (row ? 'Invite again' : 'Send an invitation') },
  ].flatMap(({ id, label }) => (label ? [{ id, label }] : []))
}

interface FieldOf {
  control: Control<Account>
  readOnly: boolean
}

const roleNames: Readonly<Record<string, string>> = {
  AD: 'Associate Director (AD)',
  COR: 'Contracting Officer (COR)',
  PO: 'Program Officer (PO)',
}

/** The five that can be assigned, for an Admin Admin and Finance too; whatever else is held stays, behind a lock. */
function Roles({ control, row, readOnly, mayGrant }: FieldOf & { row: User | null; mayGrant: boolean }) {
  const { field, fieldState } = useController({ control, name: 'roles' })
  const held = tokensOf(field.value)
  const offered: readonly string[] = [...assignableRoles, ...(mayGrant ? (['Admin', 'Finance'] as const) : [])]
  const kept = tokensOf(row?.roles ?? '').filter((role) => !offered.includes(role))
  const toggle = (role: string, on: boolean) => {
    const next = on ? [...held, role] : held.filter((one) => one !== role)
    field.onChange([...offered.filter((one) => next.includes(one)), ...kept].join(';'))
  }
  return (
    <Field id="user-roles" label="Roles" group error={fieldState.error?.message}>
      <OptionGroup columns={2}>
        {offered.map((role) => (
          <CheckOption
            key={role}
            title={roleNames[role] ?? role}
            checked={held.includes(role)}
            disabled={readOnly}
            onChange={(event) => toggle(role, event.target.checked)}
          />
        ))}
        {kept.map((role) => (
          <CheckOption key={role} title={role} description="Held; it stays when you save." checked disabled />
        ))}
      </OptionGroup>
    </Field>
  )
}

/** Stored names of roles, long ones by their short names. */
const tokensOf = (roles: string): string[] =>
  roles
    .split(';')
    .map((role) => role.trim())
    .filter(Boolean)
    .map((role) => [...rolesOf({ roles: role })][0] ?? role)

const Quiet = styled.p({ flex: 1, fontSize: 12, lineHeight: '16px', color: token.text2 })
