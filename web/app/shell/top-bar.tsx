import styled from '@emotion/styled'
import { mayAddProject } from '#shared/rules/abilities.ts'
import { can } from '#shared/rules/access.ts'
import { useDevice } from '../../data/device-context.tsx'
import { paths } from '../../parts/paths.ts'
import { SyncPill } from '../../parts/sync-pill.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { token } from '../../theme/tokens.ts'
import { Bell } from './bell.tsx'
import { SearchBox } from './search-box.tsx'
import { useCounts } from './use-counts.ts'
import { UserMenuButton } from './user-menu-button.tsx'

export function TopBar({ onSignIn, onLogOut }: { onSignIn: () => void; onLogOut: () => void }) {
  const { user } = useDevice()
  const { drafts } = useCounts()
  return (
    <Bar>
      <SearchBox />
      <SyncPill onSignIn={onSignIn} />
      {can(user, 'draftsButton') && drafts > 0 && (
        <ButtonLink to={paths.drafts} aria-label={drafts === 1 ? '1 draft' : `${drafts} drafts`}>
          {drafts} Drafts
        </ButtonLink>
      )}
      {mayAddProject(user) && (
        <AddProject to={paths.addProject} icon="plus">
          Add a Project
        </AddProject>
      )}
      {can(user, 'startRequestButton') && (
        <ButtonLink to={paths.startRequest} variant="contained">
          Start a Request
        </ButtonLink>
      )}
      <Bell />
      <UserMenuButton onLogOut={onLogOut} />
    </Bar>
  )
}

/** Where the sidebar is of icons, it stands there alone. */
const AddProject = styled(ButtonLink)({ '@media (max-width: 1199.95px)': { display: 'none' } })
const Bar = styled.header({
  position: 'sticky',
  top: 0,
  zIndex: 5,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  flex: 'none',
  minHeight: 56,
  padding: '0 24px',
  borderBottom: `1px solid ${token.divider}`,
  background: token.surface,
})
