import { verdictOn } from '#shared/rules/abilities.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useStored } from '#web/data/use-query.ts'
import { Notice } from '#web/parts/notice.tsx'
import { paths } from '#web/parts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { editKey } from './use-tasking-draft.ts'

/** Words about this tasking that are on this device only: an edit that was not taken, or one that is half-typed. */
export function UnsavedEdit({ project }: { project: ProjectDetail['project'] }) {
  const { user: actor, organisation } = useDevice()
  const projectId = project.id
  const found = useStored(
    async (device) => {
      const refused = await device.attention
        .filter(({ call }) => call.name === 'editProject' && (call.input as { id?: number }).id === projectId)
        .count()
      if (refused > 0) return 'refused'
      return (await device.forms.get(editKey(projectId))) ? 'typed' : undefined
    },
    [projectId],
  )
  if (!found) return null
  const isRefused = found === 'refused'
  const isShut = verdictOn('edit', project, { actor, organisation }) !== null
  return (
    <Notice
      icon={isRefused ? 'warning' : 'pencil'}
      tone={isRefused ? 'warn' : 'quiet'}
      title={isRefused ? 'Not all of your edit was saved' : `You ${isShut ? 'had' : 'have'} begun to edit this tasking`}
      action={<ButtonLink to={paths.editProject(projectId)}>{isRefused || isShut ? 'Look at it' : 'Go on'}</ButtonLink>}
    >
      {isShut && 'It cannot be edited any more. '}
      {isRefused && !isShut
        ? 'What you typed is kept on this device until you have chosen.'
        : 'What you typed is kept on this device.'}
    </Notice>
  )
}
