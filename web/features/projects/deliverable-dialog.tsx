import styled from '@emotion/styled'
import { useState } from 'react'
import { addDeliverable, editDeliverable } from '#shared/commands/deliverables.ts'
import { formatDay } from '#shared/lib/day.ts'
import { editsBetween } from '#shared/rules/edits.ts'
import { hasWords } from '#shared/lib/words.ts'
import { useAct } from '#web/parts/use-act.ts'
import { useKeptForm } from '#web/parts/use-kept-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import type { Deliverable, ProjectDetail } from './project-detail.ts'
import { WordsDialog } from './words-dialog.tsx'

interface DeliverableDialogProps {
  /** Null for a new one. */
  row: Deliverable | null
  detail: ProjectDetail
  onClose: () => void
}

interface Values {
  name: string
  dueDate: string
  startDate: string
  completedDate: string
}
const ids = {
  name: 'deliverable-name',
  dueDate: 'deliverable-due',
  startDate: 'deliverable-start',
  completedDate: 'deliverable-completed',
}

/**
 * A new deliverable, or another name and other days for an open one. `seen` is what it said when the first word was typed: what
 * somebody else has changed since is not replaced in silence (C-163).
 */
export function DeliverableDialog({ row, detail, onClose }: DeliverableDialogProps) {
  const { project } = detail
  const add = useAct(addDeliverable)
  const edit = useAct(editDeliverable)
  const [opened] = useState(() => valuesOf(row))
  const key = row ? `deliverable:${row.id}` : `add-deliverable:${project.id}`
  const form = useKeptForm<Values & { seen: string }>(key, { ...opened, seen: '' }, ids)
  const { seen, ...values } = form.values
  const offers = row
    ? []
    : detail.standardDeliverables.filter((name) => name !== values.name && hasWords(name, values.name))

  function set(typed: Partial<Values>) {
    const isAsOpened = JSON.stringify({ ...values, ...typed }) === JSON.stringify(opened)
    form.set({ ...typed, seen: isAsOpened ? '' : seen || JSON.stringify(opened) })
  }
  const send = () =>
    form.send((_, options) => {
      const { name, dueDate } = inCall(values)
      if (!row) return add((newId) => ({ id: newId(), projectTaskId: project.id, name, dueDate }), options)
      const before = seen ? (JSON.parse(seen) as Values) : opened
      return edit(() => ({ id: row.id, fields: editsBetween(inCall(before), inCall(values)) }), options)
    }, onClose)
  const day = (field: Exclude<keyof Values, 'name'>) => (
    <TextInput type="date" value={values[field]} onChange={(event) => set({ [field]: event.target.value })} />
  )
  const isLate = values.dueDate > project.dueDate

  return (
    <WordsDialog
      title={row ? 'Edit deliverable' : 'Add deliverable'}
      subtitle={project.name}
      verb={row ? 'Save' : 'Add'}
      form={form}
      onSend={() => void send()}
      onClose={onClose}
    >
      <div>
        <Field id={ids.name} label="Name" error={form.errorAt('name')} required>
          <TextInput autoFocus value={values.name} onChange={(event) => set({ name: event.target.value })} />
        </Field>
        {offers.length > 0 && (
          <Chips role="group" aria-label="Standard deliverables">
            {offers.map((name) => (
              <Button key={name} size="small" onClick={() => set({ name })}>
                {name}
              </Button>
            ))}
          </Chips>
        )}
      </div>
      <Field
        id={ids.dueDate}
        label="Due date"
        error={form.errorAt('dueDate')}
        hint={isLate && `This is after the tasking is due (${formatDay(project.dueDate)}).`}
        optional
      >
        {day('dueDate')}
      </Field>
      {row?.startDate && (
        <>
          <Field id={ids.startDate} label="Start date" error={form.errorAt('startDate')} optional>
            {day('startDate')}
          </Field>
          <Field
            id={ids.completedDate}
            label="Completed date"
            error={form.errorAt('completedDate')}
            hint="The day that Complete will write down, instead of the day on which it is pressed."
            optional
          >
            {day('completedDate')}
          </Field>
        </>
      )}
    </WordsDialog>
  )
}

const valuesOf = (row: Deliverable | null): Values => ({
  name: row?.name ?? '',
  dueDate: row?.dueDate ?? '',
  startDate: row?.startDate ?? '',
  completedDate: row?.completedDate ?? '',
})
/** No day is null in a call. */
const inCall = ({ name, ...days }: Values) => ({
  name,
  dueDate: days.dueDate || null,
  startDate: days.startDate || null,
  completedDate: days.completedDate || null,
})

const Chips = styled.div({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 })
