import styled from '@emotion/styled'
import type { FocusEvent } from 'react'
import { formatMoney, parseMoney } from '#shared/lib/money.ts'
import { token } from '../theme/tokens.ts'
import { TextInput, type TextInputProps } from './inputs.tsx'

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

/** Writes into an input as if the person had typed: React and form libraries both hear of it. */
function typeInto(input: HTMLInputElement, value: string) {
  // React wraps `value` on the element itself to notice programmatic writes; the prototype's setter goes past it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const Sign = styled.span({ color: token.text2 })
const MoneyText = styled(TextInput)({ fontVariantNumeric: 'tabular-nums' })
