import styled from '@emotion/styled'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonStyles, type ButtonLook, type ButtonSize, type ButtonVariant } from './button-styles.ts'
import { Icon, type IconName } from './icon.tsx'
import { media } from './tokens.ts'

interface ButtonFace {
  variant?: ButtonVariant
  size?: ButtonSize
  fullWidth?: boolean
  icon?: IconName
  endIcon?: IconName
  /** The key that does the same, shown on the button. */
  kbd?: string
}

export interface ButtonProps extends ButtonFace, Omit<ComponentProps<'button'>, 'size'> {
  /** Keeps the width, says "Saving…" and ignores further presses without losing the focus. */
  loading?: boolean
  loadingLabel?: string
}

export function Button({
  variant = 'outlined',
  size = 'medium',
  fullWidth = false,
  icon,
  endIcon,
  kbd,
  loading = false,
  loadingLabel = 'Saving…',
  disabled,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <PlainButton
      {...rest}
      type={type}
      disabled={disabled}
      look={variant}
      scale={size}
      wide={fullWidth}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={handleClick}
    >
      <Content data-hidden={loading || undefined} aria-hidden={loading || undefined}>
        <Face icon={icon} endIcon={endIcon} kbd={kbd} size={size}>
          {children}
        </Face>
      </Content>
      {loading && <Over>{loadingLabel}</Over>}
    </PlainButton>
  )
}

export interface ButtonLinkProps extends ButtonFace, Omit<ComponentProps<typeof Link>, 'size'> {}

/** Looks like a button, goes somewhere. */
export function ButtonLink({
  variant = 'outlined',
  size = 'medium',
  fullWidth = false,
  icon,
  endIcon,
  kbd,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <PlainLink {...rest} look={variant} scale={size} wide={fullWidth}>
      <Face icon={icon} endIcon={endIcon} kbd={kbd} size={size}>
        {children}
      </Face>
    </PlainLink>
  )
}

function Face({ icon, endIcon, kbd, size, children }: ButtonFace & { children: ReactNode }) {
  const iconSize = size === 'large' ? 20 : 18
  return (
    <>
      {icon && <Icon name={icon} size={iconSize} />}
      {children}
      {endIcon && <Icon name={endIcon} size={iconSize} />}
      {kbd && <Key aria-hidden>{kbd}</Key>}
    </>
  )
}

const PlainButton = styled.button<ButtonLook>(buttonStyles)
const lookProps = new Set(['look', 'scale', 'wide'])
const PlainLink = styled(Link, { shouldForwardProp: (prop) => !lookProps.has(prop) })<ButtonLook>(buttonStyles)

const Content = styled.span({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  '&[data-hidden]': { visibility: 'hidden' },
})
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
