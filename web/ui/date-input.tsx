import styled from '@emotion/styled'
import { useRef, useState, type ChangeEvent } from 'react'
import { addDays, endOfMonth } from '#shared/lib/day.ts'
import { TextInput, type TextInputProps } from './inputs.tsx'
import { typeInto } from './native-value.ts'
import { media, radius, token } from './tokens.ts'

export interface DateInputProps extends Omit<TextInputProps, 'type' | 'start' | 'end'> {
  /** `YYYY-MM-DD`. With it, chips for the usual days stand under the field. */
  today?: string
}

/** The device's own date picker; its value is `YYYY-MM-DD`. Pass `value` to keep the chips in step with a form. */
export function DateInput({ today, onChange, ...rest }: DateInputProps) {
  const holder = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ''))
  const day = rest.value ?? typed

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    setTyped(event.target.value)
    onChange?.(event)
  }
  function choose(value: string) {
    const input = holder.current?.querySelector('input')
    if (input) typeInto(input, value)
  }

  return (
    <div ref={holder}>
      <TextInput {...rest} type="date" onChange={handleChange} />
      {today && !rest.readOnly && (
        <Chips>
          {quickDays(today).map((quick) => (
            <DayChip key={quick.label} type="button" aria-pressed={day === quick.day} onClick={() => choose(quick.day)}>
              {quick.label}
            </DayChip>
          ))}
        </Chips>
      )}
    </div>
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
const DayChip = styled.button({
  position: 'relative',
  height: 32,
  padding: '0 12px',
  border: `1px solid ${token.control}`,
  borderRadius: radius.pill,
  background: token.surface,
  fontSize: 13,
  fontWeight: 500,
  '&:hover': { background: token.hover },
  '&[aria-pressed="true"]': { background: token.primarySoft, borderColor: token.primary, color: token.primary },
  [media.forced]: { '&[aria-pressed="true"]': { borderColor: 'Highlight', color: 'Highlight' } },
  [media.phone]: { height: 36 },
  [media.coarse]: { height: 36, '&::after': { content: '""', position: 'absolute', inset: '-5px 0' } },
})
