import styled from '@emotion/styled'
import Chip from '@mui/material/Chip'
import { addDays, endOfMonth } from '#shared/lib/day.ts'
import { TextInput, type TextInputProps } from '../ui/inputs.tsx'

interface DateInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  value: string
  onChange: (day: string) => void
  /** `YYYY-MM-DD`: the usual days are counted from it. */
  today: string
}

/** The device's own date picker, with chips for the usual days; its value is `YYYY-MM-DD`. */
export function DateInput({ today, onChange, ...rest }: DateInputProps) {
  return (
    <>
      <TextInput {...rest} type="date" onChange={(event) => onChange(event.target.value)} />
      <Chips>
        {quickDays(today).map((quick) => (
          <Chip
            key={quick.label}
            component="button"
            type="button"
            label={quick.label}
            aria-pressed={rest.value === quick.day}
            onClick={() => onChange(quick.day)}
          />
        ))}
      </Chips>
    </>
  )
}

function quickDays(today: string) {
  return [
    { label: '+7 d', day: addDays(today, 7) },
    { label: '+14 d', day: addDays(today, 14) },
    { label: '+30 d', day: addDays(today, 30) },
    { label: 'End of month', day: endOfMonth(today) },
  ]
}

const Chips = styled.div({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 })
