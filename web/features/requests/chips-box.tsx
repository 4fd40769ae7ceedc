import styled from '@emotion/styled'
import Chip from '@mui/material/Chip'
import InputBase from '@mui/material/InputBase'
import useAutocomplete from '@mui/material/useAutocomplete'
import type { ClipboardEvent } from 'react'
import { emailPattern } from '#shared/lib/email.ts'
import { hasWords } from '#shared/lib/words.ts'
import { eachOnce } from '#shared/rules/recipients.ts'
import { Icon } from '#web/theme/icon.tsx'
import { media, radius, token } from '#web/theme/tokens.ts'
import { useFieldControl } from '#web/ui/field-control.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

interface Offer {
  value: string
  label?: string
}

export interface ChipsBoxProps {
  values: readonly string[]
  onChange: (values: string[]) => void
  /** What is being typed and is no address yet. */
  text: string
  onText: (text: string) => void
  /** People to offer: what is stored, and the name it goes by. */
  suggestions: readonly Offer[]
  placeholder: string
  onBlur: () => void
}

/**
 * The working half of ChipsInput: several e-mail addresses. Comma, semicolon, Enter and leaving the field finish one;
 * pasting a list makes many. What is no address is kept, and marked.
 */
export function ChipsBox({ values, onChange, text, onText, suggestions, placeholder, onBlur }: ChipsBoxProps) {
  const { readOnly, ...control } = useFieldControl({})
  const { getRootProps, getInputProps, getItemProps, getListboxProps, getOptionProps, groupedOptions } =
    useAutocomplete<Offer, true, false, true>({
      multiple: true,
      freeSolo: true,
      // Leaving the field finishes what is typed.
      autoSelect: true,
      readOnly,
      id: control.id,
      options: suggestions,
      filterOptions: (offers) =>
        text.trim() === ''
          ? []
          : offers.filter(({ value, label = '' }) => hasWords(`${label} ${value}`, text)).slice(0, 6),
      filterSelectedOptions: true,
      getOptionLabel: addressOf,
      isOptionEqualToValue: (offer, value) => addressOf(offer) === addressOf(value),
      value: [...values],
      onChange: (_, chosen) => onChange(eachOnce(chosen.map(addressOf))),
      inputValue: text,
      onInputChange: (_, typed, reason) => (reason === 'input' ? type(typed) : onText('')),
    })
  const { ref, onBlur: leave, ...input } = getInputProps()

  /** Whatever stands before a separator is finished. */
  function type(typed: string) {
    const parts = typed.split(separators)
    const rest = parts.pop() ?? ''
    if (parts.length > 0) onChange(eachOnce([...values, ...parts]))
    onText(parts.length > 0 ? rest.trimStart() : rest)
  }

  /** A browser would take the line breaks out of a list before it is a change. */
  function handlePaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!separators.test(pasted)) return
    event.preventDefault()
    type(`${text}${pasted},`)
  }

  return (
    <Root {...getRootProps()}>
      <InputBase
        inputRef={ref}
        error={control['aria-invalid']}
        readOnly={readOnly}
        startAdornment={values.map((value, index) => {
          const { key, onDelete, ...item } = getItemProps({ index })
          const valid = emailPattern.test(value)
          return (
            <Chip
              {...item}
              key={key}
              color={valid ? 'default' : 'warning'}
              title={valid ? value : `${value} ${invalidText}`}
              icon={valid ? undefined : <Icon name="warning" size={14} label={`${invalidText}:`} />}
              // Not `onDelete`: it makes the chip a button around a button.
              label={
                <>
                  <span>{value}</span>
                  {!readOnly && <IconButton icon="close" label={`Remove ${value}`} size="small" onClick={onDelete} />}
                </>
              }
            />
          )
        })}
        slotProps={{
          input: {
            ...input,
            ...control,
            type: 'text',
            inputMode: 'email',
            autoComplete: 'off',
            autoCapitalize: 'none',
            spellCheck: false,
            placeholder: values.length === 0 ? placeholder : undefined,
            onPaste: handlePaste,
            onBlur: (event) => {
              leave?.(event)
              onBlur()
            },
          },
        }}
      />
      {groupedOptions.length > 0 && (
        <Offers {...getListboxProps()} aria-label="Suggestions" aria-labelledby={undefined}>
          {groupedOptions.map((option, index) => {
            const { key, ...attributes } = getOptionProps({ option, index })
            return (
              <li key={key} {...attributes}>
                {option.label && <b>{option.label}</b>}
                <span>{option.value}</span>
              </li>
            )
          })}
        </Offers>
      )}
    </Root>
  )
}

const separators = /[,;\n]/
const invalidText = 'does not look like an e-mail address'

const addressOf = (offer: Offer | string): string => (typeof offer === 'string' ? offer : offer.value).trim()

const Root = styled.div({
  position: 'relative',
  '& .MuiInputBase-root': { flexWrap: 'wrap', gap: 6, padding: '5px 12px 5px 6px' },
  '& input': { flex: '1 1 120px', width: 'auto', minHeight: 28, paddingLeft: 6 },
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
  '& li:hover, & li.Mui-focused': { background: token.hover },
  '& b': { fontWeight: 500 },
  '& span': { color: token.text2, overflowWrap: 'anywhere' },
})
