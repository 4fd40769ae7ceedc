import { useController, useWatch, type Control } from 'react-hook-form'
import { Navigate, useNavigate } from 'react-router-dom'
import { describeRequest } from '#shared/commands/requests.ts'
import type { Refusal } from '#shared/kernel/refusal.ts'
import { shownAs } from '#shared/lib/shown-as.ts'
import { catalogueTask } from '#shared/model/catalogue.ts'
import { promptsOf } from '#shared/model/prompts.ts'
import type { Request } from '#shared/model/request.ts'
import { withoutLongTexts } from '#shared/rules/edits.ts'
import { paths } from '#web/parts/paths.ts'
import { Notice } from '#web/parts/notice.tsx'
import { useAct } from '#web/parts/use-act.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CheckOption, OptionGroup } from '#web/ui/choice.tsx'
import { ErrorList } from '#web/ui/error-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { listErrors } from '#web/parts/field-errors.ts'
import { Loading, RequestOfPath, type RequestSummary } from './own-request.tsx'
import { ReplacedTexts } from './replaced-texts.tsx'
import { RequestFacts, stepNotes } from './request-facts.tsx'
import { isOffered } from './task-selection.ts'
import { refusalAt, useRequestCalls } from './use-request-calls.ts'
import { useStepDraft, type UsedStepDraft } from './use-step-draft.ts'
import { useSwitchedOff } from './use-switched-off.ts'
import { useStepForm } from '#web/parts/use-step-form.ts'
import { BackLink, NextButton, StepBody, WizardFooter, WizardForm, WizardStep } from './wizard-step.tsx'

type DetailValues = Pick<Request, 'contactDetails' | 'taskDetails' | 'specialInstructions' | 'subTaskId'>

export function DetailsPage() {
  return <RequestOfPath>{(request) => <Details key={request.id} request={request} />}</RequestOfPath>
}

function Details({ request }: { request: RequestSummary }) {
  const calls = useRequestCalls(request.id)
  const draft = useStepDraft<DetailValues>(request.id, 'details', calls)
  const switchedOff = useSwitchedOff()
  if (request.complete) return <Navigate to={paths.requestProjects(request.id)} replace />
  if (request.tasks.length === 0) return <Navigate to={paths.requestTasks(request.id)} replace />
  if (!calls || !switchedOff || draft.stored === undefined) return <Loading />
  return (
    <DetailsForm
      request={request}
      draft={draft}
      refused={refusalAt(calls, 'details')}
      switchedOff={switchedOff.tasks}
    />
  )
}

const detailsOf = (request: RequestSummary): DetailValues => ({
  contactDetails: request.contactDetails,
  taskDetails: request.taskDetails,
  specialInstructions: request.specialInstructions,
  subTaskId: request.subTaskId,
})

interface DetailsFormProps {
  request: RequestSummary
  draft: UsedStepDraft<DetailValues>
  refused: Refusal | null
  switchedOff: ReadonlySet<number>
}

function DetailsForm({ request, draft, refused, switchedOff }: DetailsFormProps) {
  const { form, edits, submit, busy } = useStepForm<DetailValues>({ draft, current: detailsOf(request), refused })
  const { control, formState } = form
  const describe = useAct(describeRequest)
  const navigate = useNavigate()
  const option = optionWithSubTasks(request)
  const subTaskId = useWatch({ control, name: 'subTaskId' })
  const isUnchosen = option !== undefined && !option.subTasks.some((subTask) => subTask.taskId === subTaskId)
  const isDeadEnd = isUnchosen && option.subTasks.every(({ taskId }) => switchedOff.has(taskId))
  const prompts = promptsOf[request.category]

  const next = submit(async (values) => {
    const performed = await describe(
      (newId) => ({ requestId: request.id, revisionId: newId(), fields: withoutLongTexts(edits(values)) }),
      { quiet: true, also: draft.sent },
    )
    if (performed.refusal) return performed.refusal
    void navigate(paths.requestComplete(request.id))
    return null
  })

  return (
    <WizardStep
      step={2}
      notes={[...stepNotes(request), 'Say what you need']}
      savedAt={draft.savedAt ?? request.modifiedDate}
      aside={<RequestFacts request={request} tasks={request.tasks} />}
    >
      <WizardForm onSubmit={next}>
        <StepBody>
          <ErrorList errors={listErrors(formState.errors, 'details')} />
          {option && isDeadEnd && <NoSubTask option={option} requestId={request.id} />}
          {option && !isDeadEnd && <SubTaskField control={control} option={option} switchedOff={switchedOff} />}
          <TextField
            control={control}
            name="contactDetails"
            label="Contact Details"
            help={prompts?.contact}
            request={request}
            rows={3}
          />
          <TextField
            control={control}
            name="taskDetails"
            label="Request Details"
            help={prompts?.details}
            request={request}
            rows={5}
          />
          <TextField
            control={control}
            name="specialInstructions"
            label="Special Instructions"
            help={prompts?.instructions}
            request={request}
            rows={3}
            optional
          />
        </StepBody>
        <WizardFooter
          back={<BackLink to={paths.requestTasks(request.id)}>Back</BackLink>}
          reason={isUnchosen ? `Choose ${isDeadEnd ? 'another task' : `which ${option.name} task`} first.` : undefined}
          reasonId="next-reason"
        >
          <NextButton loading={busy} disabled={isUnchosen} aria-describedby={isUnchosen ? 'next-reason' : undefined}>
            Next: Complete
          </NextButton>
        </WizardFooter>
      </WizardForm>
    </WizardStep>
  )
}

interface OptionWithSubTasks {
  name: string
  subTasks: readonly { taskId: number; name: string }[]
}

function optionWithSubTasks(request: RequestSummary): OptionWithSubTasks | undefined {
  for (const task of request.tasks) {
    const option = catalogueTask(task.taskId)
    if (option?.subTasks && option.subTasks.length > 0) return { name: option.name, subTasks: option.subTasks }
  }
  return undefined
}

interface SubTaskFieldProps {
  control: Control<DetailValues>
  option: OptionWithSubTasks
  switchedOff: ReadonlySet<number>
}

function SubTaskField({ control, option, switchedOff }: SubTaskFieldProps) {
  const { field, fieldState } = useController({ control, name: 'subTaskId' })
  const offered = option.subTasks.filter(({ taskId }) => isOffered(taskId, switchedOff, taskId === field.value))
  return (
    <Field group id="details-subTaskId" label={`${option.name}: which task?`} error={fieldState.error?.message}>
      <OptionGroup columns={2} role="radiogroup">
        {offered.map((subTask) => (
          <CheckOption
            key={subTask.taskId}
            type="radio"
            name="subTaskId"
            title={shownAs(subTask.name, !switchedOff.has(subTask.taskId))}
            checked={field.value === subTask.taskId}
            onChange={() => field.onChange(subTask.taskId)}
          />
        ))}
      </OptionGroup>
    </Field>
  )
}

/** Chosen while some were still offered, or from an older app: what can be done is a step back. */
function NoSubTask({ option, requestId }: { option: OptionWithSubTasks; requestId: number }) {
  return (
    <Notice
      icon="warning"
      tone="warn"
      title={`${option.name} is no longer offered.`}
      action={
        <ButtonLink size="small" variant="contained" to={paths.requestTasks(requestId)}>
          Choose another task
        </ButtonLink>
      }
    >
      <p>None of its tasks can be chosen any more. What you have typed is kept.</p>
    </Notice>
  )
}

interface TextFieldProps {
  control: Control<DetailValues>
  name: 'contactDetails' | 'taskDetails' | 'specialInstructions'
  label: string
  help: string | undefined
  request: RequestSummary
  rows: number
  optional?: boolean
}

function TextField({ control, name, label, help, request, rows, optional = false }: TextFieldProps) {
  const {
    field: { ref: fieldRef, ...field },
    fieldState,
  } = useController({ control, name })
  const length = field.value.trim().length
  return (
    <div>
      <Field
        id={`details-${name}`}
        label={label}
        help={help}
        required={!optional}
        optional={optional}
        hint={!optional && length > 0 && length < 3 ? 'At least 3 characters' : undefined}
        error={fieldState.error?.message}
      >
        <TextArea
          ref={fieldRef}
          name={name}
          rows={rows}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          placeholder={optional ? 'Anything else the team should know' : undefined}
        />
      </Field>
      <ReplacedTexts replaced={request.replaced} field={name} />
    </div>
  )
}
