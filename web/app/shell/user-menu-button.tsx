import { lazy, Suspense } from 'react'
import { UserFace } from '../../features/device/user-face.tsx'

// The menu comes right after the first paint; until then its button is only a picture of itself.
const UserMenu = lazy(() => import('../../features/device/user-menu.tsx').then((part) => ({ default: part.UserMenu })))

export function UserMenuButton({ onLogOut, compact = false }: { onLogOut: () => void; compact?: boolean }) {
  return (
    <Suspense fallback={<UserFace compact={compact} disabled />}>
      <UserMenu onLogOut={onLogOut} compact={compact} />
    </Suspense>
  )
}
