import styled from '@emotion/styled'
import { useId, type ReactNode } from 'react'
import { radius, token } from './tokens.ts'

export interface PanelProps {
  title?: ReactNode
  /** Right end of the header line. */
  actions?: ReactNode
  /** Beside the title: a count, a tag. */
  meta?: ReactNode
  footer?: ReactNode
  /** Without padding around the content, for tables and lists. */
  flush?: boolean
  headingLevel?: 2 | 3
  /** Its content may scroll and holds nothing to focus: the keyboard then scrolls the panel itself. */
  scrolls?: boolean
  className?: string
  children?: ReactNode
}

export function Panel({
  title,
  actions,
  meta,
  footer,
  flush = false,
  headingLevel = 2,
  scrolls = false,
  className,
  children,
}: PanelProps) {
  const headingId = useId()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <Card
      as="section"
      className={className}
      aria-labelledby={title ? headingId : undefined}
      tabIndex={scrolls ? 0 : undefined}
    >
      {(title || actions) && (
        <Header>
          {title && (
            <Title as={Heading} id={headingId}>
              {title}
            </Title>
          )}
          {meta}
          <Spring />
          {actions}
        </Header>
      )}
      <Body data-flush={flush || undefined} data-headed={title || actions ? true : undefined}>
        {children}
      </Body>
      {footer && <Footer>{footer}</Footer>}
    </Card>
  )
}

/** The plain bordered ground of every card. */
export const Card = styled.div({
  minWidth: 0,
  overflow: 'clip',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
})
const Header = styled.header({ display: 'flex', alignItems: 'center', gap: 8, minHeight: 48, padding: '0 16px' })
const Title = styled.h2({ fontSize: 14, lineHeight: '20px', fontWeight: 600 })
const Spring = styled.span({ flex: 1 })
const Body = styled.div({
  padding: 16,
  '&[data-headed]': { paddingTop: 0 },
  '&[data-flush]': { padding: 0 },
})
const Footer = styled.footer({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  padding: '12px 16px',
  borderTop: `1px solid ${token.divider}`,
  background: token.sunken,
})
