import styled from '@emotion/styled'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'
import { useNavigate, useNavigationType } from 'react-router-dom'
import { errorsIn } from '#shared/kernel/input.ts'
import { firstOfEach, refuse, type Refusal } from '#shared/kernel/refusal.ts'
import * as messages from '#shared/model/messages.ts'
import { nameIn, textIn } from '#shared/lib/in-row.ts'
import { formFieldsOf, nounOf, type Shown } from '#shared/reference/reference.ts'
import { isNameTaken } from '#shared/reference/save.ts'
import { can } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useFormDraft } from '#web/data/use-form-draft.ts'
import { useQuery, useStored } from '#web/data/use-query.ts'
import { listErrors } from '#web/parts/field-errors.ts'
import { NotSavedYet } from '#web/parts/kept-line.tsx'
import { NeedsConnection } from '#web/parts/needs-connection.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { paths } from '#web/parts/paths.ts'
import type { StepDraft } from '#web/state/step-draft.ts'
import { countOf } from '#web/parts/sync-state.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import { useSteady } from '#web/parts/use-steady.ts'
import { useStepForm, type StepFormDraft } from '#web/parts/use-step-form.ts'
import { dateOf } from '#web/parts/when.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { inPlace } from '#web/loading/in-place.tsx'
import { pagePart } from '#web/ui/on-demand.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorList } from '#web/ui/error-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { Stack, StickyFooter } from '#web/ui/page.tsx'
import { EndLink } from '#web/ui/panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { token } from '#web/theme/tokens.ts'
import { ChoiceInput } from '#web/parts/choice-input.tsx'
import { bodyOf, inputOf, valuesOf, wordsOf, type OfficeValues } from './office-values.ts'
import { entityWords, type OfficeRows } from './office-rows.ts'

const AskBeforeLeaving = inPlace(
  () => import('#web/parts/ask-before-leaving.tsx').then((part) => part.AskBeforeLeaving),
  () => null,
)
// Hardly any row needs it.
const ChangedMeanwhile = pagePart(() =>
  import('#web/parts/changed-meanwhile.tsx').then((part) => part.ChangedMeanwhile),
)

/** A row of reference data with the names that belong to it, as its detail tells it. */
interface OfficeDetail {
  id: number
  active: boolean
  createDate: string
  modifiedDate: string
  modifiedById: number
  createdBy?: string
  modifiedBy?: string
  openTaskings?: number
}

interface OfficeFormProps {
  office: OfficeRows
  /** 0 makes a new one; below there is none. */
  id: number
  preset: Readonly<Record<string, number>>
  /** To be carried along: the list's page and words. */
  search: string
  /** Where *Cancel* leads; without it there is none. What was typed stays kept. */
  back?: string
  /** How the open taskings that name the row are shown, where Find has no filter for it. */
  show?: ReactNode
  /** Under a field, as the values stand. */
  hintOf?: (field: string, values: OfficeValues) => string | undefined
  /** Between its fields and its use: what the typed values come to. */
  children?: (values: OfficeValues, row: OfficeDetail | null) => ReactNode
}

/** The form of one row: kept as it is typed, saved while connected, and beside what somebody else made of the row meanwhile. */
export function OfficeForm({ id, ...props }: OfficeFormProps) {
  const { of, detail } = props.office
  const row = useQuery(detail, { id }, id > 0) as OfficeDetail | null | undefined
  const draft = useFormDraft<StepDraft<OfficeValues>>(`office:${of.table}:${id}`)
  if ((id > 0 && row === undefined) || draft.stored === undefined) return <CardSkeleton lines={6} />
  if (id < 0 || (id > 0 && !row))
    return (
      <EmptyState
        compact
        heading={`There is no such ${entityWords(of).toLowerCase()}`}
        text="Perhaps it is not on this device yet."
      />
    )
  return <Form key={id} {...props} row={row ?? null} draft={draft} />
}

interface FormProps extends Omit<OfficeFormProps, 'id'> {
  row: OfficeDetail | null
  draft: StepFormDraft<OfficeValues>
}

function Form({ office, row, preset, search, back, show, hintOf, children, draft }: FormProps) {
  const { of, save: command } = office
  const { user } = useDevice()
  const mayWrite = can(user, of.who.writes)
  const [blank] = useState(preset)
  const current = valuesOf(of, row, blank)
  const { form, submit, busy, isHere, keepMine, takeTheirs, ...step } = useStepForm<OfficeValues>({
    draft,
    current: useSteady(current),
  })
  const root = useKeyboardOnArrival()
  const { control, formState } = form
  const values = useWatch({ control }) as OfficeValues
  const rows = useStored((device) => device.table(of.table).toArray() as Promise<{ id: number }[]>, [of.table]) ?? []
  const { save, giveUp } = useSaving()
  const navigate = useNavigate()
  const fields = formFieldsOf(of)
  const contested = row ? step.contested(values) : []
  const isTyped = step.isTyped(values)
  const prefix = `${of.table}-${row?.id ?? 'new'}`
  const isTaken = isNameTaken(of, { id: row?.id ?? 0, ...values }, rows)

  const send = submit(async (typed): Promise<Refusal | null> => {
    const input = { ...inputOf(of, typed), id: row?.id ?? 1, ...(row ? {} : { isNew: true }) }
    const undecided = contested.map((field) => ({ field, message: messages.chooseFirst }))
    const faults = firstOfEach([...undecided, ...errorsIn(command.input, input)])
    if (faults.length > 0) return refuse('invalid', { errors: faults })
    const { refusal, body } = await save<{ id: number }>({
      method: row ? 'PATCH' : 'POST',
      path: of.rest.path.slice(1),
      body: { ...bodyOf(of, typed), ...(row ? { id: row.id, modifiedDate: row.modifiedDate } : {}) },
    })
    if (refusal) return refusal
    await draft.clear()
    if (!row && isHere()) void navigate(`${office.path}/${body.id}${search}`, { replace: true })
    return null
  })

  function discard() {
    form.reset(current)
    if (!row) void giveUp({ method: 'POST', path: of.rest.path.slice(1) })
    return draft.clear()
  }

  return (
    <form
      ref={root}
      tabIndex={-1}
      noValidate
      onSubmit={send}
      aria-label={row ? textIn(row, of.named.by) : `New ${entityWords(of)}`}
    >
      <Stack>
        {mayWrite ? (
          <>
            <AskBeforeLeaving isTyped={isTyped && !busy} onDiscard={discard} />
            <NeedsConnection />
          </>
        ) : (
          <Notice icon="lock" title={messages.lookOnly(of.words.many)} />
        )}
        <ErrorList errors={listErrors(formState.errors, prefix)} />
        {row && contested.length > 0 && (
          <ChangedMeanwhile
            what={`this ${nounOf(of)}`}
            row={row}
            fields={fields
              .filter(({ name }) => contested.includes(name))
              .map((field) => ({ ...field, theirs: <Theirs field={field} value={current[field.name]} /> }))}
            onTake={takeTheirs}
            onKeep={keepMine}
          />
        )}
        {fields.map((field) => (
          <FormField
            key={field.name}
            id={`${prefix}-${field.name}`}
            field={field}
            control={control}
            readOnly={!mayWrite || (row !== null && staysAsItIs(of.table, field))}
            hint={
              isTaken && field.name === of.named.by
                ? `There is already ${of.words.one} of this name.`
                : hintOf?.(field.name, values)
            }
          />
        ))}
        {children?.(values, row)}
        {row && <UsedBy office={office} row={row} isLeaving={row.active && values['active'] === false} show={show} />}
        {row && <Signed row={row} />}
        {mayWrite && (
          <StickyFooter>
            <NotSavedYet isTyped={isTyped} savedAt={draft.savedAt} />
            {isTyped && (
              <Button variant="text" onClick={() => void discard()}>
                Discard
              </Button>
            )}
            {back && <ButtonLink to={back}>Cancel</ButtonLink>}
            <Button variant="contained" type="submit" loading={busy} loadingLabel="Saving…">
              Save
            </Button>
          </StickyFooter>
        )}
      </Stack>
    </form>
  )
}

/** Who follows a link to a form, or has made a row, goes on typing in it: between the page's beginning and the form stands the list. */
function useKeyboardOnArrival() {
  const root = useRef<HTMLFormElement>(null)
  const how = useNavigationType()
  const [isArrival] = useState(how !== 'POP')
  useEffect(() => {
    const { activeElement: before } = document
    const isFree = before === document.body || before?.id === 'main'
    if (isArrival && isFree) root.current?.focus({ preventScroll: true })
  }, [isArrival])
  return root
}

/** A sub-service stays with the service it was made for. */
const staysAsItIs = (table: string, { name }: Shown): boolean => table === 'subservices' && name === 'bocId'

interface FormFieldProps {
  id: string
  field: Shown
  control: Control<OfficeValues>
  readOnly: boolean
  hint: string | undefined
}

function FormField({ id, field: { name, label, kind, from }, control, readOnly, hint }: FormFieldProps) {
  const { field, fieldState } = useController({ control, name })
  if (kind === 'flag') {
    return (
      <Switch
        id={id}
        label={label}
        checked={Boolean(field.value)}
        disabled={readOnly}
        onChange={(event) => field.onChange(event.target.checked)}
      />
    )
  }
  const text = { value: String(field.value), onChange: field.onChange, onBlur: field.onBlur, ref: field.ref }
  return (
    <Field id={id} label={label} error={fieldState.error?.message} hint={hint} readOnly={readOnly}>
      {kind === 'choice' && from ? (
        <ChoiceInput
          from={from}
          label={label}
          value={Number(field.value)}
          onChange={field.onChange}
          readOnly={readOnly}
        />
      ) : kind === 'money' ? (
        <MoneyInput {...text} />
      ) : (
        <TextInput {...text} inputMode={kind === 'number' ? 'numeric' : undefined} autoComplete="off" />
      )}
    </Field>
  )
}

function Theirs({ field, value }: { field: Shown; value: unknown }) {
  const { from } = field
  const names = useStored(
    async (device) => (from ? ((await device.table(from).get(Number(value))) as object | undefined) : undefined),
    [from, value],
  )
  const nameOf = () => (names ? nameIn(names) : '')
  return <>{wordsOf(field, value, nameOf)}</>
}

const filterOf: Readonly<Partial<Record<string, string>>> = {
  countryId: 'countries',
  advisorId: 'advisors',
  teamId: 'teams',
  bocId: 'services',
  assigneeId: 'assignees',
}

interface UsedByProps extends Pick<OfficeFormProps, 'office' | 'show'> {
  row: OfficeDetail
  isLeaving: boolean
}

/** Before something is no longer offered: how much open work names it. */
function UsedBy({ office: { of }, row, isLeaving, show }: UsedByProps) {
  const { openTaskings: count } = row
  if (!of.usedBy || count === undefined) return null
  const filter = filterOf[of.usedBy.column]
  const inFind = filter && <EndLink to={paths.findOpen({ [filter]: row.id })}>Show</EndLink>
  return (
    <Notice
      icon="folder"
      tone={isLeaving && count > 0 ? 'warn' : 'quiet'}
      title={`Used by ${count === 0 ? 'no open tasking' : countOf(count, 'open tasking')}`}
      action={count > 0 && (show ?? inFind)}
    >
      {isLeaving && count > 0 && (of.words.deactivated ?? 'They keep it; it is no longer offered for new ones.')}
    </Notice>
  )
}

/** By the device’s own clock and calendar. */
function Signed({ row }: { row: OfficeDetail }) {
  const by = (name: string | undefined) => (name ? ` by ${name}` : '')
  return (
    <Quiet>
      Created {dateOf(row.createDate)}
      {by(row.createdBy)}
      <br />
      Modified {dateOf(row.modifiedDate)}
      {by(row.modifiedBy)}
    </Quiet>
  )
}

const Quiet = styled.p({ fontSize: 12, lineHeight: '16px', color: token.text2, fontVariantNumeric: 'tabular-nums' })
