import styled from '@emotion/styled'
import { useOwnNow } from '../data/clock.ts'
import { Button } from '../ui/button.tsx'
import { startsLine } from '../theme/buttons.ts'
import { media, textSize, token } from '../theme/tokens.ts'
import type { KeptForm } from './use-kept-form.ts'
import { useSavedLine } from './saved-line.ts'
import { sinceMidnight } from './when.tsx'

/** Under what is typed: that it is safe here, and the one way to throw it away. */
export function KeptLine({
  form: { isTyped, savedAt, discard },
}: {
  form: Pick<KeptForm<object>, 'isTyped' | 'savedAt' | 'discard'>
}) {
  const now = useOwnNow()
  // There from the first letter: a line that came half a second later would move the buttons from under a finger.
  const line = useSavedLine(
    savedAt ? `Saved on this device · ${sinceMidnight(savedAt, now)}` : 'Saving on this device …',
  )
  if (!isTyped) return null
  return (
    <Line>
      <span role="status">{line}</span>
      <Button variant="text" size="small" onClick={discard}>
        Discard
      </Button>
    </Line>
  )
}

/** In the foot of a form that is saved while connected: not there yet, and since when it is safe here. */
export function NotSavedYet({ isTyped, savedAt }: Pick<KeptForm<object>, 'isTyped' | 'savedAt'>) {
  const now = useOwnNow()
  const line = useSavedLine(`Not saved yet${savedAt ? ` · kept on this device ${sinceMidnight(savedAt, now)}` : ''}`)
  return <Grow role="status">{isTyped && line}</Grow>
}

const Line = styled.span({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  // Beside the words or, where there is no room, under their beginning.
  gap: '0 17px',
  ...startsLine,
  minHeight: 32,
  ...textSize.small,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
})
const Grow = styled.span({
  flex: 1,
  ...textSize.small,
  color: token.text2,
  // Above the buttons, which have the whole line.
  [media.phone]: { flex: '1 0 100%', '&:empty': { marginBottom: -8 } },
})
