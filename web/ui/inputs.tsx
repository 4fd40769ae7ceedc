import styled from '@emotion/styled'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { bareControl, ControlBox } from './control-box.tsx'
import { useFieldControl } from './field-control.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { media, token } from './tokens.ts'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'children'> {
  /** 48 px everywhere: sign-in and other lone fields. */
  large?: boolean
  start?: ReactNode
  end?: ReactNode
}

/** Takes everything an `<input>` takes, `ref` included, so `{...register('name')}` just works. */
export function TextInput({ large, start, end, className, id, readOnly, required, ...rest }: TextInputProps) {
  const control = useFieldControl({ id, readOnly, required })
  return (
    <ControlBox
      className={className}
      data-size={large ? 'large' : undefined}
      data-readonly={control.readOnly || undefined}
    >
      {start}
      <BareInput {...control} {...rest} />
      {control.readOnly ? <Icon name="lock" size={16} label="Cannot be changed" /> : end}
    </ControlBox>
  )
}

export interface TextAreaProps extends ComponentProps<'textarea'> {
  rows?: number
}

/** Grows with its text from `rows` on, where the browser can. */
export function TextArea({ rows = 4, className, id, readOnly, required, ...rest }: TextAreaProps) {
  const control = useFieldControl({ id, readOnly, required })
  return (
    <AreaBox className={className} data-readonly={control.readOnly || undefined}>
      <BareTextArea rows={rows} {...control} {...rest} style={{ minHeight: `${rows * 20}px`, ...rest.style }} />
    </AreaBox>
  )
}

export function PasswordInput({ autoComplete = 'current-password', ...rest }: Omit<TextInputProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...rest}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <EndSlot>
          <IconButton
            icon={shown ? 'eye-off' : 'eye'}
            label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </EndSlot>
      }
    />
  )
}

export interface SelectOption {
  id: string | number
  label: string
  disabled?: boolean
}

export interface SelectInputProps extends Omit<ComponentProps<'select'>, 'size' | 'children' | 'multiple'> {
  options: readonly SelectOption[]
  /** The first, empty entry. Leave out where something is always chosen. */
  placeholder?: string
  readOnly?: boolean
}

export function SelectInput({ options, placeholder, className, id, readOnly, required, ...rest }: SelectInputProps) {
  const { readOnly: locked, ...control } = useFieldControl({ id, readOnly, required })
  const chosen = rest.value ?? rest.defaultValue
  return (
    <SelectBox className={className} data-readonly={locked || undefined}>
      {/* A disabled select is left out of forms; a locked one offers nothing but its own value instead. */}
      <BareSelect {...control} aria-readonly={locked || undefined} {...rest}>
        {placeholder !== undefined && (
          <option value="" disabled={locked}>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option
            key={option.id}
            value={option.id}
            disabled={option.disabled || (locked && String(option.id) !== String(chosen ?? ''))}
          >
            {option.label}
          </option>
        ))}
      </BareSelect>
      <Icon name={locked ? 'lock' : 'chevron-down'} size={locked ? 16 : 20} />
    </SelectBox>
  )
}

const BareInput = styled.input(bareControl, {
  alignSelf: 'stretch',
  '&[type="search"]::-webkit-search-cancel-button': { display: 'none' },
  '&:-webkit-autofill': { boxShadow: `inset 0 0 0 100px ${token.surface}`, WebkitTextFillColor: token.text },
})
const AreaBox = styled(ControlBox)({ padding: 0 })
const BareTextArea = styled.textarea(bareControl, {
  padding: '9px 12px',
  boxSizing: 'content-box',
  width: 'auto',
  resize: 'vertical',
  fieldSizing: 'content',
  maxHeight: '50vh',
  [media.phone]: { padding: '11px 12px' },
})
const EndSlot = styled.span({ display: 'flex', marginRight: -6 })
const SelectBox = styled(ControlBox)({
  padding: 0,
  '& > svg': { position: 'absolute', right: 12, pointerEvents: 'none' },
})
const BareSelect = styled.select(bareControl, {
  appearance: 'none',
  alignSelf: 'stretch',
  padding: '0 40px 0 12px',
  borderRadius: 'inherit',
  cursor: 'pointer',
  '& option': { color: token.text, background: token.surface },
})
