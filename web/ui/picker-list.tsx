import styled from '@emotion/styled'
import useAutocomplete from '@mui/material/useAutocomplete'
import { Fragment, useMemo, useState } from 'react'
import { hasWords } from '#shared/lib/words.ts'
import { Icon } from '../theme/icon.tsx'
import { radius, textSize, token } from '../theme/tokens.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { TextInput } from './inputs.tsx'
import { PickerLines, type PickerItem } from './picker-lines.tsx'

type Id = string | number

export interface PickerProps<AnId extends Id> {
  /** Title of the dialog: "Pool code". */
  label: string
  items: readonly PickerItem<AnId>[]
  value: AnId | null
  /** Shown first while nothing is searched. */
  recentIds?: readonly AnId[]
  searchPlaceholder?: string
  emptyText?: string
  /** The choice may be taken back. */
  clearable?: boolean
}

interface PickerListProps extends PickerProps<Id> {
  onChoose: (id: Id | null) => void
  onClose: () => void
}

const SHOWN = 100
const none: readonly Id[] = []

/** The open half of a SearchPicker. */
export function PickerList({
  label,
  items,
  value,
  recentIds = none,
  searchPlaceholder = 'Search',
  emptyText = 'Nothing matches your search.',
  clearable = false,
  onChoose,
  onClose,
}: PickerListProps) {
  const [text, setText] = useState('')
  const found = useMemo(() => findItems(items, text, recentIds), [items, text, recentIds])
  const shown = found.slice(0, SHOWN)
  const recentCount = text.trim() === '' ? shown.filter((item) => recentIds.includes(item.id)).length : 0
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } = useAutocomplete({
    open: true,
    autoHighlight: true,
    disableListWrap: true,
    options: shown,
    filterOptions: (options) => options,
    getOptionLabel: (item) => item.title,
    // What is chosen is marked below: here it would be written into the search box.
    value: null,
    onChange: (_, item) => item && onChoose(item.id),
    inputValue: text,
    onInputChange: (_, typed, reason) => reason === 'input' && setText(typed),
    onClose: (_, reason) => reason === 'escape' && onClose(),
  })
  const { ref, ...input } = getInputProps()

  return (
    <div {...getRootProps()}>
      <SearchLine>
        <TextInput
          {...input}
          ref={ref}
          type="search"
          autoFocus
          start={<Icon name="search" size={18} />}
          placeholder={searchPlaceholder}
          aria-label={searchPlaceholder}
        />
      </SearchLine>
      {shown.length === 0 && <EmptyState compact text={emptyText} />}
      <Options {...getListboxProps()} aria-label={label} aria-labelledby={undefined}>
        {shown.map((item, index) => {
          const { key, ...option } = getOptionProps({ option: item, index })
          return (
            <Fragment key={key}>
              {recentCount > 0 && index === 0 && <Heading role="presentation">Recent</Heading>}
              {recentCount > 0 && index === recentCount && <Heading role="presentation">All</Heading>}
              <Option {...option} aria-selected={item.id === value}>
                <PickerLines {...item} />
                {item.end && <End>{item.end}</End>}
                {item.id === value && <Icon name="check" size={18} />}
              </Option>
            </Fragment>
          )
        })}
      </Options>
      {found.length > SHOWN && <More role="status">{found.length - SHOWN} more. Keep typing to narrow the list.</More>}
      {clearable && value !== null && (
        <Button variant="text" onClick={() => onChoose(null)}>
          Clear selection
        </Button>
      )}
    </div>
  )
}

/** Everything that begins with what was typed; while nothing is, what was used lately first. */
function findItems(items: readonly PickerItem<Id>[], text: string, recentIds: readonly Id[]): PickerItem<Id>[] {
  if (text.trim() !== '') return items.filter((item) => hasWords(`${item.title} ${item.subtitle ?? ''}`, text))
  const recent = recentIds.flatMap((id) => items.filter((item) => item.id === id))
  return [...recent, ...items.filter((item) => !recentIds.includes(item.id))]
}

const SearchLine = styled.div({ padding: '4px 0 12px' })
/** It scrolls itself: useAutocomplete keeps what is marked in sight, and knows no other scroller. */
const Options = styled.ul({
  position: 'relative',
  margin: '0 -8px',
  maxHeight: 'calc(100dvh - 220px)',
  overflowY: 'auto',
})
const Option = styled.li({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 48,
  padding: '6px 8px',
  borderRadius: radius.control,
  cursor: 'pointer',
  '& > svg': { color: token.primary },
  '&:hover, &.Mui-focused': { background: token.hover },
  '&[aria-selected="true"]': { background: token.primarySoft },
})
const Heading = styled.li({
  padding: '8px 8px 4px',
  ...textSize.small,
  fontWeight: 500,
  color: token.text2,
})
const End = styled.span({ color: token.text2, fontVariantNumeric: 'tabular-nums' })
const More = styled.p({ padding: '12px 0 0', ...textSize.small, color: token.text2 })
