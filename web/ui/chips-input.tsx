import styled from '@emotion/styled'
import { useId, useState, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react'
import { bareControl, ControlBox } from './control-box.tsx'
import { useFieldControl } from './field-control.ts'
import { Icon } from './icon.tsx'
import { media, radius, token } from './tokens.ts'

export interface ChipsInputProps {
  values: readonly string[]
  onChange: (values: string[]) => void
  /** People to offer: what is stored, and the name it goes by. */
  suggestions?: readonly { value: string; label?: string }[]
  /** A value that fails is kept, and marked. */
  isValid?: (value: string) => boolean
  invalidText?: string
  id?: string
  placeholder?: string
  onBlur?: () => void
}

/** Several e-mail addresses. Comma, semicolon, Enter and leaving the field finish one; pasting a list makes many. */
export function ChipsInput({
  values,
  onChange,
  suggestions = [],
  isValid = looksLikeEmail,
  invalidText = 'does not look like an e-mail address',
  id,
  placeholder,
  onBlur,
}: ChipsInputProps) {
  const control = useFieldControl({ id })
  const listId = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const offered = offersFor(text, suggestions, values)

  function add(texts: readonly string[]) {
    const fresh = texts.map((one) => one.trim()).filter((one) => one !== '')
    const known = new Set(values.map((value) => value.toLowerCase()))
    const added = fresh.filter((one) => !known.has(one.toLowerCase()) && known.add(one.toLowerCase()))
    if (added.length > 0) onChange([...values, ...added])
    setText('')
    setActive(-1)
  }

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const parts = event.target.value.split(separators)
    setActive(-1)
    if (parts.length === 1) return setText(event.target.value)
    const rest = parts.pop() ?? ''
    add(parts)
    setText(rest.trimStart())
  }

  function handlePaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!separators.test(pasted)) return
    event.preventDefault()
    add((text + pasted).split(separators))
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      add([offered[active]?.value ?? text])
    } else if (event.key === 'Backspace' && text === '' && values.length > 0) {
      onChange(values.slice(0, -1))
    } else if (event.key === 'ArrowDown' && offered.length > 0) {
      event.preventDefault()
      setActive((active + 1) % offered.length)
    } else if (event.key === 'ArrowUp' && offered.length > 0) {
      event.preventDefault()
      setActive((active - 1 + offered.length) % offered.length)
    } else if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      setText('')
    }
  }

  return (
    <Root>
      <Box data-readonly={control.readOnly || undefined}>
        {values.map((value) => (
          <Chip
            key={value}
            data-invalid={isValid(value) ? undefined : true}
            title={isValid(value) ? value : `${value} ${invalidText}`}
          >
            {!isValid(value) && <Icon name="warning" size={14} label={`${invalidText}:`} />}
            <span>{value}</span>
            {!control.readOnly && (
              <Remove
                type="button"
                aria-label={`Remove ${value}`}
                onClick={() => onChange(values.filter((other) => other !== value))}
              >
                <Icon name="close" size={14} />
              </Remove>
            )}
          </Chip>
        ))}
        <ChipText
          {...control}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
          placeholder={values.length === 0 ? placeholder : undefined}
          value={text}
          onChange={handleChange}
          onPaste={handlePaste}
          onKeyDown={handleKey}
          onBlur={() => {
            add([text])
            onBlur?.()
          }}
        />
      </Box>
      <Offers id={listId} role="listbox" aria-label="Suggestions" hidden={offered.length === 0}>
        {offered.map((offer, at) => (
          <li
            key={offer.value}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === active}
            // Pressing must not blur the input first: blur would add the half-typed text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add([offer.value])}
          >
            {offer.label && <b>{offer.label}</b>}
            <span>{offer.value}</span>
          </li>
        ))}
      </Offers>
    </Root>
  )
}

const separators = /[,;\n]/

export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}

function offersFor(text: string, suggestions: NonNullable<ChipsInputProps['suggestions']>, values: readonly string[]) {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  return suggestions
    .filter(({ value, label }) => !values.includes(value) && `${label ?? ''} ${value}`.toLowerCase().includes(wanted))
    .slice(0, 6)
}

const Root = styled.div({ position: 'relative' })
const Box = styled(ControlBox)({ flexWrap: 'wrap', gap: 6, padding: '5px 12px 5px 6px' })
const ChipText = styled.input(bareControl, { flex: '1 1 120px', minHeight: 28, paddingLeft: 6 })
const Chip = styled.span({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  maxWidth: '100%',
  height: 28,
  paddingLeft: 10,
  border: '1px solid transparent',
  borderRadius: radius.chip,
  background: token.canceledFill,
  fontSize: 13,
  '& > span': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    lineHeight: '26px',
    paddingRight: 2,
  },
  '&[data-invalid]': { background: token.warnSoft, borderColor: token.warnLine, color: token.warn },
  [media.coarse]: { height: 36 },
})
const Remove = styled.button({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  flex: 'none',
  borderRadius: 4,
  marginLeft: -4,
  [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: '-10px -6px' } },
})
const Offers = styled.ul({
  position: 'absolute',
  zIndex: 20,
  left: 0,
  right: 0,
  top: 'calc(100% + 4px)',
  padding: 4,
  border: `1px solid ${token.divider}`,
  borderRadius: radius.control,
  background: token.surface,
  boxShadow: token.shadowMenu,
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 8,
    minHeight: 36,
    padding: '4px 8px',
    borderRadius: radius.chip,
    cursor: 'pointer',
    [media.coarse]: { minHeight: 44 },
  },
  '& li:hover, & li[aria-selected="true"]': { background: token.hover },
  '& b': { fontWeight: 500 },
  '& span': { color: token.text2, overflowWrap: 'anywhere' },
})
