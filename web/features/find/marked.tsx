import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { hitsIn } from '#shared/lib/hits.ts'
import { piecesOf } from '#shared/lib/words.ts'
import { token } from '#web/theme/tokens.ts'

/** Draws a text with what the search found in it marked; undefined where there are no words to find. */
export function markerOf(term = ''): ((text: string) => ReactNode) | undefined {
  const pieces = piecesOf(term)
  if (pieces.length === 0) return undefined
  return function mark(text) {
    const hits = hitsIn(text, pieces)
    return hits.length === 0 ? (
      text
    ) : (
      <>
        {hits.map(([from, to], at) => (
          <span key={from}>
            {text.slice(hits[at - 1]?.[1] ?? 0, from)}
            <Mark>{text.slice(from, to)}</Mark>
          </span>
        ))}
        {text.slice(hits.at(-1)?.[1])}
      </>
    )
  }
}

const Mark = styled.mark({
  padding: '1px 0',
  borderRadius: 3,
  background: token.warnLine,
  color: token.text,
  boxDecorationBreak: 'clone',
})
