import styled from '@emotion/styled'
import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { media, radius, token } from './tokens.ts'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: IconName
  /** Said by readers and shown as tooltip. */
  label: string
  size?: 28 | 36 | 44
  /** A number on the corner; 0 shows nothing. */
  badge?: number
}

export function IconButton({ icon, label, size = 36, badge = 0, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Square title={label} {...rest} type={type} aria-label={badge > 0 ? `${label}, ${badge}` : label} extent={size}>
      <Icon name={icon} size={size === 28 ? 18 : size === 44 ? 22 : 20} />
      {badge > 0 && <Badge aria-hidden>{badge > 99 ? '99+' : badge}</Badge>}
    </Square>
  )
}

const Square = styled.button<{ extent: number }>(({ extent }) => ({
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
}))

const Badge = styled.span({
  position: 'absolute',
  top: 2,
  right: 0,
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
