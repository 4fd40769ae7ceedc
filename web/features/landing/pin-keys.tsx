import styled from '@emotion/styled'
import { Icon } from '../../theme/icon.tsx'
import { token } from '../../theme/tokens.ts'

export const PIN_LENGTH = 6

interface PinKeysProps {
  value: string
  onChange: (value: string) => void
}

/** Keys for the thumb, in place of the phone's own keyboard. */
export function PinKeys({ value, onChange }: PinKeysProps) {
  const add = (digit: number) => value.length < PIN_LENGTH && onChange(`${value}${digit}`)
  return (
    <Keys role="group" aria-label="Digits">
      {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => (
        <Key key={digit} type="button" onClick={() => add(digit)}>
          {digit}
        </Key>
      ))}
      <Key type="button" style={{ gridColumn: 2 }} onClick={() => add(0)}>
        0
      </Key>
      <Key type="button" data-plain aria-label="Delete the last digit" onClick={() => onChange(value.slice(0, -1))}>
        <Icon name="backspace" size={24} />
      </Key>
    </Keys>
  )
}

const low = '@media (max-height: 740px)'

const Keys = styled.div({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, auto)',
  justifyContent: 'center',
  gap: '14px 28px',
  [low]: { gap: '8px 28px' },
})
const Key = styled.button({
  display: 'grid',
  placeItems: 'center',
  width: 72,
  height: 72,
  [low]: { width: 56, height: 56 },
  border: `1px solid ${token.control}`,
  borderRadius: '50%',
  background: `color-mix(in srgb, ${token.text} 12%, transparent)`,
  color: token.text,
  fontSize: 24,
  fontWeight: 500,
  '&:active': { background: token.control },
  '&[data-plain]': { border: 0, background: 'none' },
})
