import styled from '@emotion/styled'
import type { FocusEvent } from 'react'
import { formatMoney, parseMoney } from '#shared/lib/money.ts'
import { TextInput, type TextInputProps } from './inputs.tsx'
import { typeInto } from './native-value.ts'
import { token } from './tokens.ts'

/** Dollars as text; tidied to `12,800` on leaving when it can be read. The form turns it into cents with `parseMoney`. */
export function MoneyInput({ onBlur, ...rest }: Omit<TextInputProps, 'type' | 'inputMode' | 'start'>) {
  function tidy(event: FocusEvent<HTMLInputElement>) {
    const cents = parseMoney(event.target.value)
    const tidied = cents === null ? event.target.value : formatMoney(cents).replace('$', '')
    if (tidied !== event.target.value) typeInto(event.target, tidied)
    onBlur?.(event)
  }
  return (
    <MoneyText
      {...rest}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      start={<Sign aria-hidden>$</Sign>}
      onBlur={tidy}
    />
  )
}

const Sign = styled.span({ color: token.text2 })
const MoneyText = styled(TextInput)({ fontVariantNumeric: 'tabular-nums' })
