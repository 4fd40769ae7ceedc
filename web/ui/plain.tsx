import styled from '@emotion/styled'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from '../theme/icon.tsx'
import { buttonLook, buttonSizes, buttonVariants, iconButtonLook, iconButtonSizes } from '../theme/buttons.ts'
import { inputFrame, inputLook } from '../theme/fields.tsx'
import { atWork, type AtWork } from './at-work.tsx'
import { useFieldControl } from './field-control.ts'
import { usePassword } from './use-password.ts'

/**
 * Buttons and inputs of the browser's own, in the theme's looks: for what stands there before the app behind sign-in, whose controls are MUI's and weigh
 * more than the whole sign-in page. They carry MUI's class names, by which paper and errors know them.
 */
interface ButtonFace {
  variant?: keyof typeof buttonVariants
  size?: keyof typeof buttonSizes
  fullWidth?: boolean
}
export function Button({
  loading,
  loadingLabel,
  onClick,
  children,
  ...rest
}: ButtonFace & AtWork & ComponentProps<'button'>) {
  const pressed = atWork({ loading, loadingLabel, onClick, children })
  return <PlainButton className="MuiButton-root" type="button" {...rest} {...pressed} />
}

/** Looks like a button, goes somewhere. */
export function ButtonLink(props: ButtonFace & ComponentProps<typeof Link>) {
  return <PlainLink className="MuiButton-root" {...props} />
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName
  label: string
  size?: 'small'
}

export function IconButton({ icon, label, size, ...rest }: IconButtonProps) {
  return (
    <PlainIconButton
      className="MuiIconButton-root"
      type="button"
      title={label}
      aria-label={label}
      size={size}
      {...rest}
    >
      <Icon name={icon} size={size ? 18 : 20} />
    </PlainIconButton>
  )
}

/** 48 px everywhere. */
export function TextInput({ end, ...rest }: ComponentProps<'input'> & { end?: ReactNode }) {
  const control = useFieldControl(rest)
  const states = [control['aria-invalid'] && 'Mui-error', control.readOnly && 'MuiInputBase-readOnly']
  return (
    <Frame className={['MuiInputBase-root', ...states].filter(Boolean).join(' ')}>
      <Input {...rest} {...control} />
      {control.readOnly ? <Icon name="lock" size={16} label="Cannot be changed" /> : end}
    </Frame>
  )
}

export function PasswordInput({ autoComplete = 'current-password', ...rest }: ComponentProps<'input'>) {
  const { input, eye } = usePassword()
  const end = <IconButton {...eye} style={{ marginRight: -12 }} />
  return <TextInput {...rest} {...input} autoComplete={autoComplete} end={end} />
}

/** What MUI would have made of a button before the theme. */
const pressed = {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  boxSizing: 'border-box',
  minWidth: 64,
  userSelect: 'none',
  verticalAlign: 'middle',
  fontWeight: 500,
} as const
const faceOf = ({ variant = 'outlined', size, fullWidth }: ButtonFace) => [
  size && buttonSizes[size],
  buttonVariants[variant],
  fullWidth && { width: '100%' },
]
const isOfDom = { shouldForwardProp: (name: string) => !['variant', 'size', 'fullWidth'].includes(name) }
const PlainButton = styled('button', isOfDom)<ButtonFace>(pressed, buttonLook, faceOf)
const PlainLink = styled(Link, isOfDom)<ButtonFace>(pressed, buttonLook, faceOf)
const PlainIconButton = styled('button', isOfDom)<Pick<IconButtonProps, 'size'>>(
  pressed,
  iconButtonLook,
  { flex: 'none', minWidth: 0 },
  ({ size }) => size && iconButtonSizes[size],
)
const Frame = styled.div(
  { display: 'inline-flex', alignItems: 'center', boxSizing: 'border-box', width: '100%', cursor: 'text' },
  inputFrame,
  { minHeight: 48 },
)
const Input = styled.input(
  { display: 'block', width: '100%', minWidth: 0, margin: 0, border: 0, background: 'none' },
  inputLook,
)
