import { Suspense, type ReactNode } from 'react'
import { Navigate, Route, Routes, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { canSeeDashboard, homePathOf } from '#shared/rules/access.ts'
import { referenceOf } from '#shared/model/project.ts'
import type { User } from '#shared/model/reference.ts'
import { useDevice } from '../data/device-context.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { paths } from '../parts/paths.ts'
import { Opening } from './opening.tsx'
import { safeReturnPath } from './return-path.ts'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { Shell, type Screen } from './shell/shell.tsx'

const NoAccessPage = lazyPart(() => import('../features/landing/no-access-page.tsx').then((part) => part.NoAccessPage))
const DashboardPage = lazyPart(() =>
  import('../features/dashboard/dashboard-page.tsx').then((part) => part.DashboardPage),
)
const ProjectPage = lazyPart(() => import('../features/projects/project-page.tsx').then((part) => part.ProjectPage))
const FindPage = lazyPart(() => import('../features/find/find-page.tsx').then((part) => part.FindPage))
const StartPage = lazyPart(() => import('../features/requests/start-page.tsx').then((part) => part.StartPage))
const TasksPage = lazyPart(() => import('../features/requests/tasks-page.tsx').then((part) => part.TasksPage))
const DetailsPage = lazyPart(() => import('../features/requests/details-page.tsx').then((part) => part.DetailsPage))
const CompletePage = lazyPart(() => import('../features/requests/complete-page.tsx').then((part) => part.CompletePage))
const RequestProjectsPage = lazyPart(() =>
  import('../features/requests/request-projects-page.tsx').then((part) => part.RequestProjectsPage),
)
const DraftsPage = lazyPart(() => import('../features/requests/drafts-page.tsx').then((part) => part.DraftsPage))
const MyRequestsPage = lazyPart(() =>
  import('../features/requests/my-requests-page.tsx').then((part) => part.MyRequestsPage),
)
const InboxPage = lazyPart(() => import('../features/inbox/inbox-page.tsx').then((part) => part.InboxPage))
const OutboxPage = lazyPart(() => import('../features/outbox/outbox-page.tsx').then((part) => part.OutboxPage))
const DevicePage = lazyPart(() => import('../features/device/device-page.tsx').then((part) => part.DevicePage))

interface AppRoute extends Screen {
  element: ReactNode
  /** Who may open it; without it any signed-in person. */
  allows?: (user: User) => boolean
}

interface AppRoutesProps {
  onSignIn: () => void
  onLogOut: () => void
  /** After *Remove data from this device*. */
  onRemoved: () => Promise<void>
}

/** Every screen of a signed-in person: its address, who may open it, and how it stands on the phone. */
export function AppRoutes({ onSignIn, onLogOut, onRemoved }: AppRoutesProps) {
  const screens: AppRoute[] = [
    ...(['manager', 'operations', 'team'] as const).map((name) => ({
      path: `/dashboard/${name}`,
      title: 'Dashboard',
      element: <DashboardPage name={name} />,
      allows: (user: User) => canSeeDashboard(user, name),
    })),
    { path: '/projects/:id', title: titleOfProject, back: true, element: <ProjectPage /> },
    { path: '/find', title: 'Find', element: <FindPage /> },
    { path: '/requests', title: 'Start a Request', back: true, element: <StartPage /> },
    { path: '/requests/drafts', title: 'Drafts', element: <DraftsPage /> },
    { path: '/requests/mine', title: 'My requests', element: <MyRequestsPage /> },
    { path: '/requests/:id/tasks', title: 'Start a Request', back: true, element: <TasksPage /> },
    { path: '/requests/:id/details', title: 'Start a Request', back: true, element: <DetailsPage /> },
    { path: '/requests/:id/complete', title: 'Start a Request', back: true, element: <CompletePage /> },
    { path: '/requests/:id/projects', title: 'Taskings of a request', element: <RequestProjectsPage /> },
    { path: '/inbox', title: 'Notifications', back: true, element: <InboxPage /> },
    { path: '/outbox', title: 'Outbox', back: true, element: <OutboxPage /> },
    { path: '/device', title: 'This device', back: true, element: <DevicePage onRemoved={onRemoved} /> },
  ]
  return (
    <Routes>
      <Route path="/" element={<Front />} />
      <Route element={<Shell screens={screens} onSignIn={onSignIn} onLogOut={onLogOut} />}>
        {screens.map(({ path, element, allows }) => (
          <Route key={path} path={path} element={allows ? <Guard allows={allows}>{element}</Guard> : element} />
        ))}
        <Route path="/find/countries/:id" element={<FindCountry />} />
        <Route path="/find/:oddity" element={<FindCountry />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

const titleOfProject = (id: string): string => (Number(id) > 0 ? referenceOf(Number(id)) : 'Tasking')

/** `/` of a signed-in person: the notice after a refused page, else on to where they meant to go (C-028, C-029). */
function Front() {
  const { user } = useDevice()
  const { state } = useLocation() as { state: { refused?: boolean } | null }
  const [query] = useSearchParams()
  if (state?.refused) {
    return (
      <Suspense fallback={<Opening />}>
        <NoAccessPage home={homePathOf(user)} />
      </Suspense>
    )
  }
  return <Navigate to={safeReturnPath(query.get('r')) ?? homePathOf(user)} replace />
}

function Guard({ allows, children }: { allows: (user: User) => boolean; children: ReactNode }) {
  const { user } = useDevice()
  return allows(user) ? children : <Navigate to="/" state={{ refused: true }} replace />
}

/** `/find/countries/3`, and `/find/countries3` as the specification has it, mean a filter (C-030). */
function FindCountry() {
  const { id, oddity } = useParams()
  const country = id ?? /^countries:?(\d+)$/.exec(oddity ?? '')?.[1]
  return country && /^\d+$/.test(country) ? (
    <Navigate to={paths.find({ countries: country })} replace />
  ) : (
    <NotFoundPage />
  )
}
