import styled from '@emotion/styled'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { media, radius, room, textSize, token } from '../theme/tokens.ts'

interface PanelProps {
  title?: ReactNode
  /** Right end of the header line. */
  actions?: ReactNode
  /** Above the title: where it lies. */
  breadcrumb?: ReactNode
  /** Beside the title: a count, a tag. */
  meta?: ReactNode
  /** Without padding around the content, for tables and lists. */
  flush?: boolean
  /** Its content may scroll and holds nothing to focus: the keyboard then scrolls the panel itself. */
  scrolls?: boolean
  children?: ReactNode
}

export function Panel({ title, actions, breadcrumb, meta, flush = false, scrolls = false, children }: PanelProps) {
  const headingId = useId()
  return (
    <Card as="section" aria-labelledby={title ? headingId : undefined} tabIndex={scrolls ? 0 : undefined}>
      {(title || actions) && (
        <Header>
          <Words>
            {breadcrumb && <Way>{breadcrumb}</Way>}
            {title && <Title id={headingId}>{title}</Title>}
            {meta}
          </Words>
          {actions}
        </Header>
      )}
      <Body data-flush={flush || undefined} data-headed={title || actions ? true : undefined}>
        {children}
      </Body>
    </Card>
  )
}

/** A word at the end of a header or footer line that leads on: its edge is the line's, its target a finger's. */
export const EndLink = styled(Link)({
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  minHeight: 32,
  padding: '0 8px',
  margin: '0 -8px',
  fontWeight: 500,
  [media.coarse]: { minHeight: 44 },
})

/** The plain bordered ground of every card. */
export const Card = styled.div({
  minWidth: 0,
  overflow: 'clip',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
})
const Header = styled.header({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '0 8px',
  minHeight: 48,
  padding: `0 ${room.inset}`,
  // What has no ground of its own ends with its word, as `EndLink` does.
  '& > .MuiButton-text:last-child': { minWidth: 0, marginRight: -9 },
  '& > [role="radiogroup"]': { marginBlock: 6 },
})
// As narrow as its longest word; what stands beside it then goes below.
const Words = styled.div({
  display: 'flex',
  flex: 1,
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 8px',
  maxWidth: '100%',
  padding: '8px 0',
})
const Way = styled.div({ flex: '1 0 100%', paddingBottom: 8 })
const Title = styled.h2({ ...textSize.heading, maxWidth: '100%', overflowWrap: 'break-word' })
const Body = styled.div({
  padding: room.inset,
  '&[data-headed]': { paddingTop: 0 },
  '&[data-flush]': { padding: 0 },
})
