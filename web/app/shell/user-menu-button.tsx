import { afterFirstLook } from '../../loading/first-look.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { useLost, type LostProps } from '../../loading/use-lost.ts'
import { UserFace } from './user-face.tsx'
import { Waiting } from '../../loading/waiting.tsx'

interface UserMenuProps {
  onLogOut: () => void
  compact: boolean
}

export function UserMenuButton({
  onLogOut,
  compact = false,
}: Pick<UserMenuProps, 'onLogOut'> & Partial<UserMenuProps>) {
  return (
    <Waiting fallback={<UserFace compact={compact} disabled />}>
      <UserMenu onLogOut={onLogOut} compact={compact} />
    </Waiting>
  )
}

// The menu comes right after the first paint; until then its button is only a picture of itself.
const UserMenu = lazyPart<UserMenuProps>(
  afterFirstLook(() => import('./user-menu.tsx').then((part) => part.UserMenu)),
  LostMenu,
)

function LostMenu(lost: LostProps<{ compact: boolean }>) {
  const { text, tryAgain } = useLost(lost)
  return <UserFace compact={lost.props.compact} title={text} onClick={tryAgain} />
}
