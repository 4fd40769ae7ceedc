import styled from '@emotion/styled'
import { Button } from '../ui/button.tsx'
import { token } from '../ui/tokens.ts'
import type { KeptForm } from './use-kept-form.ts'
import { useSavedLine } from './saved-line.ts'
import { sinceMidnight, useNow } from './when.tsx'

/** Under what is typed: that it is safe here, and the one way to throw it away. */
export function KeptLine({
  form: { isTyped, savedAt, discard },
}: {
  form: Pick<KeptForm<object>, 'isTyped' | 'savedAt' | 'discard'>
}) {
  const now = useNow()
  const line = useSavedLine(savedAt ? `Saved on this device · ${sinceMidnight(savedAt, now)}` : '')
  if (!isTyped || line === '') return null
  return (
    <Line>
      <span role="status">{line}</span>
      <Button variant="text" size="small" onClick={discard}>
        Discard
      </Button>
    </Line>
  )
}

const Line = styled.span({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 8px',
  minHeight: 32,
  fontSize: 12,
  lineHeight: '16px',
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
})
