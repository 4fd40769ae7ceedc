import { useNavigate } from 'react-router-dom'
import { mayAddProject } from '#shared/rules/abilities.ts'
import { can, homePathOf } from '#shared/rules/access.ts'
import { useDevice } from '../../data/device-context.tsx'
import { closeOverlay, openOverlay, useOverlay } from '../../parts/overlay.ts'
import { paths } from '../../parts/paths.ts'
import { useShortcuts } from '../../parts/use-shortcuts.ts'
import { onDemand } from '../../ui/on-demand.tsx'

const OutboxDrawer = onDemand(() => import('../../features/outbox/outbox-drawer.tsx').then((part) => part.OutboxDrawer))
const PaletteDialog = onDemand(() => import('./palette-dialog.tsx').then((part) => part.PaletteDialog))
const ShortcutsDialog = onDemand(() => import('./shortcuts-dialog.tsx').then((part) => part.ShortcutsDialog))

/** What works on every page: its shortcuts, and what they lay over it. */
export function Overlays() {
  const { user } = useDevice()
  const navigate = useNavigate()
  const { open } = useOverlay()
  const to = (path: string) => () => void navigate(path)
  useShortcuts({
    palette: () => openOverlay('palette'),
    help: () => openOverlay('shortcuts'),
    request: can(user, 'startRequestButton') ? to(paths.startRequest) : undefined,
    project: mayAddProject(user) ? to(paths.addProject) : undefined,
    goHome: to(homePathOf(user)),
    goFind: to(paths.find()),
    goDrafts: to(paths.drafts),
    goOutbox: to(paths.outbox),
  })
  if (open === 'palette') return <PaletteDialog onClose={closeOverlay} />
  if (open === 'outbox') return <OutboxDrawer onClose={closeOverlay} />
  return open === 'shortcuts' && <ShortcutsDialog onClose={closeOverlay} />
}
