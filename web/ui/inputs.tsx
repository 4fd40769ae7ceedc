import InputBase from '@mui/material/InputBase'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../theme/icon.tsx'
import { useFieldControl } from './field-control.ts'
import { IconButton } from './icon-button.tsx'
import { usePassword } from './use-password.ts'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'children'> {
  /** 48 px everywhere: sign-in and other lone fields. */
  large?: boolean
  start?: ReactNode
  end?: ReactNode
}

/** Takes everything an `<input>` takes, `ref` included, so `{...register('name')}` just works. */
export function TextInput({ large, start, end, className, ref, disabled, required, ...rest }: TextInputProps) {
  const control = useFieldControl({ ...rest, required })
  return (
    <InputBase
      className={className}
      size={large ? 'large' : undefined}
      inputRef={ref}
      disabled={disabled}
      error={control['aria-invalid']}
      readOnly={control.readOnly}
      startAdornment={start}
      endAdornment={control.readOnly ? <Icon name="lock" size={16} label="Cannot be changed" /> : end}
      slotProps={{ input: { ...rest, ...control } }}
    />
  )
}

/** Grows with its text from `rows` on, where the browser can. The browser brings only its first line into sight, and leaves the rest under a footer. */
export function TextArea({ rows = 4, className, ref, disabled, required, ...rest }: ComponentProps<'textarea'>) {
  const control = useFieldControl({ ...rest, required })
  const style = { minHeight: `${rows * 1.25}rem` }
  return (
    <InputBase
      multiline
      inputComponent="textarea"
      rows={rows}
      className={className}
      inputRef={ref}
      disabled={disabled}
      error={control['aria-invalid']}
      readOnly={control.readOnly}
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
      inputProps={{ ...rest, ...control, type: undefined, style }}
    />
  )
}

export function PasswordInput({ autoComplete = 'current-password', ...rest }: Omit<TextInputProps, 'type' | 'end'>) {
  const { input, eye } = usePassword()
  return <TextInput {...rest} {...input} autoComplete={autoComplete} end={<IconButton edge="end" {...eye} />} />
}
