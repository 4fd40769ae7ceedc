import MuiIconButton, { type IconButtonProps as MuiIconButtonProps } from '@mui/material/IconButton'
import { Icon, type IconName } from '../theme/icon.tsx'

import { CornerBadge } from './chip.tsx'

export interface IconFace {
  icon: IconName
  /** Said by readers and shown as tooltip. */
  label: string
  /** 28, 36 or 44 px; a finger always has 44. */
  size?: 'small' | 'medium' | 'large'
  /** A number on the corner; 0 shows nothing. Readers hear the label only, so it says the number too. */
  badge?: number
}

interface IconButtonProps extends IconFace, Omit<MuiIconButtonProps, 'children' | 'aria-label' | 'size'> {}

export function IconButton({ icon, label, size = 'medium', badge = 0, ...rest }: IconButtonProps) {
  return (
    <MuiIconButton title={label} {...rest} size={size} aria-label={label}>
      <Icon name={icon} size={iconSizes[size]} />
      <CornerBadge count={badge} />
    </MuiIconButton>
  )
}

export const iconSizes = { small: 18, medium: 20, large: 22 } as const
