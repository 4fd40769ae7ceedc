import styled from '@emotion/styled'
import { useId, useState } from 'react'
import { media, radius, token } from '../theme/tokens.ts'
import { useFieldGroup } from './field-control.ts'

interface SegmentedProps<Id extends string> {
  options: readonly { id: Id; label: string }[]
  value: Id | null
  /** Who has to find out says by a promise whether it was taken; what was not is no longer shown. */
  onChange: (id: Id) => void | Promise<boolean>
  /** The name of the group where no Field gives one. */
  label?: string
  fullWidth?: boolean
}

/** A radio group that looks like one bar. A press shows at once, also where its value is the address, which follows later. */
export function Segmented<Id extends string>({
  options,
  value,
  onChange,
  label,
  fullWidth = false,
}: SegmentedProps<Id>) {
  const { readOnly, invalid, ...group } = useFieldGroup()
  const name = useId()
  const [pressed, setPressed] = useState(value)
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    setPressed(value)
  }
  async function press(id: Id) {
    setPressed(id)
    if ((await onChange(id)) === false) setPressed((now) => (now === id ? value : now))
  }
  return (
    <Bar
      role="radiogroup"
      aria-label={label}
      aria-invalid={invalid || undefined}
      {...group}
      data-wide={fullWidth || undefined}
      tabIndex={-1}
    >
      {options.map((option) => (
        <Segment key={option.id}>
          <input
            type="radio"
            name={name}
            value={option.id}
            checked={pressed === option.id}
            disabled={readOnly && value !== option.id}
            onChange={() => void press(option.id)}
          />
          <span>{option.label}</span>
        </Segment>
      ))}
    </Bar>
  )
}

const Bar = styled.div({
  display: 'inline-flex',
  // What has no room on the smallest phone goes below.
  flexWrap: 'wrap',
  maxWidth: '100%',
  padding: 2,
  borderRadius: radius.control,
  background: token.canceledFill,
  border: '1px solid transparent',
  '&[aria-invalid="true"]': { borderColor: token.danger },
  '&[data-wide]': { display: 'flex', '& > label': { flex: 1 } },
  [media.phone]: { padding: 3 },
})
const Segment = styled.label({
  position: 'relative',
  cursor: 'pointer',
  '& input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    opacity: 0,
    cursor: 'inherit',
  },
  '& span': {
    display: 'block',
    padding: '0 12px',
    lineHeight: '28px',
    borderRadius: radius.chip,
    border: '1px solid transparent',
    fontWeight: 500,
    textAlign: 'center',
    whiteSpace: 'nowrap',
    color: token.text2,
    [media.phone]: { lineHeight: '36px' },
    [media.coarse]: { lineHeight: '36px' },
  },
  '& input:checked + span': {
    background: token.raised,
    color: token.text,
    boxShadow: '0 1px 2px rgba(16, 24, 40, .12)',
  },
  '& input:focus-visible + span': { outline: `2px solid ${token.focus}`, outlineOffset: 2 },
  [media.forced]: { '& input:checked + span': { borderColor: 'Highlight', color: 'Highlight' } },
})
