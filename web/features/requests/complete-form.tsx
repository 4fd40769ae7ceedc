import styled from '@emotion/styled'
import { useEffect, useState, type ReactNode } from 'react'
import { useController, type Control } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { emailPattern } from '#shared/lib/email.ts'
import type { Refusal } from '#shared/kernel/refusal.ts'
import type { Request } from '#shared/model/request.ts'
import { people } from '#shared/queries/requests.ts'
import { isGovernment } from '#shared/rules/access.ts'
import { taskInWords } from '#shared/rules/content.ts'
import { eachOnce, recipientsFromText, recipientsToText } from '#shared/rules/recipients.ts'
import { useQuery } from '#web/data/use-query.ts'
import { FilesPanel } from '#web/parts/files-part.tsx'
import { useAsOf } from '#web/parts/live-line.tsx'
import { paths } from '#web/parts/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorList, focusField } from '#web/ui/error-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { TextArea } from '#web/ui/inputs.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { onDemand, pagePart } from '#web/ui/on-demand.tsx'
import { EndLink, Panel } from '#web/ui/panel.tsx'
import { radius, textSize, token } from '#web/theme/tokens.ts'
import { listErrors } from '#web/parts/field-errors.ts'
import { ChipsInput } from './chips-input.tsx'
import { faultPath } from './fault-path.ts'
import type { RequestSummary } from './own-request.tsx'
import { startFacts, stepNotes } from './request-facts.tsx'
import type { firstRefusal } from './use-request-calls.ts'
import type { StepName } from '#web/sync/fold-requests.ts'
import { useStepForm, type StepFormDraft } from '#web/parts/use-step-form.ts'
import { BackLink, StepBody, StepHeading, WizardFooter, WizardForm, WizardStep } from './wizard-step.tsx'

const AddToRequest = onDemand(() => import('./add-to-request.tsx').then((part) => part.AddToRequest))
// Hardly any request needs it.
const InTheWay = pagePart(() => import('./in-the-way.tsx').then((part) => part.InTheWay))

export type CompleteValues = Pick<Request, 'recipients' | 'approval'>
/** With a recipient that is still being typed. */
export type CompleteTyped = CompleteValues & { typing: string }

interface CompleteFormProps {
  request: RequestSummary
  draft: StepFormDraft<CompleteTyped>
  refused: ReturnType<typeof firstRefusal>
  /** Steps where something is typed that the request does not say. */
  unsaid: readonly StepName[]
  /** Both hand back why it was refused. */
  onFinish: (values: CompleteValues) => Promise<Refusal | null>
  onAdd: (values: CompleteValues, finishFirst: boolean) => Promise<Refusal | null>
}

export function CompleteForm({ request, draft, refused, unsaid, onFinish, onAdd }: CompleteFormProps) {
  /** Told one by one, each with the way to its field. */
  const faults = refused?.step === 'complete' && refused.refusal.errors ? refused.refusal : null
  const current = { recipients: request.recipients, approval: request.approval, typing: '' }
  const { form, submit, busy } = useStepForm<CompleteTyped>({ draft, current, refused: faults })
  const { control, formState } = form
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()

  /** Which doubtful recipients were pressed on once: the next press sends them (C-133). */
  const [warnedOf, setWarnedOf] = useState('')
  /** What is typed elsewhere for this request is looked at first. What is typed here has become a recipient by the time of the press, also where it was typed before a reload and nobody has left the field since. */
  function unlessDoubtful(goOn: () => void) {
    if (unsaid.length > 0) return document.getElementById(IN_THE_WAY)?.focus()
    const { recipients, typing } = form.getValues()
    if (typing.trim() !== '') {
      form.setValue('recipients', recipientsToText(eachOnce([recipients, typing].flatMap(recipientsFromText))))
      form.setValue('typing', '')
    }
    const doubtful = doubtfulIn(form.getValues('recipients'))
    setWarnedOf(doubtful)
    if (doubtful === '' || doubtful === warnedOf) goOn()
  }
  // Drawn with what the press has finished.
  useEffect(() => {
    if (warnedOf !== '') document.getElementById(DOUBT)?.focus()
  }, [warnedOf])
  const finish = submit(onFinish)
  function goTo(fieldId: string) {
    const elsewhere = faultPath(request.id, fieldId)
    if (elsewhere) void navigate(elsewhere)
    else focusField(fieldId)
  }
  function add(finishFirst: boolean) {
    setAsking(false)
    submit((values) => onAdd(values, finishFirst))()
  }

  return (
    <WizardStep
      step={3}
      notes={[...stepNotes(request), undefined, 'Check and finish']}
      savedAt={draft.savedAt ?? request.modifiedDate}
    >
      <WizardForm
        onSubmit={(event) => {
          event.preventDefault()
          unlessDoubtful(finish)
        }}
      >
        <StepBody>
          <ErrorList errors={listErrors(formState.errors, 'complete')} onGo={goTo} />
          {(refused ?? unsaid.length > 0) && (
            // Here, so that the keyboard is led to it also while its part is on its way.
            <Notices id={IN_THE_WAY} tabIndex={-1}>
              <InTheWay requestId={request.id} refused={refused} unsaid={unsaid} />
            </Notices>
          )}
          <RecipientsField control={control} warnedOf={warnedOf} />
          <ApprovalField control={control} />
          <FilesPanel place={{ requestId: request.id }} files={request.files} />
          <Summary request={request} />
        </StepBody>
        <WizardFooter
          back={
            <BackLink to={paths.requestDetails(request.id)} data-desktop>
              Back
            </BackLink>
          }
        >
          <Button loading={busy} loadingLabel="Add to Request" onClick={() => unlessDoubtful(() => setAsking(true))}>
            Add to Request
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            Finish
          </Button>
        </WizardFooter>
      </WizardForm>
      {asking && <AddToRequest onClose={() => setAsking(false)} onAnswer={add} />}
    </WizardStep>
  )
}

const IN_THE_WAY = 'complete-in-the-way'
const DOUBT = 'complete-doubt'
/** What is among the recipients and is no address: "“Kofi” and “ana@”"; empty where all are. */
const doubtfulIn = (recipients: string): string =>
  new Intl.ListFormat('en').format(
    recipientsFromText(recipients).flatMap((one) => (emailPattern.test(one) ? [] : `“${one}”`)),
  )

function RecipientsField({ control, warnedOf }: { control: Control<CompleteTyped>; warnedOf: string }) {
  const { field, fieldState } = useController({ control, name: 'recipients' })
  const { field: typing } = useController({ control, name: 'typing' })
  const everybody = useQuery(people, {})
  const doubtful = doubtfulIn(field.value)
  // The government side comes first: it is whom requests are written to (C-139).
  const suggested = [...(everybody ?? [])].sort((a, b) => Number(isGovernment(b)) - Number(isGovernment(a)))
  return (
    <Field
      id="complete-recipients"
      label="Recipients"
      optional
      hint={
        doubtful ? (
          <Doubt id={DOUBT} tabIndex={-1}>
            <Icon name="warning" size={14} />
            <span>
              Does not look like an e-mail address: {doubtful}.{' '}
              {doubtful === warnedOf ? 'Correct it, or press once more to send it as it is.' : 'It is sent as it is.'}
            </span>
          </Doubt>
        ) : (
          'Who should know about this request.'
        )
      }
      error={fieldState.error?.message}
    >
      <ChipsInput
        values={recipientsFromText(field.value)}
        onChange={(emails) => field.onChange(recipientsToText(emails))}
        text={typing.value}
        onText={typing.onChange}
        onBlur={field.onBlur}
        suggestions={suggested.map((person) => ({ value: person.email, label: person.fullName }))}
        placeholder="Name or e-mail"
      />
    </Field>
  )
}

function ApprovalField({ control }: { control: Control<CompleteTyped> }) {
  const {
    field: { ref: fieldRef, ...field },
    fieldState,
  } = useController({ control, name: 'approval' })
  return (
    <Field
      id="complete-approval"
      label="Associate director approval"
      optional
      help="Only if an associate director has already agreed elsewhere, by e-mail or on the phone: who, when and in which words. With it the taskings go straight to COR authorization. Leave it empty to ask for approval here."
      error={fieldState.error?.message}
    >
      <TextArea ref={fieldRef} {...field} rows={3} placeholder="Evidence of an approval given elsewhere" />
    </Field>
  )
}

/** What will be sent, each part with the way back to its step. */
function Summary({ request }: { request: RequestSummary }) {
  const asOf = useAsOf()
  return (
    <Panel title="Your request">
      <PartHead what="Start" to={paths.editStart(request.id)}>
        Start
      </PartHead>
      <KeyValues items={startFacts(request, asOf)} labelWidth={104} />
      <PartHead what="tasks" to={paths.requestTasks(request.id)}>
        Tasks · {request.type}
      </PartHead>
      <TaskList>
        {request.tasks.map((task) => (
          <li key={task.taskId}>{taskInWords(task, request.subTaskId)}</li>
        ))}
      </TaskList>
      <Quiet>Each task becomes one tasking.</Quiet>
      <PartHead what="details" to={paths.requestDetails(request.id)}>
        Details
      </PartHead>
      <KeyValues
        labelWidth={104}
        items={[
          { label: 'Contact', value: <Text>{request.contactDetails}</Text> },
          { label: 'Request', value: <Text>{request.taskDetails}</Text> },
          ...(request.specialInstructions
            ? [{ label: 'Instructions', value: <Text>{request.specialInstructions}</Text> }]
            : []),
        ]}
      />
    </Panel>
  )
}

function PartHead({ what, to, children }: { what: string; to: string; children: ReactNode }) {
  return (
    <Part>
      <StepHeading as="h3">{children}</StepHeading>
      <EndLink to={to} aria-label={`Change ${what}`}>
        Change
      </EndLink>
    </Part>
  )
}

const Notices = styled.div({ display: 'grid', gap: 12, borderRadius: radius.card })
const Doubt = styled.span({ display: 'flex', gap: 6, color: token.warn, '& > svg': { flex: 'none', marginTop: 2 } })
const Part = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  margin: '12px 0 4px',
  paddingTop: 8,
  borderTop: `1px solid ${token.divider}`,
  '&:first-of-type': { marginTop: 0 },
})
const TaskList = styled.ul({ fontWeight: 500 })
const Quiet = styled.p({ marginTop: 4, ...textSize.small, color: token.text2 })
const Text = styled.span({ whiteSpace: 'pre-wrap' })
