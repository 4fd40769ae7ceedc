import styled from '@emotion/styled'
import { useEffect, useRef, useState } from 'react'
import { media, textSize, token } from '#web/theme/tokens.ts'

/** What the tasking is about, under its title: two lines, and all of it on demand. */
export function Description({ text }: { text: string }) {
  const words = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = words.current
    if (!element) return
    const look = new ResizeObserver(() => {
      if (element.dataset['open'] === undefined) setCut(element.scrollHeight > element.clientHeight + 1)
    })
    look.observe(element)
    return () => look.disconnect()
  }, [text])
  return (
    <>
      <Words ref={words} data-open={open || undefined}>
        {text}
      </Words>
      {isCut && (
        <More type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'less' : 'more'}
        </More>
      )}
    </>
  )
}

const Words = styled.span({
  display: '-webkit-box',
  maxWidth: '100ch',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  ...textSize.body,
  color: token.text,
  '&[data-open]': { display: 'block' },
})
const More = styled.button({
  position: 'relative',
  ...textSize.body,
  fontWeight: 500,
  color: token.primary,
  borderRadius: 4,
  [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: '-12px' } },
})
