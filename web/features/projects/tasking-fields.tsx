import { useController, useWatch, type UseFormReturn } from 'react-hook-form'
import { keyOf } from '#shared/lib/words.ts'
import type { PoolCode } from '#shared/model/reference.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useStored, useToday } from '#web/data/use-query.ts'
import { BlanketInput } from '#web/parts/blanket-input.tsx'
import { labels, type TaskingField } from '#web/parts/tasking-labels.ts'
import { ChoiceInput, type Choice } from '#web/parts/choice-input.tsx'
import { DateInput } from '#web/parts/date-input.tsx'
import { useAsOf } from '#web/parts/live-line.tsx'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import { poolItem, poolsOf } from '#web/parts/pool-choices.ts'
import { Field } from '#web/ui/field.tsx'
import { TextArea, TextInput } from '#web/ui/inputs.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { FormGrid } from '#web/ui/page.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { TaskingValues } from './tasking-values.ts'

type TaskingFormApi = UseFormReturn<TaskingValues>

export function CoreFields({ form }: { form: TaskingFormApi }) {
  const { device, user } = useDevice()
  const [bocId, teamId] = useWatch({ control: form.control, name: ['bocId', 'teamId'] })
  const description = useController({ control: form.control, name: 'description' })
  /** A type of another team goes with its pool, as on *Start* (C-023). */
  async function keepTypeInStep(team: number) {
    const type = await device.rows('projectTypes').get(form.getValues('projectTypeId'))
    if (!type?.teamId || type.teamId === team) return
    form.setValue('projectTypeId', 0)
    form.setValue('poolCode', '')
  }
  return (
    <FormGrid>
      <div data-wide>
        <Field
          id="tasking-description"
          label={labels.description}
          required
          error={description.fieldState.error?.message}
        >
          <TextArea rows={3} {...description.field} />
        </Field>
      </div>
      {/* A sub-service belongs to its service (C-147). */}
      <ChoiceField form={form} name="bocId" from="services" onChosen={() => form.setValue('taskId', 0)} />
      <ChoiceField
        form={form}
        name="taskId"
        from="subservices"
        only={(row) => row.bocId === bocId}
        placeholder={bocId > 0 ? 'Select' : 'Select a service first'}
      />
      <ChoiceField form={form} name="countryId" from="countries" />
      <ChoiceField
        form={form}
        name="teamId"
        from="teams"
        onChosen={(id) => void keepTypeInStep(id)}
        readOnly={user.teamId > 0 && teamId === user.teamId}
      />
      <ChoiceField form={form} name="advisorId" from="advisors" />
    </FormGrid>
  )
}

interface DetailsFieldsProps {
  form: TaskingFormApi
  pools: readonly PoolCode[]
  mayMoveDueDate: boolean
  isNew: boolean
}

export function DetailsFields({ form, pools, mayMoveDueDate, isNew }: DetailsFieldsProps) {
  const { control } = form
  const assignee = useController({ control, name: 'assigneeId' })
  const blanket = useController({ control, name: 'blanketTasking' })
  return (
    <FormGrid>
      <Field id="tasking-assigneeId" label={labels.assigneeId} required error={assignee.fieldState.error?.message}>
        <PeoplePicker
          label={labels.assigneeId}
          placeholder="Select a person"
          value={assignee.field.value}
          onChange={assignee.field.onChange}
        />
      </Field>
      <TypeField form={form} pools={pools} />
      <PoolField form={form} pools={pools} />
      <ShipField form={form} pools={pools} />
      <DueDateField form={form} readOnly={!mayMoveDueDate} isNew={isNew} />
      <Field id="tasking-blanketTasking" label={labels.blanketTasking} group error={blanket.fieldState.error?.message}>
        <BlanketInput value={blanket.field.value} onChange={blanket.field.onChange} />
      </Field>
      <MoneyField form={form} name="taskingCostEstimate" hint="What the pool is held to; without it the initial one" />
      <MoneyField form={form} name="initialCostEstimate" />
      <MoneyField form={form} name="actualCost" hint="What has been spent so far" />
    </FormGrid>
  )
}

interface ChoiceFieldProps {
  form: TaskingFormApi
  name: 'bocId' | 'taskId' | 'countryId' | 'teamId' | 'advisorId'
  from: 'services' | 'subservices' | 'countries' | 'teams' | 'advisors'
  only?: (row: Choice) => boolean
  onChosen?: (id: number) => void
  readOnly?: boolean
  placeholder?: string
}

function ChoiceField({ form, name, onChosen, readOnly = false, ...choice }: ChoiceFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <Field
      id={`tasking-${name}`}
      label={labels[name]}
      required={!readOnly}
      readOnly={readOnly}
      error={fieldState.error?.message}
    >
      <ChoiceInput
        {...choice}
        label={labels[name]}
        required
        readOnly={readOnly}
        value={field.value}
        onChange={(id) => {
          field.onChange(id)
          onChosen?.(id)
        }}
      />
    </Field>
  )
}

interface PoolsProps {
  form: TaskingFormApi
  pools: readonly PoolCode[]
}

/** Types of the tasking's team, and of no team. One of another team is none of the person's to see, and stays as it is (C-023). */
function TypeField({ form, pools }: PoolsProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'projectTypeId' })
  const teamId = useWatch({ control: form.control, name: 'teamId' })
  const isSeen = useStored(
    async (device) => field.value === 0 || (await device.rows('projectTypes').get(field.value)) !== undefined,
    [field.value],
  )
  const id = 'tasking-projectTypeId'
  if (isSeen === false) return <OfAnotherTeam id={id} label={labels.projectTypeId} />
  function choose(typeId: number) {
    field.onChange(typeId)
    const fits = pools.some((pool) => pool.poolCode === form.getValues('poolCode') && pool.projectTypeId === typeId)
    if (!fits) form.setValue('poolCode', '')
  }
  return (
    <Field id={id} label={labels.projectTypeId} required error={fieldState.error?.message}>
      <ChoiceInput
        from="projectTypes"
        label={labels.projectTypeId}
        required
        only={(row) => teamId === 0 || !row.teamId || row.teamId === teamId}
        value={field.value}
        onChange={choose}
      />
    </Field>
  )
}

function PoolField({ form, pools }: PoolsProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'poolCode' })
  const typeId = useWatch({ control: form.control, name: 'projectTypeId' })
  const asOf = useAsOf()
  const chosen = poolAt(pools, field.value)
  const id = 'tasking-poolCode'
  if (field.value && pools.length > 0 && !chosen)
    return <OfAnotherTeam id={id} label={labels.poolCode} is={field.value} />
  const offered = poolsOf(
    pools.filter((pool) => pool.active),
    typeId,
    chosen ?? null,
  )
  return (
    <Field
      id={id}
      label={labels.poolCode}
      required
      error={fieldState.error?.message}
      hint={typeId > 0 ? undefined : 'The pool codes of a project type appear once it is chosen.'}
    >
      <SearchPicker
        label={labels.poolCode}
        items={offered.map((pool) => poolItem(pool, asOf ? `as of ${asOf}` : ''))}
        value={chosen?.poolCode ?? null}
        onChange={(code) => field.onChange(code ?? '')}
        placeholder="Select a pool code"
        searchPlaceholder="Search code or ship number"
        emptyText={typeId > 0 ? 'No pool code matches.' : 'Choose a project type first.'}
      />
    </Field>
  )
}

function ShipField({ form, pools }: PoolsProps) {
  const pool = poolAt(pools, useWatch({ control: form.control, name: 'poolCode' }))
  return (
    <Field id="tasking-shipNumber" label="Ship number" readOnly hint="Comes with the pool code">
      <TextInput value={pool ? String(pool.shipNumber) : ''} onChange={() => undefined} />
    </Field>
  )
}

const poolAt = (pools: readonly PoolCode[], code: string) => pools.find((pool) => keyOf(pool.poolCode) === keyOf(code))

function OfAnotherTeam({ id, label, is = 'Of another team' }: { id: string; label: string; is?: string }) {
  return (
    <Field id={id} label={label} readOnly hint="A team's money is shown to that team, so it stays as it is">
      <TextInput value={is} onChange={() => undefined} />
    </Field>
  )
}

function DueDateField({ form, readOnly, isNew }: { form: TaskingFormApi; readOnly: boolean; isNew: boolean }) {
  const today = useToday()
  const { field, fieldState } = useController({ control: form.control, name: 'dueDate' })
  const isLate = isNew && field.value !== '' && field.value < today
  return (
    <Field
      id="tasking-dueDate"
      label={labels.dueDate}
      required={!readOnly}
      readOnly={readOnly}
      error={fieldState.error?.message}
      hint={
        readOnly
          ? 'Only a contracting officer can change the due date'
          : isLate && 'Before today: overdue as soon as it is saved'
      }
    >
      {readOnly ? (
        <TextInput type="date" value={field.value} onChange={() => undefined} />
      ) : (
        <DateInput {...field} today={today} />
      )}
    </Field>
  )
}

interface MoneyFieldProps {
  form: TaskingFormApi
  name: TaskingField & ('taskingCostEstimate' | 'initialCostEstimate' | 'actualCost')
  hint?: string
}

function MoneyField({ form, name, hint }: MoneyFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <Field id={`tasking-${name}`} label={labels[name]} error={fieldState.error?.message} hint={hint}>
      <MoneyInput {...field} placeholder="0" />
    </Field>
  )
}
