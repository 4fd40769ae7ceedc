import NativeSelect from '@mui/material/NativeSelect'
import InputBase from '@mui/material/InputBase'
import type { ComponentProps } from 'react'
import { Icon } from '../theme/icon.tsx'
import { useFieldControl } from './field-control.ts'

export interface SelectOption {
  id: string | number
  label: string
}

interface SelectInputProps extends Pick<
  ComponentProps<'select'>,
  'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'ref'
> {
  options: readonly SelectOption[]
  /** The first, empty entry. Leave out where something is always chosen. */
  placeholder?: string
}

/** The browser's own list, which suits a thumb. */
export function SelectInput({ options, placeholder, ref, ...rest }: SelectInputProps) {
  const { readOnly: locked, ...control } = useFieldControl(rest)
  return (
    <NativeSelect
      inputRef={ref}
      error={control['aria-invalid']}
      input={<InputBase />}
      {...(locked && { IconComponent: Lock })}
      // A disabled select is left out of forms; a locked one offers nothing but its own value instead.
      inputProps={{
        ...rest,
        ...control,
        'aria-readonly': locked || undefined,
      }}
    >
      {placeholder !== undefined && (
        <option value="" disabled={locked}>
          {placeholder}
        </option>
      )}
      {options.map((option) => (
        <option key={option.id} value={option.id} disabled={locked && String(option.id) !== String(rest.value ?? '')}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  )
}

const Lock = ({ className }: { className?: string }) => <Icon name="lock" size={16} className={className} />
