import styled from '@emotion/styled'
import Checkbox, { type CheckboxProps } from '@mui/material/Checkbox'
import Radio from '@mui/material/Radio'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { useFieldGroup } from './field-control.ts'
import { media, radius, token } from '../theme/tokens.ts'

interface CheckOptionProps extends Pick<CheckboxProps, 'name' | 'checked' | 'disabled' | 'indeterminate' | 'onChange'> {
  type?: 'checkbox' | 'radio'
  title: string
  description?: string
  /** At the right edge of the row. */
  end?: ReactNode
}

/** One row of a list of choices; the whole row is the target. Put rows into an OptionList. */
export function CheckOption({ type = 'checkbox', title, description, end, ...rest }: CheckOptionProps) {
  const textId = useId()
  const Mark = type === 'radio' ? Radio : Checkbox
  return (
    <OptionRow>
      <Mark {...rest} slotProps={{ input: { 'aria-describedby': description && textId } }} />
      <OptionText>
        <OptionTitle>{title}</OptionTitle>
        {description && <OptionDescription id={textId}>{description}</OptionDescription>}
      </OptionText>
      {end}
    </OptionRow>
  )
}

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

/** The same inside a Field: its label names the group, and its error is said of it. */
export function OptionGroup(props: ComponentProps<typeof OptionList>) {
  const { readOnly: _, invalid: __, ...group } = useFieldGroup()
  return <OptionList role="group" {...group} {...props} />
}

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
  // As high as the first line: the box is centred on it, the larger one of a phone too.
  '& > span:first-of-type': { height: '1.25rem' },
})
const OptionText = styled.span({ flex: 1, minWidth: 0 })
const OptionTitle = styled.span({ display: 'block', fontWeight: 500 })
const OptionDescription = styled.span({ display: 'block', color: token.text2, fontSize: 13 })
