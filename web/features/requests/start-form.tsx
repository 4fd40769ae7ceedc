import styled from '@emotion/styled'
import { useState } from 'react'
import { useController, useWatch, type Control, type FieldPath } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import type { FieldError, Refusal } from '#shared/kernel/refusal.ts'
import type { Edits } from '#shared/rules/edits.ts'
import { figuresOf } from '#shared/rules/funding.ts'
import { formatMoney } from '#shared/lib/money.ts'
import type { PoolCode } from '#shared/model/reference.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useToday } from '#web/data/use-query.ts'
import { useAsOf } from '#web/parts/live-line.tsx'
import { poolItem, poolsOf } from '#web/parts/pool-choices.ts'
import { Amount, PoolBar } from '#web/parts/pool-money.tsx'
import { Button } from '#web/ui/button.tsx'
import { BlanketInput } from '#web/parts/blanket-input.tsx'
import { DateInput } from '#web/parts/date-input.tsx'
import { ErrorList } from '#web/ui/error-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { SelectInput, type SelectOption } from '#web/ui/select-input.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { FormGrid } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import { carryOver } from '#web/state/step-draft.ts'
import { textSize, token } from '#web/theme/tokens.ts'
import { listErrors } from '#web/parts/field-errors.ts'
import type { RequestSummary } from './own-request.tsx'
import {
  dueDateErrors,
  inOwnTeam,
  isPlaceComplete,
  isPlaceField,
  isSamePlace,
  typesOf,
  type StartChoices,
  type StartValues,
} from './start-values.ts'
import { useStepForm, type StepFormDraft } from '#web/parts/use-step-form.ts'
import { NextButton, StepBody, WizardFooter, WizardForm, WizardStep } from './wizard-step.tsx'

interface StartFormProps {
  current: StartValues
  /** The draft whose Start this is; without it a new request. */
  request?: RequestSummary
  choices: StartChoices
  draft: StepFormDraft<StartValues>
  savedAt: string | null
  /** Why the server refused it. */
  refused?: Refusal | null
  /** `errors` are told with those of the command. */
  onNext: (values: StartValues, edits: Edits<StartValues>, errors: FieldError[]) => Promise<Refusal | null>
}

export function StartForm({ current, request, choices, draft, savedAt, refused, onNext }: StartFormProps) {
  const today = useToday()
  const { user } = useDevice()
  const typed = carryOver(draft.stored ?? null, current)
  const stored = { ...typed, values: inOwnTeam(typed.values, current, choices, user) }
  const { form, edits, submit, busy } = useStepForm<StartValues>({ draft: { ...draft, stored }, current, refused })
  const { control, formState } = form
  const values = useWatch({ control }) as StartValues
  const pools = poolsOf(choices.poolCodes, values.projectTypeId, request?.pool ?? null)
  const pool = pools.find((one) => one.poolCode === values.poolCode) ?? null

  const next = submit((typed) => onNext(typed, edits(typed), dueDateErrors(typed.dueDate, today, request?.dueDate)))

  return (
    <WizardStep
      step={0}
      stepTitle="Where and what"
      notes={['Where and what']}
      savedAt={savedAt}
      aside={pool && <PoolPanel pool={pool} />}
    >
      <WizardForm onSubmit={next}>
        <StepBody>
          <ErrorList errors={listErrors(formState.errors, 'start')} />
          <Place form={form} values={values} choices={choices} request={request} />
          <PoolField form={form} pools={pools} recent={choices.recentPoolCodes} />
          <DueDateField control={control} today={today} />
          <BlanketField control={control} />
        </StepBody>
        <WizardFooter>
          <NextButton loading={busy}>Next: Tasks</NextButton>
        </WizardFooter>
      </WizardForm>
    </WizardStep>
  )
}

type StartFormApi = ReturnType<typeof useStepForm<StartValues>>['form']

interface PlaceProps {
  form: StartFormApi
  values: StartValues
  choices: StartChoices
  request: RequestSummary | undefined
}

/** Country, team, advisor and project type: one card where they are known, four fields where they are not. */
function Place({ form, values, choices, request }: PlaceProps) {
  const { user } = useDevice()
  const { hash } = useLocation()
  const [changing, setChanging] = useState(!isPlaceComplete(values) || isPlaceField(hash.replace('#start-', '')))
  const hasErrors = Object.keys(form.formState.errors).some(isPlaceField)
  const locked = user.teamId > 0
  const options = optionsOf(choices, values, request)
  const nameOf = (list: readonly SelectOption[], id: number) => list.find((option) => option.id === id)?.label ?? ''

  if (!changing && !hasErrors) {
    const lock = locked && <Icon name="lock" size={16} label="Your team, cannot be changed" />
    return (
      <Panel
        title={isSamePlace(values, choices.last) && !request ? 'From your last request' : 'This request'}
        actions={
          <Button variant="text" onClick={() => setChanging(true)}>
            Change
          </Button>
        }
      >
        <KeyValues
          lined
          labelWidth={104}
          items={[
            { label: 'Country', value: nameOf(options.countries, values.countryId) },
            {
              label: 'Team',
              value: (
                <Ends>
                  {nameOf(options.teams, values.teamId)} {lock}
                </Ends>
              ),
            },
            { label: 'Advisor', value: nameOf(options.advisors, values.advisorId) },
            { label: 'Project type', value: nameOf(options.types, values.projectTypeId) },
          ]}
        />
      </Panel>
    )
  }

  function keepPoolInStep(projectTypeId: number) {
    const fits = choices.poolCodes.some(
      (pool) => pool.poolCode === form.getValues('poolCode') && pool.projectTypeId === projectTypeId,
    )
    if (!fits) form.setValue('poolCode', '')
  }
  function keepTypeInStep(teamId: number) {
    const fits = typesOf(choices, teamId).some((type) => type.id === form.getValues('projectTypeId'))
    if (fits) return
    form.setValue('projectTypeId', 0)
    keepPoolInStep(0)
  }

  return (
    <FormGrid>
      <ChoiceField control={form.control} name="countryId" label="Country" options={options.countries} />
      {locked ? (
        <Field id="start-teamId" label="Team" readOnly error={form.formState.errors.teamId?.message}>
          <TextInput value={nameOf(options.teams, values.teamId)} onChange={() => undefined} />
        </Field>
      ) : (
        <ChoiceField
          control={form.control}
          name="teamId"
          label="Team"
          options={options.teams}
          onChosen={keepTypeInStep}
        />
      )}
      <ChoiceField control={form.control} name="advisorId" label="Advisor" options={options.advisors} />
      <ChoiceField
        control={form.control}
        name="projectTypeId"
        label="Project type"
        options={options.types}
        placeholder={values.teamId > 0 ? 'Select' : 'Select a team first'}
        onChosen={keepPoolInStep}
      />
    </FormGrid>
  )
}

/** What can be chosen, and what already is even where it no longer can be. */
function optionsOf(choices: StartChoices, values: StartValues, request: RequestSummary | undefined) {
  const also = (list: SelectOption[], id: number | undefined, label: string | undefined): SelectOption[] =>
    id && label && !list.some((option) => option.id === id) ? [...list, { id, label }] : list
  const named = (rows: readonly { id: number; name: string }[]) => rows.map(({ id, name }) => ({ id, label: name }))
  const sameTeam = request?.teamId === values.teamId
  return {
    countries: also(
      choices.countries.map(({ id, title }) => ({ id, label: title })),
      request?.countryId,
      request?.country,
    ),
    teams: also(named(choices.teams), request?.teamId, request?.team),
    advisors: also(named(choices.advisors), request?.advisorId, request?.advisor),
    types: also(
      named(typesOf(choices, values.teamId)),
      sameTeam ? request?.projectTypeId : undefined,
      request?.projectType,
    ),
  }
}

interface ChoiceFieldProps {
  control: Control<StartValues>
  name: FieldPath<StartValues> & ('countryId' | 'teamId' | 'advisorId' | 'projectTypeId')
  label: string
  options: SelectOption[]
  placeholder?: string
  onChosen?: (id: number) => void
}

function ChoiceField({ control, name, label, options, placeholder = 'Select', onChosen }: ChoiceFieldProps) {
  const {
    field: { ref: fieldRef, ...field },
    fieldState,
  } = useController({ control, name })
  const isUnset = options.length === 0 && placeholder === 'Select'
  return (
    <Field
      id={`start-${name}`}
      label={label}
      required
      hint={isUnset ? `There is no ${label.toLowerCase()} yet. A Manager adds one under Resources.` : undefined}
      error={fieldState.error?.message}
    >
      <SelectInput
        ref={fieldRef}
        name={name}
        options={options}
        placeholder={placeholder}
        value={field.value || ''}
        onBlur={field.onBlur}
        onChange={(event) => {
          const id = Number(event.target.value)
          field.onChange(id)
          onChosen?.(id)
        }}
      />
    </Field>
  )
}

function PoolField({ form, pools, recent }: { form: StartFormApi; pools: PoolCode[]; recent: string[] }) {
  const { field, fieldState } = useController({ control: form.control, name: 'poolCode' })
  const asOf = useAsOf()
  const typeChosen = useWatch({ control: form.control, name: 'projectTypeId' }) > 0
  return (
    <Field
      id="start-poolCode"
      label="Pool code"
      required
      error={fieldState.error?.message}
      hint={typeChosen ? undefined : 'The pool codes of a project type appear once it is chosen.'}
    >
      <SearchPicker
        label="Pool code"
        items={pools.map((pool) => poolItem(pool, asOf ? `as of ${asOf}` : ''))}
        value={field.value || null}
        onChange={(code) => field.onChange(code ?? '')}
        recentIds={recent}
        placeholder="Select a pool code"
        searchPlaceholder="Search code or ship number"
        emptyText={typeChosen ? 'No pool code matches.' : 'Choose a project type first.'}
      />
    </Field>
  )
}

function DueDateField({ control, today }: { control: Control<StartValues>; today: string }) {
  const {
    field: { ref: fieldRef, ...field },
    fieldState,
  } = useController({ control, name: 'dueDate' })
  return (
    <Field id="start-dueDate" label="Due date" required error={fieldState.error?.message}>
      <DateInput
        ref={fieldRef}
        name="dueDate"
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        min={today}
        today={today}
      />
    </Field>
  )
}

function BlanketField({ control }: { control: Control<StartValues> }) {
  const { field, fieldState } = useController({ control, name: 'blanketTasking' })
  return (
    <Field id="start-blanketTasking" label="Blanket tasking" group error={fieldState.error?.message}>
      <BlanketInput value={field.value} onChange={field.onChange} />
    </Field>
  )
}

/** Beside the form: what the chosen pool holds. The balance on a device is as old as its last contact, and says so. */
function PoolPanel({ pool }: { pool: PoolCode }) {
  const asOf = useAsOf()
  const figures = figuresOf(pool)
  return (
    <Panel title={pool.poolCode} meta={<Muted>Ship {pool.shipNumber}</Muted>}>
      <KeyValues
        layout="money"
        items={[
          { label: 'Funds', value: formatMoney(figures.funding) },
          { label: 'Actual', value: formatMoney(figures.actual) },
          { label: 'Estimated', value: formatMoney(figures.estimated) },
          { label: 'Balance', value: <Amount cents={figures.balance} />, strong: true },
        ]}
      />
      <Meter>
        <PoolBar figures={figures} silent />
        <Muted>
          {figures.utilization} % used{asOf && ` · as of ${asOf}`}
        </Muted>
      </Meter>
    </Panel>
  )
}

const Ends = styled.span({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  '& > svg': { color: token.text2 },
})
const Muted = styled.span({ ...textSize.small, color: token.text2, fontVariantNumeric: 'tabular-nums' })
const Meter = styled.div({ display: 'grid', gap: 6, marginTop: 12 })
