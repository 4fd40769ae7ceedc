import { useStored } from '#web/data/use-query.ts'
import { ChangedMeanwhile } from '#web/parts/changed-meanwhile.tsx'
import { readableValue } from '#web/parts/readable-value.ts'
import { labels, type TaskingField } from '#web/parts/tasking-labels.ts'
import type { ProjectDetail } from './project-detail.ts'
import { factsIn, type TaskingValues } from './tasking-values.ts'

interface TaskingChangedProps {
  project: ProjectDetail['project']
  /** Typed here, and made something else of by somebody meanwhile. */
  fields: readonly TaskingField[]
  current: TaskingValues
  onTake: (field: TaskingField) => void
  onKeep: (field: TaskingField) => void
}

export function TaskingChanged({ project, fields, current, onTake, onKeep }: TaskingChangedProps) {
  const facts = factsIn(current)
  const theirs = useStored(
    (device) => Promise.all(fields.map((field) => readableValue(device, field, facts[field]))),
    [JSON.stringify(fields.map((field) => facts[field])), fields.join()],
  )
  return (
    <ChangedMeanwhile
      what="this tasking"
      row={project}
      fields={fields.map((name, at) => ({ name, label: labels[name], theirs: theirs?.[at] }))}
      onTake={onTake}
      onKeep={onKeep}
    />
  )
}
