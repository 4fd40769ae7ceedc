import { useStored } from '#web/data/use-query.ts'
import { Notice } from '#web/parts/notice.tsx'
import { paths } from '#web/parts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Words about this tasking that are on this device only: an edit that was not taken, or one that is half-typed. */
export function UnsavedEdit({ projectId }: { projectId: number }) {
  const found = useStored(
    async (device) => {
      const refused = await device.attention
        .filter(({ call }) => call.name === 'editProject' && (call.input as { id?: number }).id === projectId)
        .count()
      if (refused > 0) return 'refused'
      return (await device.forms.get(`project:${projectId}`)) ? 'typed' : undefined
    },
    [projectId],
  )
  if (!found) return null
  const isRefused = found === 'refused'
  return (
    <Notice
      icon={isRefused ? 'warning' : 'pencil'}
      tone={isRefused ? 'warn' : 'quiet'}
      title={isRefused ? 'Not all of your edit was saved' : 'You have begun to edit this tasking'}
      action={<ButtonLink to={paths.editProject(projectId)}>{isRefused ? 'Look at it' : 'Go on'}</ButtonLink>}
    >
      {isRefused
        ? 'What you typed is kept on this device until you have chosen.'
        : 'What you typed is kept on this device.'}
    </Notice>
  )
}
