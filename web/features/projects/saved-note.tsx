import styled from '@emotion/styled'
import { useOwnNow } from '#web/data/clock.ts'
import { useSavedLine } from '#web/parts/saved-line.ts'
import { sinceMidnight } from '#web/parts/when.tsx'
import { textSize, token } from '#web/theme/tokens.ts'

/** That what is typed is on this device's disk. It says so from the first moment: a line that came later would move the form under a finger. */
export function SavedNote({ at }: { at: string | null }) {
  const now = useOwnNow()
  const line = useSavedLine(
    at ? `Saved on this device · ${sinceMidnight(at, now)}` : 'Saved on this device as you type',
  )
  return <Line role="status">{line}</Line>
}

const Line = styled.span({ ...textSize.small, color: token.text2 })
