import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { media, textSize, token } from '../theme/tokens.ts'

interface EmptyStateProps {
  heading?: string
  /** One useful sentence. */
  text?: ReactNode
  /** One button. */
  action?: ReactNode
  /** Inside a table or card: without the drawing. */
  compact?: boolean
}

export function EmptyState({ heading = 'No data received', text, action, compact = false }: EmptyStateProps) {
  return (
    <Root data-compact={compact || undefined}>
      {!compact && <Drawing />}
      <Heading>{heading}</Heading>
      {text && <Text>{text}</Text>}
      {action && <Action>{action}</Action>}
    </Root>
  )
}

/** A flag on a hill, and the dotted way to it. */
function Drawing() {
  return (
    <svg width="200" height="132" fill="none" strokeWidth="2" strokeLinejoin="round" aria-hidden>
      <g stroke={token.divider}>
        <path d="M22 96c-6-34 26-72 78-70s86 36 78 66-40 34-80 34-72-8-76-30z" />
        <path d="M42 92c-4-24 18-50 58-49s64 24 58 46-30 24-58 24-55-6-58-21z" />
      </g>
      <path d="M100 92V30" stroke={token.primary} strokeWidth="4" />
      <path d="M102 32h34l-8 11 8 11h-34z" fill={token.primarySoft} stroke={token.primary} />
      <path d="M30 116c14-10 24 4 36-4s14-16 30-18" stroke={token.control} strokeDasharray="2 6" />
    </svg>
  )
}

const Root = styled.div({
  display: 'grid',
  justifyItems: 'center',
  textAlign: 'center',
  padding: '48px 24px',
  [media.phone]: { padding: '72px 24px 40px' },
  // Where there is little room it is for the words.
  '@media (max-height: 740px)': { padding: '0 24px 24px', '& > svg': { display: 'none' } },
  '&[data-compact]': { padding: '24px 16px' },
})
const Heading = styled.h2({
  marginTop: 24,
  ...textSize.page,
  '[data-compact] > &': { marginTop: 0, ...textSize.large, letterSpacing: 0 },
})
const Text = styled.p({
  marginTop: 8,
  maxWidth: 400,
  color: token.text2,
  lineHeight: '21px',
  '[data-compact] > &': { marginTop: 4 },
})
const Action = styled.div({
  marginTop: 24,
  '[data-compact] > &': { marginTop: 12 },
  // Within a sentence a link is not told by its colour alone.
  '& p a': { textDecoration: 'underline', textUnderlineOffset: 3 },
})
