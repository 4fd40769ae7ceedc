import styled from '@emotion/styled'
import MuiButton, { type ButtonProps as MuiButtonProps } from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { Icon, type IconName } from '../theme/icon.tsx'
import { media } from '../theme/tokens.ts'
import { atWork, type AtWork } from './at-work.tsx'

interface ButtonFace {
  icon?: IconName
  endIcon?: IconName
  /** The key that does the same, shown on the button. */
  kbd?: string
}

export interface ButtonProps extends ButtonFace, AtWork, Omit<MuiButtonProps, 'startIcon' | 'endIcon' | 'loading'> {}

/** MUI's button with our icons and a key. */
export function Button({ loading, loadingLabel, onClick, ...props }: ButtonProps) {
  const { children, ...rest } = withFace(props)
  return <MuiButton type="button" {...rest} {...atWork({ loading, loadingLabel, onClick, children })} />
}

interface ButtonLinkProps
  extends
    ButtonFace,
    Omit<LinkProps, 'color' | 'style' | 'ref'>,
    Pick<MuiButtonProps, 'variant' | 'size' | 'fullWidth'> {}

/** Looks like a button, goes somewhere. */
export function ButtonLink(props: ButtonLinkProps) {
  return <MuiButton component={Link} {...withFace(props)} />
}

function withFace<Props extends ButtonFace & { size?: MuiButtonProps['size']; children?: ReactNode }>({
  icon,
  endIcon,
  kbd,
  ...rest
}: Props) {
  const size = rest.size === 'large' ? 20 : 18
  const children = (
    <>
      {icon && <Icon name={icon} size={size} />}
      {rest.children}
      {endIcon && <Icon name={endIcon} size={size} />}
      {kbd && <Key aria-hidden>{kbd}</Key>}
    </>
  )
  return { ...rest, children }
}

const Key = styled.kbd({
  font: 'inherit',
  fontSize: 12,
  lineHeight: '18px',
  minWidth: 20,
  padding: '0 6px',
  borderRadius: 4,
  textAlign: 'center',
  background: 'color-mix(in srgb, currentColor 12%, transparent)',
  [media.coarse]: { display: 'none' },
})
