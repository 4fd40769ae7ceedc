import MuiIconButton from '@mui/material/IconButton'
import { NavLink } from 'react-router-dom'
import { Icon } from '../theme/icon.tsx'
import { CornerBadge } from './chip.tsx'
import { iconSizes, type IconFace } from './icon-button.tsx'

interface IconLinkProps extends IconFace {
  to: string
}

/** Looks like an icon button, goes somewhere. */
export function IconLink({ to, icon, label, size = 'medium', badge = 0 }: IconLinkProps) {
  return (
    <MuiIconButton component={NavLink} to={to} title={label} aria-label={label} size={size}>
      <Icon name={icon} size={iconSizes[size]} />
      <CornerBadge count={badge} />
    </MuiIconButton>
  )
}
