import styled from '@emotion/styled'
import { useId, useState } from 'react'
import type { Revision } from '#shared/model/request.ts'
import { useNow } from '#web/data/clock.ts'
import { sinceMidnight } from '#web/parts/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/state/toasts.ts'
import { radius, token } from '#web/theme/tokens.ts'

/** What this field said before another device replaced it: to read and to copy (C-116). */
export function ReplacedTexts({ replaced, field }: { replaced: readonly Revision[]; field: string }) {
  const earlier = replaced.flatMap((revision) => {
    const text = revision.replaced[field]
    return text ? [{ id: revision.id, text, at: revision.createDate }] : []
  })
  return earlier.map((one) => <ReplacedText key={one.id} text={one.text} at={one.at} />)
}

function ReplacedText({ text, at }: { text: string; at: string }) {
  const [open, setOpen] = useState(false)
  const textId = useId()
  const now = useNow()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast('Copied', { variant: 'success' })
    } catch {
      toast('This browser did not allow copying. Select the text instead.', { variant: 'warning' })
    }
  }

  return (
    <Root>
      <Button
        variant="text"
        size="small"
        icon="clock"
        aria-expanded={open}
        aria-controls={textId}
        onClick={() => setOpen(!open)}
      >
        Earlier text · replaced {sinceMidnight(at, now)}
      </Button>
      <Earlier id={textId} hidden={!open}>
        <p>{text}</p>
        <Button size="small" icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
      </Earlier>
    </Root>
  )
}

const Root = styled.div({ marginTop: 4 })
const Earlier = styled.div({
  padding: 12,
  marginTop: 4,
  border: `1px solid ${token.divider}`,
  borderRadius: radius.control,
  background: token.sunken,
  '& > p': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', marginBottom: 8 },
})
