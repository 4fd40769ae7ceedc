import { useParams } from 'react-router-dom'
import { messages } from '#shared/model/messages.ts'
import { projectDetail } from '#shared/queries/projects.ts'
import { useMeta, useQuery } from '#web/data/use-query.ts'
import { useOnline } from '#web/parts/live-line.tsx'
import { paths } from '#web/parts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Card } from '#web/ui/panel.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { ProjectScreen } from './project-screen.tsx'

export function ProjectPage() {
  const id = Number(useParams()['id'])
  return <ProjectById key={id} id={Number.isSafeInteger(id) ? id : 0} />
}

function ProjectById({ id }: { id: number }) {
  const detail = useQuery(projectDetail, { id })
  if (detail) return <ProjectScreen detail={detail} />
  return detail === null ? <MissingProject /> : <WaitingProject />
}

function WaitingProject() {
  return (
    <Page title="Tasking">
      <CardSkeleton lines={8} />
    </Page>
  )
}

/** Not here: still on its way, out of reach, or nowhere at all. */
function MissingProject() {
  const online = useOnline()
  const position = useMeta('position')
  if (!position || (online && !position.ready)) return <WaitingProject />
  const find = (
    <ButtonLink to={paths.find()} icon="search">
      Go to Find
    </ButtonLink>
  )
  return (
    <Page title="Tasking not found" hideTitleOnPhone>
      <Card>
        {online ? (
          <EmptyState
            heading="Not found"
            text="This tasking does not exist, or it was closed long ago and is not kept on this device."
            action={find}
          />
        ) : (
          <EmptyState heading="Not found" text={messages.notOnDevice} action={find} />
        )}
      </Card>
    </Page>
  )
}
