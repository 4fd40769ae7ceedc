import styled from '@emotion/styled'
import MuiButton, { type ButtonProps as MuiButtonProps } from '@mui/material/Button'
import type { MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { Icon, type IconName } from '../theme/icon.tsx'
import { media } from '../theme/tokens.ts'

interface ButtonFace {
  icon?: IconName
  endIcon?: IconName
  /** The key that does the same, shown on the button. */
  kbd?: string
}

export interface ButtonProps extends ButtonFace, Omit<MuiButtonProps, 'startIcon' | 'endIcon' | 'loading'> {
  /** Keeps the width, says "Saving…" and ignores further presses without losing the focus, which MUI's would take. */
  loading?: boolean
  loadingLabel?: string
}

/** MUI's button with our icons and a key. */
export function Button({ loading = false, loadingLabel = 'Saving…', onClick, ...props }: ButtonProps) {
  const { children, ...rest } = withFace(props)
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <MuiButton
      type="button"
      {...rest}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={handleClick}
    >
      {loading ? <Hidden aria-hidden>{children}</Hidden> : children}
      {loading && <Over>{loadingLabel}</Over>}
    </MuiButton>
  )
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

const Hidden = styled.span({ display: 'inline-flex', alignItems: 'center', gap: 'inherit', visibility: 'hidden' })
const Over = styled.span({ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' })
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
