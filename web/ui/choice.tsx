import styled from '@emotion/styled'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { useFieldControl, useFieldGroup } from './field-control.ts'
import { Icon, type IconName } from './icon.tsx'
import { media, radius, token } from './tokens.ts'

export interface SegmentedProps<Id extends string> {
  options: readonly { id: Id; label: string }[]
  value: Id | null
  onChange: (id: Id) => void
  /** The name of the group where no Field gives one. */
  label?: string
  fullWidth?: boolean
}

/** A radio group that looks like one bar. */
export function Segmented<Id extends string>({
  options,
  value,
  onChange,
  label,
  fullWidth = false,
}: SegmentedProps<Id>) {
  const { readOnly, invalid, ...group } = useFieldGroup()
  const name = useId()
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
            checked={value === option.id}
            disabled={readOnly && value !== option.id}
            onChange={() => onChange(option.id)}
          />
          <span>{option.label}</span>
        </Segment>
      ))}
    </Bar>
  )
}

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: ReactNode
  /** The label is for readers only; something beside the switch says the same. */
  hideLabel?: boolean
}

export function Switch({ label, hideLabel = false, className, ...rest }: SwitchProps) {
  return (
    <SwitchRow className={className}>
      {!hideLabel && <span>{label}</span>}
      <SwitchTrack
        {...rest}
        type="checkbox"
        role="switch"
        aria-label={hideLabel && typeof label === 'string' ? label : undefined}
      />
    </SwitchRow>
  )
}

export interface CheckOptionProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'title'> {
  type?: 'checkbox' | 'radio'
  title: ReactNode
  description?: ReactNode
  end?: ReactNode
}

/** One row of a list of choices; the whole row is the target. Put rows into an OptionList. */
export function CheckOption({ type = 'checkbox', title, description, end, className, id, ...rest }: CheckOptionProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <OptionRow className={className} htmlFor={inputId}>
      <CheckMark>
        <input {...rest} id={inputId} type={type} aria-describedby={description ? `${inputId}-text` : undefined} />
        {type === 'checkbox' && <Icon name="check" size={14} />}
      </CheckMark>
      <OptionText>
        <OptionTitle>{title}</OptionTitle>
        {description && <OptionDescription id={`${inputId}-text`}>{description}</OptionDescription>}
      </OptionText>
      {end}
    </OptionRow>
  )
}

/** A lone checkbox or radio inside a Field or a table cell. */
export function Checkbox({
  type = 'checkbox',
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'size'> & { type?: 'checkbox' | 'radio' }) {
  const { readOnly: locked, ...control } = useFieldControl({ id: rest.id })
  return (
    <CheckMark>
      <input {...control} {...rest} type={type} disabled={rest.disabled || locked} />
      {type === 'checkbox' && <Icon name="check" size={14} />}
    </CheckMark>
  )
}

export interface ChoiceCardProps extends Omit<ComponentProps<'button'>, 'name'> {
  icon: IconName
  name: string
  line?: string
  selected: boolean
}

export function ChoiceCard({ icon, name, line, selected, type = 'button', ...rest }: ChoiceCardProps) {
  return (
    <Card {...rest} type={type} aria-pressed={selected}>
      <Tile>
        <Icon name={icon} size={20} />
      </Tile>
      <b>{name}</b>
      {line && <CardLine>{line}</CardLine>}
      {selected && (
        <Tick>
          <Icon name="check" size={14} />
        </Tick>
      )}
    </Card>
  )
}

const Bar = styled.div({
  display: 'inline-flex',
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
    background: token.surface,
    color: token.text,
    boxShadow: '0 1px 2px rgba(16, 24, 40, .12)',
  },
  '& input:focus-visible + span': { outline: `2px solid ${token.focus}`, outlineOffset: 2 },
  [media.forced]: { '& input:checked + span': { borderColor: 'Highlight', color: 'Highlight' } },
})

const SwitchRow = styled.label({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 12,
  justifyContent: 'space-between',
  cursor: 'pointer',
  minHeight: 24,
  [media.coarse]: { minHeight: 44 },
})
const SwitchTrack = styled.input({
  appearance: 'none',
  position: 'relative',
  flex: 'none',
  width: 36,
  height: 20,
  margin: 0,
  borderRadius: 10,
  border: '1px solid transparent',
  background: token.control,
  cursor: 'inherit',
  transition: 'background-color 120ms',
  '&::after': {
    content: '""',
    position: 'absolute',
    top: 1,
    left: 1,
    width: 16,
    height: 16,
    borderRadius: '50%',
    background: token.switchKnob,
    transition: 'transform 120ms',
  },
  '&:checked': {
    background: token.primary,
    '&::after': { background: token.onPrimary, transform: 'translateX(16px)' },
  },
  '&:disabled': { opacity: 0.55, cursor: 'not-allowed' },
  [media.forced]: {
    borderColor: 'CanvasText',
    '&::after': { background: 'CanvasText' },
    '&:checked::after': { background: 'Highlight' },
  },
})

const CheckMark = styled.span({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  '& input': {
    appearance: 'none',
    margin: 0,
    width: 18,
    height: 18,
    border: `1.5px solid ${token.control}`,
    borderRadius: 4,
    background: token.surface,
    cursor: 'inherit',
    [media.phone]: { width: 22, height: 22 },
    [media.coarse]: { width: 22, height: 22 },
  },
  '& input[type="radio"]': { borderRadius: '50%' },
  '& input[type="checkbox"]:checked': { background: token.primary, borderColor: token.primary },
  '& input[type="radio"]:checked': { borderColor: token.primary, borderWidth: 5, [media.phone]: { borderWidth: 6 } },
  '& input[aria-invalid="true"]': { borderColor: token.danger },
  '& input:disabled': { opacity: 0.55 },
  '& svg': { position: 'absolute', color: token.onPrimary, pointerEvents: 'none', visibility: 'hidden' },
  '& input:checked + svg': { visibility: 'visible' },
  [media.forced]: { '& input:checked': { background: 'Highlight' } },
})

/** The bordered list around CheckOptions; two columns where there is room. */
export const OptionList = styled.div<{ columns?: 1 | 2 }>(({ columns = 1 }) => ({
  display: 'grid',
  gap: 1,
  overflow: 'hidden',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.divider,
  [media.desktop]: {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    // Of an odd number the last takes the whole row: no cell stays empty.
    ...(columns === 2 && { '& > :last-child:nth-of-type(odd)': { gridColumn: '1 / -1' } }),
  },
}))
const OptionRow = styled.label({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  padding: '12px 16px',
  background: token.surface,
  cursor: 'pointer',
  '&:hover': { background: token.hover },
  '&:has(input:focus-visible)': { outline: `2px solid ${token.focus}`, outlineOffset: -2 },
  '& input:focus-visible': { outline: 'none' },
  '& > span:first-of-type': { marginTop: 1 },
})
const OptionText = styled.span({ flex: 1, minWidth: 0 })
const OptionTitle = styled.span({ display: 'block', fontWeight: 500 })
const OptionDescription = styled.span({ display: 'block', color: token.text2, fontSize: 13 })

const Card = styled.button({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 8,
  padding: 14,
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
  transition: 'border-color 120ms',
  '&:hover': { borderColor: token.control },
  '& b': { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  // The border grows inwards: padding gives up the pixel that the border takes.
  '&[aria-pressed="true"]': { border: `2px solid ${token.primary}`, padding: 13 },
  '&[aria-pressed="true"] > span:first-of-type': { background: token.primarySoft, color: token.primary },
})
const Tile = styled.span({
  display: 'grid',
  placeItems: 'center',
  width: 36,
  height: 36,
  borderRadius: 10,
  background: token.canceledFill,
  color: token.canceledText,
})
const CardLine = styled.span({ fontSize: 12, lineHeight: '16px', color: token.text2 })
const Tick = styled.span({
  position: 'absolute',
  top: 11,
  right: 11,
  display: 'grid',
  placeItems: 'center',
  width: 20,
  height: 20,
  borderRadius: '50%',
  background: token.primary,
  color: token.onPrimary,
})
