import styled from '@emotion/styled'
import { useState } from 'react'
import { Icon } from '../theme/icon.tsx'
import { pagePart } from './on-demand.tsx'
import { media, radius, token } from '../theme/tokens.ts'
import { Dialog } from './dialog.tsx'
import { FieldContext, useFieldControl } from './field-control.ts'
import { PickerLines } from './picker-lines.tsx'
import type { PickerProps } from './picker-list.tsx'

interface SearchPickerProps<Id extends string | number> extends PickerProps<Id> {
  onChange: (id: Id | null) => void
  placeholder?: string
}

/** Most are never opened, so what searches is fetched when the first one may be: whoever types at once has its box before them. */
const fetchList = () => import('./picker-list.tsx').then((part) => part.PickerList)
const PickerList = pagePart(fetchList)

/** Looks like a field, holds two lines, and opens a searchable list. */
export function SearchPicker<Id extends string | number>({
  onChange,
  placeholder = 'Select',
  ...list
}: SearchPickerProps<Id>) {
  const { label, items, value } = list
  const { readOnly, 'aria-required': _, ...control } = useFieldControl({})
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
        onFocus={() => void fetchList().catch(() => undefined)}
        onClick={() => !readOnly && setOpen(true)}
      >
        {chosen ? <PickerLines {...chosen} /> : <Placeholder>{placeholder}</Placeholder>}
        <Icon name={readOnly ? 'lock' : 'search'} size={readOnly ? 16 : 20} />
      </Face>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} width={520}>
        {/* The search box is a control of its own: the field's id, error and description stay with the button. */}
        <FieldContext value={null}>
          <PickerList {...list} onChoose={(id) => choose(id as Id | null)} onClose={() => setOpen(false)} />
        </FieldContext>
      </Dialog>
    </>
  )
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
  // As large as what is typed into beside it.
  [media.coarse]: { minHeight: 48, fontSize: 16 },
  [media.phone]: { minHeight: 48, padding: '8px 12px', fontSize: 16 },
})
const Placeholder = styled.span({ flex: 1, color: token.text2 })
