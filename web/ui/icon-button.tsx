import styled from '@emotion/styled'
import type { ComponentProps } from 'react'
import { NavLink } from 'react-router-dom'
import { Icon, type IconName } from './icon.tsx'
import { media, radius, token } from './tokens.ts'

interface IconFace {
  icon: IconName
  /** Said by readers and shown as tooltip. */
  label: string
  size?: 28 | 36 | 44
}

export interface IconButtonProps extends IconFace, Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {}

export function IconButton({ icon, label, size = 36, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Square title={label} {...rest} type={type} aria-label={label} extent={size}>
      <Icon name={icon} size={iconSizes[size]} />
    </Square>
  )
}

interface IconLinkProps extends IconFace {
  to: string
  /** A number on the corner; 0 shows nothing. Readers hear the label only, so it says the number too. */
  badge?: number
}

/** Looks like an icon button, goes somewhere. */
export function IconLink({ to, icon, label, size = 36, badge = 0 }: IconLinkProps) {
  return (
    <SquareLink to={to} title={label} aria-label={label} extent={size}>
      <Icon name={icon} size={iconSizes[size]} />
      {badge > 0 && <Badge aria-hidden>{badge > 99 ? '99+' : badge}</Badge>}
    </SquareLink>
  )
}

const iconSizes = { 28: 18, 36: 20, 44: 22 } as const

const square = ({ extent }: { extent: number }) =>
  ({
    position: 'relative',
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    width: extent,
    height: extent,
    borderRadius: radius.control,
    color: token.text2,
    border: '1px solid transparent',
    transition: 'background-color 120ms',
    '&:hover': { background: token.hover },
    '&:disabled': { opacity: 0.55, cursor: 'not-allowed' },
    // The target grows beyond what is drawn, so dense rows keep their height.
    [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: Math.min(0, (extent - 44) / 2) } },
  }) as const
const Square = styled.button(square)
const SquareLink = styled(NavLink, { shouldForwardProp: (prop) => prop !== 'extent' })(square, {
  '&[aria-current="page"]': { background: token.primarySoft, color: token.primary },
})

const Badge = styled.span({
  position: 'absolute',
  // Grows outwards, so that two digits leave the icon to be seen.
  top: -1,
  left: '50%',
  minWidth: 16,
  height: 16,
  padding: '0 4px',
  borderRadius: 8,
  background: token.primary,
  color: token.onPrimary,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 600,
  textAlign: 'center',
  boxShadow: `0 0 0 2px ${token.surface}`,
})
