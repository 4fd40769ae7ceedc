import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { mayAddProject, verdictOn } from '#shared/rules/abilities.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { idIn } from '#web/parts/id-in.ts'
import { paths } from '#web/parts/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Crumbs } from '#web/ui/crumbs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyPage } from '#web/ui/on-demand.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { CardSkeleton } from '#web/ui/skeleton.tsx'
import { HeadingMeta } from './heading-meta.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { TaskingById } from './tasking-by-id.tsx'
import { Waiting } from '../../loading/waiting.tsx'

// What a form needs is fetched behind its heading: a page that only says why there is none costs little.
const EditTasking = lazyPage(() => import('./edit-tasking.tsx').then((part) => part.EditTasking))
const KeptEdit = lazyPage(() => import('./kept-edit.tsx').then((part) => part.KeptEdit))
const AddTasking = lazyPage(() => import('./add-tasking.tsx').then((part) => part.AddTasking))

/** Core and Details of a tasking; without an id, or with 0, of a new one (C-031). */
export function EditPage() {
  const { pathname } = useLocation()
  const id = Math.max(0, idIn(useParams()['id'] ?? ''))
  if (pathname === paths.addProject) return <AddPage />
  if (id === 0) return <Navigate to={paths.addProject} replace />
  return (
    <TaskingById key={id} id={id}>
      {(detail) => <EditById detail={detail} />}
    </TaskingById>
  )
}

function EditById({ detail }: { detail: ProjectDetail }) {
  const { user: actor, organisation } = useDevice()
  const { project } = detail
  const why = verdictOn('edit', project, { actor, organisation })
  const way = [
    { label: 'Taskings', to: paths.find() },
    { label: project.name, to: paths.project(project.id) },
    { label: 'Edit' },
  ]
  return (
    <Page
      title={`Edit ${project.name} · ${project.task}`}
      breadcrumb={<Crumbs way={way} />}
      meta={<HeadingMeta detail={detail} />}
    >
      {why ? (
        <Stack>
          <EmptyState
            heading={`${project.name} cannot be edited`}
            text={why.refused === 'not-allowed' ? onceApproved : sentenceOf(why)}
            action={<ButtonLink to={paths.project(project.id)}>Open the tasking</ButtonLink>}
          />
          <Waiting>
            <KeptEdit project={project} />
          </Waiting>
        </Stack>
      ) : (
        <Waiting fallback={<CardSkeleton lines={8} />}>
          <EditTasking detail={detail} />
        </Waiting>
      )}
    </Page>
  )
}

const onceApproved = 'After its approval a tasking is edited by a Manager, an Analyst, an AD or a COR.'

/** Internal work of a Manager or an Analyst; with `?again=` one that the server has refused. */
function AddPage() {
  const { user } = useDevice()
  const [search] = useSearchParams()
  const again = Math.max(0, idIn(search.get('again') ?? ''))
  return (
    <Page
      title="Add a Project"
      breadcrumb={<Crumbs way={[{ label: 'Taskings', to: paths.find() }, { label: 'New' }]} />}
      hideTitleOnPhone
    >
      {mayAddProject(user) ? (
        <Waiting fallback={<CardSkeleton lines={8} />}>
          <AddTasking key={again} again={again} />
        </Waiting>
      ) : (
        <EmptyState
          heading="A Manager or an Analyst adds a project"
          text="You can start a request instead: it becomes a tasking."
          action={
            <ButtonLink to={paths.startRequest} variant="contained">
              Start a Request
            </ButtonLink>
          }
        />
      )}
    </Page>
  )
}
