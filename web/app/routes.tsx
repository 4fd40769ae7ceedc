import { type ReactNode } from 'react'
import { Navigate, Route, Routes, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { can, canSeeDashboard, homePathOf } from '#shared/rules/access.ts'
import { queuesOf } from '#shared/rules/queues.ts'
import { IDS_PER_DEVICE } from '#shared/model/limits.ts'
import { referenceOf } from '#shared/model/project.ts'
import type { User } from '#shared/model/reference.ts'
import { useDevice } from '../data/device-context.tsx'
import { lazyPage } from '../ui/on-demand.tsx'
import { importable, importInto, paths, type Importable } from '../parts/paths.ts'
import { Opening } from './opening.tsx'
import { safeReturnPath } from './return-path.ts'
import { places } from './shell/nav-groups.ts'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { Shell, type Screen } from './shell/shell.tsx'
import { Waiting } from '../loading/waiting.tsx'

const NoAccessPage = lazyPage(() => import('../features/landing/no-access-page.tsx').then((part) => part.NoAccessPage))
const loadDashboard = () => import('../features/dashboard/dashboard-page.tsx').then((part) => part.DashboardPage)
const DashboardPage = lazyPage(loadDashboard)
// Where most begin: its code comes with that of the shell and not after it. When it is lost it is asked for again where it is shown.
if (/^\/($|dashboard)/.test(window.location.pathname)) loadDashboard().catch(() => undefined)
const ProjectPage = lazyPage(() => import('../features/projects/project-page.tsx').then((part) => part.ProjectPage))
const QueuePage = lazyPage(() => import('../features/projects/queue-page.tsx').then((part) => part.QueuePage))
const EditPage = lazyPage(() => import('../features/projects/edit-page.tsx').then((part) => part.EditPage))
const FindPage = lazyPage(() => import('../features/find/find-page.tsx').then((part) => part.FindPage))
const StartPage = lazyPage(() => import('../features/requests/start-page.tsx').then((part) => part.StartPage))
const TasksPage = lazyPage(() => import('../features/requests/tasks-page.tsx').then((part) => part.TasksPage))
const DetailsPage = lazyPage(() => import('../features/requests/details-page.tsx').then((part) => part.DetailsPage))
const CompletePage = lazyPage(() => import('../features/requests/complete-page.tsx').then((part) => part.CompletePage))
const RequestProjectsPage = lazyPage(() =>
  import('../features/requests/request-projects-page.tsx').then((part) => part.RequestProjectsPage),
)
const DraftsPage = lazyPage(() => import('../features/requests/drafts-page.tsx').then((part) => part.DraftsPage))
const MyRequestsPage = lazyPage(() =>
  import('../features/requests/my-requests-page.tsx').then((part) => part.MyRequestsPage),
)
const InboxPage = lazyPage(() => import('../features/inbox/inbox-page.tsx').then((part) => part.InboxPage))
const OfficePage = lazyPage(() => import('../features/office/office-page.tsx').then((part) => part.OfficePage))
const ImportPage = lazyPage(() => import('../features/office/import-page.tsx').then((part) => part.ImportPage))
const FundingPage = lazyPage(() => import('../features/office/funding-page.tsx').then((part) => part.FundingPage))
const UserPage = lazyPage(() => import('../features/people/user-page.tsx').then((part) => part.UserPage))
const ProfilePage = lazyPage(() => import('../features/people/profile-page.tsx').then((part) => part.ProfilePage))
const OrganisationPage = lazyPage(() =>
  import('../features/organisation/organisation-page.tsx').then((part) => part.OrganisationPage),
)
const DevicesPage = lazyPage(() => import('../features/organisation/devices-page.tsx').then((part) => part.DevicesPage))
const OutboxPage = lazyPage(() => import('../features/outbox/outbox-page.tsx').then((part) => part.OutboxPage))
const DevicePage = lazyPage(() => import('../features/device/device-page.tsx').then((part) => part.DevicePage))

interface AppRoute extends Screen {
  element: ReactNode
  /** Who may open it; without it any signed-in person. */
  allows?: (user: User) => boolean
}

interface AppRoutesProps {
  onSignIn: () => void
  onLogOut: () => void
  /** After *Remove data from this device*. */
  onRemove: () => Promise<void>
}

/** Every screen of a signed-in person: its address, who may open it, and how it stands on the phone. */
export function AppRoutes(props: AppRoutesProps) {
  // Before all the others are looked through, which a slow phone does in 20 ms.
  return useLocation().pathname === '/' ? <Front /> : <Screens {...props} />
}

function Screens({ onSignIn, onLogOut, onRemove }: AppRoutesProps) {
  const screens: AppRoute[] = [
    ...(['manager', 'operations', 'team'] as const).map((name) => ({
      path: `/dashboard/${name}`,
      title: 'Dashboard',
      shape: 'dashboard' as const,
      element: <DashboardPage name={name} />,
      allows: (user: User) => canSeeDashboard(user, name),
    })),
    {
      path: '/queue',
      title: 'Queue',
      back: true,
      shape: 'list',
      element: <QueuePage />,
      allows: (user) => queuesOf(user).length > 0,
    },
    { path: paths.addProject, title: 'Add a Project', back: true, element: <EditPage /> },
    { path: '/projects/:id', title: titleOfProject, back: true, element: <ProjectPage /> },
    { path: '/projects/:id/edit', title: (id) => `Edit ${titleOfProject(id)}`, back: true, element: <EditPage /> },
    { path: '/find', title: 'Find', shape: 'list', element: <FindPage /> },
    { path: '/requests', title: 'Start a Request', back: true, element: <StartPage /> },
    { path: '/requests/drafts', title: 'Drafts', shape: 'list', element: <DraftsPage /> },
    { path: '/requests/mine', title: 'My requests', shape: 'list', element: <MyRequestsPage /> },
    { path: '/requests/:id/tasks', title: 'Start a Request', back: true, element: <TasksPage /> },
    { path: '/requests/:id/details', title: 'Start a Request', back: true, element: <DetailsPage /> },
    { path: '/requests/:id/complete', title: 'Start a Request', back: true, element: <CompletePage /> },
    { path: '/requests/:id/projects', title: 'Request', shape: 'list', element: <RequestProjectsPage /> },
    { path: paths.funding, title: 'Funding', element: <FundingPage />, allows: seesOffice },
    ...(['types', 'codes'] as const).map((form) => ({
      ...{ path: `${paths.funding}/${form}/:id`, title: 'Funding', back: true, allows: seesOffice },
      element: <FundingPage form={form} />,
    })),
    // Before the rows of the same lists: the shell takes the first that fits.
    ...Object.entries(importable).map(([path, ability]) => ({
      ...{ path: importInto(path as Importable), title: 'Import', back: true },
      ...{ element: <ImportPage path={path} />, allows: (user: User) => can(user, ability) },
    })),
    ...places
      .filter(([, path]) => path !== paths.funding)
      .flatMap(([title, path]) => [
        { path, title, shape: 'list' as const, element: <OfficePage path={path} />, allows: seesOffice },
        {
          ...{ path: `${path}/:id`, title, back: true, allows: seesOffice },
          element: path === '/resources/users' ? <UserPage /> : <OfficePage path={path} />,
        },
      ]),
    {
      ...{ path: paths.organisation, title: 'Organisation', element: <OrganisationPage /> },
      allows: seesOrganisation,
    },
    { path: paths.devices, title: 'Devices', shape: 'list', element: <DevicesPage />, allows: seesOrganisation },
    { path: '/profile/:id', title: 'Profile', back: true, element: <ProfilePage /> },
    { path: '/inbox', title: 'Notifications', back: true, shape: 'list', element: <InboxPage /> },
    { path: '/outbox', title: 'Outbox', back: true, shape: 'list', element: <OutboxPage /> },
    { path: '/device', title: 'This device', back: true, element: <DevicePage onRemove={onRemove} /> },
  ]
  return (
    <Routes>
      <Route element={<Shell screens={screens} onSignIn={onSignIn} onLogOut={onLogOut} />}>
        {screens.map(({ path, element, allows }) => (
          <Route key={path} path={path} element={allows ? <Guard allows={allows}>{element}</Guard> : element} />
        ))}
        <Route path="/dashboard" element={<Navigate to="/" replace />} />
        <Route path="/projects/edit" element={<EditPage />} />
        <Route path="/find/countries/:id" element={<FindCountry />} />
        <Route path="/find/:oddity" element={<FindCountry />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

const seesOrganisation = (user: User): boolean => can(user, 'seeOrganisation')
const seesOffice = (user: User): boolean => can(user, 'seeResources')

/** Below the first device's numbers there is none, and an address that was mistyped is no reference. */
const titleOfProject = (id: string): string => (Number(id) >= IDS_PER_DEVICE ? referenceOf(Number(id)) : 'Tasking')

/** `/` of a signed-in person: the notice after a refused page, else on to where they meant to go (C-028, C-029). */
function Front() {
  const { user } = useDevice()
  const { state } = useLocation() as { state: { refused?: boolean } | null }
  const [query] = useSearchParams()
  if (state?.refused) {
    return (
      <Waiting fallback={<Opening />}>
        <NoAccessPage home={homePathOf(user)} />
      </Waiting>
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
