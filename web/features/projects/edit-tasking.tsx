import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { editProject } from '#shared/commands/projects.ts'
import * as messages from '#shared/model/messages.ts'
import { mergeEdits } from '#shared/rules/edits.ts'
import { verdictOn } from '#shared/rules/abilities.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { paths } from '#web/parts/paths.ts'
import { useAct } from '#web/parts/use-act.ts'
import { useSteady } from '#web/parts/use-steady.ts'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { TaskingForm } from './tasking-form.tsx'
import { amountErrors, editsIn, valuesOf } from './tasking-values.ts'
import { editKey, useTaskingDraft } from './use-tasking-draft.ts'

/** What is typed over a tasking becomes one call with the fields that differ, and what each was typed over (C-163). */
export function EditTasking({ detail }: { detail: ProjectDetail }) {
  const { user: actor, organisation } = useDevice()
  const { project } = detail
  const { id } = project
  const draft = useTaskingDraft(editKey(id), 'editProject', id)
  const edit = useAct(editProject)
  const navigate = useNavigate()
  // What is sent must not come back into the form while the page is left.
  const [leaving, setLeaving] = useState(false)
  const current = useSteady(valuesOf(project))

  if (draft.stored === undefined || leaving) return <CardSkeleton lines={8} />
  return (
    <TaskingForm
      detail={detail}
      current={current}
      draft={draft}
      back={paths.project(id)}
      mayMoveDueDate={verdictOn('editDueDate', project, { actor, organisation }) === null}
      onSave={async (typed, { edits, exceeds }) => {
        const contested = mergeEdits(current, edits).contested
        const performed = await edit(() => ({ id, fields: editsIn(edits), ...exceeds }), {
          errors: [...amountErrors(typed), ...contested.map((field) => ({ field, message: messages.chooseFirst }))],
          showErrors: () => undefined,
          already: 'Nothing was changed.',
          also: draft.sent,
        })
        if (performed.refusal) return performed.refusal
        setLeaving(true)
        void navigate(paths.project(id), { replace: true })
        return null
      }}
    />
  )
}
