import styled from '@emotion/styled'
import { useId, useState } from 'react'
import Checkbox from '@mui/material/Checkbox'
import { hasWords } from '#shared/lib/words.ts'
import { CountBadge } from '#web/ui/chip.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { media, radius, token } from '#web/theme/tokens.ts'

interface FilterGroupProps {
  label: string
  options: readonly { id: number; label: string }[]
  chosen: readonly number[]
  /** How many there are of a choice; nothing where nobody can say. */
  countOf?: (id: number) => string
  onChange: (ids: number[]) => void
  alwaysOpen?: boolean
}

const SEARCH_FROM = 12

/** One filter: a folded line "Any" until it is opened; the chosen ones stand first when it opens. */
export function FilterGroup({ label, options, chosen, countOf, onChange, alwaysOpen = false }: FilterGroupProps) {
  const id = useId()
  const [open, setOpen] = useState(alwaysOpen || chosen.length > 0)
  const [text, setText] = useState('')
  const [first] = useState(() => new Set(chosen))
  const inOrder = [...options].sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
  const shown = inOrder.filter((option) => hasWords(option.label, text))

  function toggle(optionId: number, on: boolean) {
    onChange(on ? [...chosen, optionId] : chosen.filter((other) => other !== optionId))
  }

  return (
    <Group data-open={open || undefined}>
      <Head type="button" aria-expanded={open} aria-controls={id} disabled={alwaysOpen} onClick={() => setOpen(!open)}>
        <b>{label}</b>
        {chosen.length > 0 ? (
          <CountBadge count={chosen.length} tone="primary" label={`${chosen.length} chosen`} />
        ) : (
          !open && <Any>Any</Any>
        )}
        {!alwaysOpen && <Icon name={open ? 'chevron-up' : 'chevron-down'} size={16} />}
      </Head>
      {open && (
        <Box id={id} role="group" aria-label={label} data-low={alwaysOpen || undefined}>
          {options.length > SEARCH_FROM && (
            <SearchLine>
              <Icon name="search" size={16} />
              <input
                type="search"
                aria-label={`Search ${label.toLowerCase()}`}
                placeholder={`${options.length} ${label.toLowerCase()}`}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </SearchLine>
          )}
          {shown.map((option) => (
            <Option key={option.id}>
              <Checkbox
                id={`${id}-${option.id}`}
                checked={chosen.includes(option.id)}
                onChange={(event) => toggle(option.id, event.target.checked)}
              />
              <span>{option.label}</span>
              {countOf && <Count>{countOf(option.id)}</Count>}
            </Option>
          ))}
          {shown.length === 0 && <Nothing>Nothing matches.</Nothing>}
        </Box>
      )}
    </Group>
  )
}

const Group = styled.div({
  border: `1px solid ${token.divider}`,
  borderRadius: radius.control,
  '&[data-open]': { borderColor: 'transparent' },
})
const Head = styled.button({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 34,
  padding: '0 12px',
  borderRadius: radius.control,
  '& b': { flex: 1, fontWeight: 600 },
  '[data-open] > &': { padding: '0 4px' },
  '&:disabled': { cursor: 'default' },
  '&:hover:not(:disabled)': { background: token.hover },
  [media.phone]: { minHeight: 48 },
})
const Any = styled.span({ color: token.text2 })
const Box = styled.div({
  maxHeight: 165,
  overflowY: 'auto',
  border: `1px solid ${token.control}`,
  borderRadius: radius.control,
  '&[data-low]': { maxHeight: 120 },
  [media.phone]: { maxHeight: 264, '&[data-low]': { maxHeight: 'none' } },
})
const SearchLine = styled.label({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  padding: '0 10px',
  borderBottom: `1px solid ${token.divider}`,
  background: token.surface,
  color: token.text2,
  '& input': { flex: 1, minWidth: 0, border: 0, outline: 0, padding: 0, background: 'transparent', color: token.text },
  '&:has(input:focus-visible)': { boxShadow: `inset 0 0 0 2px ${token.focus}` },
  [media.phone]: { minHeight: 48, '& input': { fontSize: 16 } },
})
const Option = styled.label({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 27,
  padding: '0 6px',
  cursor: 'pointer',
  '&:hover': { background: token.hover },
  '& > span:nth-of-type(2)': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  [media.phone]: { minHeight: 44, padding: '0 14px', gap: 12 },
})
const Count = styled.small({ fontSize: 13, color: token.text2, fontVariantNumeric: 'tabular-nums' })
const Nothing = styled.p({ padding: '8px 10px', color: token.text2 })
