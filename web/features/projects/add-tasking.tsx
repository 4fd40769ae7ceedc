import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { addProject } from '#shared/commands/projects.ts'
import { homePathOf } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { paths } from '#web/parts/paths.ts'
import { useAct } from '#web/parts/use-act.ts'
import { useSteady } from '#web/parts/use-steady.ts'
import { ownIds } from '#web/state/refused-request.ts'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { TaskingForm } from './tasking-form.tsx'
import { amountErrors, factsIn, valuesOf } from './tasking-values.ts'
import { useTaskingDraft } from './use-tasking-draft.ts'

/** A new tasking; `again` is the id of one that was refused: it keeps its reference, which the server never used. */
export function AddTasking({ again }: { again: number }) {
  const { device, user } = useDevice()
  const draft = useTaskingDraft(again > 0 ? `project:${again}:again` : 'project:new', 'addProject', again)
  const add = useAct(addProject)
  const navigate = useNavigate()
  // What is sent must not come back into the form while the page is left.
  const [leaving, setLeaving] = useState(false)
  const current = useSteady(valuesOf({ teamId: user.teamId }))

  if (draft.stored === undefined || leaving) return <CardSkeleton lines={8} />
  return (
    <TaskingForm
      current={current}
      draft={draft}
      back={homePathOf(user)}
      onSave={async (typed, { exceeds }) => {
        const isOwn = await ownIds(device)
        const performed = await add(
          (newId) => ({ id: again > 0 && isOwn(again) ? again : newId(), ...factsIn(typed), ...exceeds }),
          {
            errors: amountErrors(typed),
            showErrors: () => undefined,
            also: draft.sent,
          },
        )
        if (performed.refusal) return performed.refusal
        setLeaving(true)
        void navigate(paths.project(performed.input.id), { replace: true })
        return null
      }}
    />
  )
}
