import styled from '@emotion/styled'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { Navigate, useNavigate } from 'react-router-dom'
import { chooseTasks } from '#shared/commands/requests.ts'
import { sentenceOf, type Refusal } from '#shared/kernel/refusal.ts'
import { catalogue, categoryOf, type CatalogueTask, type Category } from '#shared/model/catalogue.ts'
import { descriptionOf, summaryOf } from '#shared/model/prompts.ts'
import { shownAs } from '#shared/lib/shown-as.ts'
import { editsBetween } from '#shared/rules/edits.ts'
import { paths } from '#web/parts/paths.ts'
import { useAct } from '#web/parts/use-act.ts'
import { CheckOption, OptionGroup } from '#web/ui/choice.tsx'
import { ErrorList, type ListedError } from '#web/ui/error-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/state/toasts.ts'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { categoryIcon } from './category-icons.ts'
import { ChoiceCard, ChosenRow } from './choice-card.tsx'
import { Loading, RequestOfPath, type RequestSummary } from './own-request.tsx'
import { RequestFacts, stepNotes } from './request-facts.tsx'
import { carryOver, untouched } from '#web/state/step-draft.ts'
import {
  chooseCategory,
  isChosen,
  isOffered,
  isSingleChoice,
  offeredTasks,
  toggleTask,
  type TaskSelection,
} from './task-selection.ts'
import { useBusy } from '#web/parts/use-busy.ts'
import { refusalAt, useRequestCalls } from './use-request-calls.ts'
import { useSwitchedOff, type SwitchedOff } from './use-switched-off.ts'
import { useStepDraft, type UsedStepDraft } from './use-step-draft.ts'
import { BackLink, NextButton, StepBody, StepHeading, WizardFooter, WizardForm, WizardStep } from './wizard-step.tsx'

export function TasksPage() {
  return <RequestOfPath>{(request) => <Tasks key={request.id} request={request} />}</RequestOfPath>
}

function Tasks({ request }: { request: RequestSummary }) {
  const calls = useRequestCalls(request.id)
  const draft = useStepDraft<TaskSelection>(request.id, 'tasks', calls)
  const switchedOff = useSwitchedOff()
  if (request.complete) return <Navigate to={paths.requestProjects(request.id)} replace />
  if (!calls || !switchedOff || draft.stored === undefined) return <Loading />
  return <TasksForm request={request} draft={draft} refused={refusalAt(calls, 'tasks')} switchedOff={switchedOff} />
}

interface TasksFormProps {
  request: RequestSummary
  draft: UsedStepDraft<TaskSelection>
  refused: Refusal | null
  switchedOff: SwitchedOff
}

function TasksForm({ request, draft, refused, switchedOff }: TasksFormProps) {
  const [mine, setMine] = useState(draft.stored ?? null)
  const [problem, setProblem] = useState(refused && sentenceOf(refused))
  const undoToast = useRef<() => void>(undefined)
  const choose = useAct(chooseTasks)
  const navigate = useNavigate()
  const { busy, run } = useBusy()
  const { base, values } = carryOver(mine, { category: request.category, tasks: request.tasks })

  // Undo belongs to this screen: after it is left, the selection it would bring back is no longer the last one.
  useEffect(() => () => undoToast.current?.(), [])

  function change(next: TaskSelection) {
    const changed = { base, values: next }
    setMine(changed)
    draft.save(changed, untouched(changed))
    if (next.tasks.length > 0) setProblem(null)
  }

  function pickCategory(category: number) {
    const before = values
    change(chooseCategory(before, category))
    if (before.category === category || before.tasks.length === 0) return
    undoToast.current?.()
    undoToast.current = toast(`Your ${categoryOf(before.category)?.name ?? ''} tasks were cleared.`, {
      actions: [{ label: 'Undo', onClick: () => change(before) }],
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // The same sentence once more is news again, and takes the focus.
    setProblem(null)
    void run(async () => {
      const fields = editsBetween(base, values)
      const performed = await choose((newId) => ({ requestId: request.id, revisionId: newId(), fields }), {
        quiet: true,
        also: draft.sent,
      })
      if (performed.refusal) return setProblem(sentenceOf(performed.refusal))
      void navigate(paths.requestDetails(request.id))
    })
  }

  const [startNote] = stepNotes(request)
  return (
    <WizardStep
      step={1}
      notes={[startNote, 'Choose what you need']}
      savedAt={draft.savedAt ?? request.modifiedDate}
      aside={<RequestFacts request={request} tasks={values.tasks} />}
    >
      <WizardForm onSubmit={submit}>
        <StepBody>
          <ErrorList errors={problem ? [{ message: problem, fieldId: errorTarget(values) }] : noErrors} />
          <Categories chosen={values.category} switchedOff={switchedOff.services} onChoose={pickCategory} />
          <Options selection={values} switchedOff={switchedOff.tasks} onChange={change} error={problem} />
        </StepBody>
        <WizardFooter
          back={<BackLink to={paths.editStart(request.id)}>Back</BackLink>}
          chosen={values.tasks.map(({ name }) => name)}
        >
          <NextButton loading={busy}>Next: Details</NextButton>
        </WizardFooter>
      </WizardForm>
    </WizardStep>
  )
}

const noErrors: ListedError[] = []
const errorTarget = ({ category }: TaskSelection): string => (category > 0 ? 'task-options' : 'task-categories')

interface CategoriesProps {
  chosen: number
  switchedOff: ReadonlySet<number>
  onChoose: (category: number) => void
}

/** On the phone what has been chosen folds to one row, so that its options are seen at once. */
function Categories({ chosen, switchedOff, onChoose }: CategoriesProps) {
  const headingId = useId()
  const phone = usePhone()
  const [isOpen, setOpen] = useState(chosen === 0)
  const row = useRef<HTMLButtonElement>(null)
  const card = useRef<HTMLButtonElement>(null)
  const category = categoryOf(chosen)
  const offered = catalogue.filter(({ id }) => isOffered(id, switchedOff, id === chosen))
  const shown = ({ id, name }: Category) => shownAs(name, !switchedOff.has(id))
  const isFolded = phone && !isOpen && category !== undefined

  function choose(id: number) {
    onChoose(id)
    if (!phone) return
    flushSync(() => setOpen(false))
    // The card that was pressed is gone.
    row.current?.focus({ preventScroll: true })
  }
  function open() {
    flushSync(() => setOpen(true))
    card.current?.focus({ preventScroll: true })
  }
  return (
    <section aria-labelledby={headingId}>
      <CategoriesHeading id={headingId}>What do you need?</CategoriesHeading>
      {isFolded ? (
        <ChosenRow
          ref={row}
          icon={categoryIcon(category.id)}
          name={shown(category)}
          line={summaryOf[category.id]}
          onClick={open}
        />
      ) : (
        <Cards id="task-categories" role="group" aria-labelledby={headingId}>
          {offered.map((each) => (
            <ChoiceCard
              key={each.id}
              ref={each.id === chosen ? card : undefined}
              icon={categoryIcon(each.id)}
              name={shown(each)}
              line={summaryOf[each.id]}
              selected={each.id === chosen}
              onClick={() => choose(each.id)}
            />
          ))}
        </Cards>
      )}
    </section>
  )
}

interface OptionsProps {
  selection: TaskSelection
  switchedOff: ReadonlySet<number>
  onChange: (selection: TaskSelection) => void
  error: string | null
}

function Options({ selection, switchedOff, onChange, error }: OptionsProps) {
  const category = categoryOf(selection.category)
  if (!category) return null
  const single = isSingleChoice(category.id)
  const toggle = (option: CatalogueTask) => onChange(toggleTask(selection, option))
  return (
    <Field
      group
      id="task-options"
      label={<StepHeading>{category.name}</StepHeading>}
      end={<Count role="status">{single ? 'Choose one' : `${selection.tasks.length} chosen`}</Count>}
      error={error ?? undefined}
    >
      <OptionGroup columns={2} role={single ? 'radiogroup' : 'group'}>
        {offeredTasks(selection, switchedOff).map((option) => (
          <CheckOption
            key={option.taskId}
            type={single ? 'radio' : 'checkbox'}
            name="task"
            title={shownAs(option.name, !switchedOff.has(option.taskId))}
            description={descriptionOf[option.taskId]}
            checked={isChosen(selection, option.taskId)}
            onChange={() => toggle(option)}
          />
        ))}
      </OptionGroup>
    </Field>
  )
}

const CategoriesHeading = styled(StepHeading)({ marginBottom: 12, [media.phone]: { marginBottom: 8 } })
const Cards = styled.div({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  [media.phone]: { gap: 8, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
})
const Count = styled.span({ ...textSize.small, color: token.text2 })
