import styled from '@emotion/styled'
import { Fragment, useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { FieldContext, useFieldControl } from './field-control.ts'
import { Icon } from './icon.tsx'
import { TextInput } from './inputs.tsx'
import { media, radius, token } from './tokens.ts'

export interface PickerItem<Id extends string | number> {
  id: Id
  title: string
  subtitle?: string
  /** Right end of the row: a balance, a tag. */
  end?: ReactNode
}

export interface SearchPickerProps<Id extends string | number> {
  /** Title of the dialog: "Pool code". */
  label: string
  items: readonly PickerItem<Id>[]
  value: Id | null
  onChange: (id: Id | null) => void
  /** Shown first while nothing is searched. */
  recentIds?: readonly Id[]
  placeholder?: string
  searchPlaceholder?: string
  /** The choice may be taken back. */
  clearable?: boolean
  id?: string
  emptyText?: string
}

/** Looks like a field, holds two lines, and opens a searchable list. */
export function SearchPicker<Id extends string | number>({
  label,
  items,
  value,
  onChange,
  recentIds = [],
  placeholder = 'Select',
  searchPlaceholder = 'Search',
  clearable = false,
  id,
  emptyText = 'Nothing matches your search.',
}: SearchPickerProps<Id>) {
  const { readOnly, 'aria-required': _, ...control } = useFieldControl({ id })
  const [open, setOpen] = useState(false)
  const chosen = items.find((item) => item.id === value)

  function choose(id: Id | null) {
    onChange(id)
    setOpen(false)
  }

  return (
    <>
      <Face
        {...control}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`${label}: ${chosen ? [chosen.title, chosen.subtitle].filter(Boolean).join(', ') : placeholder}`}
        data-readonly={readOnly || undefined}
        aria-disabled={readOnly || undefined}
        onClick={() => !readOnly && setOpen(true)}
      >
        <Lines>
          {chosen ? (
            <>
              <Title data-two={chosen.subtitle ? true : undefined}>{chosen.title}</Title>
              {chosen.subtitle && <Subtitle>{chosen.subtitle}</Subtitle>}
            </>
          ) : (
            <Placeholder>{placeholder}</Placeholder>
          )}
        </Lines>
        <Icon name={readOnly ? 'lock' : 'search'} size={readOnly ? 16 : 20} />
      </Face>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} width={520}>
        {/* The search box is a control of its own: the field's id, error and description stay with the button. */}
        <FieldContext value={null}>
          <List
            label={label}
            items={items}
            value={value}
            recentIds={recentIds}
            searchPlaceholder={searchPlaceholder}
            emptyText={emptyText}
            clearable={clearable && value !== null}
            onChoose={choose}
          />
        </FieldContext>
      </Dialog>
    </>
  )
}

interface ListProps<Id extends string | number> {
  label: string
  items: readonly PickerItem<Id>[]
  value: Id | null
  recentIds: readonly Id[]
  searchPlaceholder: string
  emptyText: string
  clearable: boolean
  onChoose: (id: Id | null) => void
}

const SHOWN = 100

function List<Id extends string | number>({
  label,
  items,
  value,
  recentIds,
  searchPlaceholder,
  emptyText,
  clearable,
  onChoose,
}: ListProps<Id>) {
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const found = useMemo(() => findItems(items, text, recentIds), [items, text, recentIds])
  const shown = found.slice(0, SHOWN)
  const recentCount = text.trim() === '' ? shown.filter((item) => recentIds.includes(item.id)).length : 0

  function moveTo(at: number) {
    setActive(at)
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }

  function handleKey(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowDown: Math.min(active + 1, shown.length - 1),
      ArrowUp: Math.max(active - 1, 0),
    }
    const target = targets[event.key]
    const item = shown[active]
    if (target !== undefined) {
      event.preventDefault()
      moveTo(target)
    } else if (event.key === 'Enter' && item) {
      event.preventDefault()
      onChoose(item.id)
    }
  }

  return (
    <>
      <SearchLine>
        <TextInput
          type="search"
          autoFocus
          start={<Icon name="search" size={18} />}
          placeholder={searchPlaceholder}
          aria-label={searchPlaceholder}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={handleKey}
        />
      </SearchLine>
      {shown.length === 0 && <EmptyState compact text={emptyText} />}
      <Options id={listId} role="listbox" aria-label={label}>
        {shown.map((item, at) => (
          <Fragment key={item.id}>
            {recentCount > 0 && at === 0 && <Heading role="presentation">Recent</Heading>}
            {recentCount > 0 && at === recentCount && <Heading role="presentation">All</Heading>}
            <Option
              id={`${listId}-${at}`}
              role="option"
              aria-selected={item.id === value}
              data-active={at === active || undefined}
              onClick={() => onChoose(item.id)}
            >
              <Lines>
                <Title data-two={item.subtitle ? true : undefined}>{item.title}</Title>
                {item.subtitle && <Subtitle>{item.subtitle}</Subtitle>}
              </Lines>
              {item.end && <End>{item.end}</End>}
              {item.id === value && <Icon name="check" size={18} />}
            </Option>
          </Fragment>
        ))}
      </Options>
      {found.length > SHOWN && <More role="status">{found.length - SHOWN} more. Keep typing to narrow the list.</More>}
      {clearable && (
        <Clear type="button" onClick={() => onChoose(null)}>
          Clear selection
        </Clear>
      )}
    </>
  )
}

function findItems<Id extends string | number>(
  items: readonly PickerItem<Id>[],
  text: string,
  recentIds: readonly Id[],
): PickerItem<Id>[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length > 0) {
    return items.filter((item) => {
      const haystack = `${item.title} ${item.subtitle ?? ''}`.toLowerCase()
      return words.every((word) => haystack.includes(word))
    })
  }
  const recent = recentIds.flatMap((id) => items.filter((item) => item.id === id))
  return [...recent, ...items.filter((item) => !recentIds.includes(item.id))]
}

const Face = styled.button({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 40,
  padding: '5px 12px',
  border: `1px solid ${token.control}`,
  borderRadius: radius.control,
  background: token.surface,
  '& > svg': { color: token.text2 },
  '&[aria-expanded="true"]': { borderColor: token.primary },
  '&[aria-invalid="true"]': { borderColor: token.danger, boxShadow: `inset 0 0 0 1px ${token.danger}` },
  '&[data-readonly]': { background: token.sunken, borderColor: token.divider, color: token.text2, cursor: 'default' },
  [media.phone]: { minHeight: 48, padding: '8px 12px' },
})
const Lines = styled.span({ flex: 1, minWidth: 0 })
const Title = styled.span({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&[data-two]': { fontWeight: 600 },
})
const Subtitle = styled.span({ display: 'block', fontSize: 12, lineHeight: '16px', color: token.text2 })
const Placeholder = styled.span({ color: token.text2 })
const SearchLine = styled.div({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  padding: '4px 0 12px',
  background: token.surface,
})
const Options = styled.ul({ margin: '0 -8px' })
const Option = styled.li({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 48,
  padding: '6px 8px',
  borderRadius: radius.control,
  cursor: 'pointer',
  scrollMarginTop: 72,
  '& > svg': { color: token.primary },
  '&:hover, &[data-active]': { background: token.hover },
  '&[aria-selected="true"]': { background: token.primarySoft },
})
const Heading = styled.li({
  padding: '8px 8px 4px',
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 500,
  color: token.text2,
})
const End = styled.span({ color: token.text2, fontVariantNumeric: 'tabular-nums' })
const More = styled.p({ padding: '12px 0 0', fontSize: 12, lineHeight: '16px', color: token.text2 })
const Clear = styled.button({
  marginTop: 12,
  minHeight: 36,
  color: token.primary,
  fontWeight: 500,
  [media.coarse]: { minHeight: 44 },
})
