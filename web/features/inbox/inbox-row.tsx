import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import type { AnswerOf } from '#shared/kernel/query.ts'
import type { notificationList } from '#shared/queries/notifications.ts'
import { becauseOf, inWords } from '#shared/rules/notifications.ts'
import { paths } from '#web/parts/paths.ts'
import { Ago } from '#web/parts/when.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { media, token, toneFill, toneText } from '#web/ui/tokens.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { kindFaces } from './kind-faces.ts'

type Item = AnswerOf<typeof notificationList>['items'][number]

/** One entry, a link to its tasking as a whole. */
export function InboxRow({ item, onRead }: { item: Item; onRead: () => void }) {
  const unread = item.readDate === ''
  const { icon, tone } = kindFaces[item.kind]
  const { who, did, ref, rest } = inWords(item, item.actor)
  return (
    <Row>
      <RowLink to={paths.project(item.projectId)} data-unread={unread || undefined} onClick={() => unread && onRead()}>
        <Tile style={{ background: toneFill(tone), color: toneText(tone) }}>
          <Icon name={icon} size={18} />
        </Tile>
        <Words>
          <Sentence>
            {unread && <VisuallyHidden>Unread. </VisuallyHidden>}
            <b>{who}</b> {did} <Ref>{ref}</Ref>
            {rest}
          </Sentence>
          {item.description && <Description>{item.description}</Description>}
          <Foot>
            <span>{becauseOf(item)}</span>
            <Ago at={item.date} />
          </Foot>
        </Words>
        <Dot data-unread={unread || undefined} aria-hidden />
      </RowLink>
    </Row>
  )
}

const Row = styled.li({ '& + &': { borderTop: `1px solid ${token.divider}` } })
const RowLink = styled(Link)({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  padding: '12px 16px',
  color: token.text,
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '&[data-unread]': { background: `color-mix(in srgb, ${token.primarySoft} 50%, ${token.surface})` },
  '&[data-unread]:hover': { background: token.primarySoft },
  '&:focus-visible': { outlineOffset: -2 },
  [media.phone]: { padding: 12 },
})
const Tile = styled.span({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 32,
  height: 32,
  borderRadius: 8,
})
const Words = styled.div({ flex: 1, minWidth: 0 })
const Sentence = styled.p({ overflowWrap: 'anywhere', '& b': { fontWeight: 600 } })
const Ref = styled.span({ color: token.primary, fontWeight: 600, whiteSpace: 'nowrap' })
const small = { color: token.text2, fontSize: 12, lineHeight: '16px' } as const
const Description = styled.p(small, {
  marginTop: 2,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const Foot = styled.p(small, {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '0 12px',
  marginTop: 4,
})
const Dot = styled.span({
  flex: 'none',
  width: 8,
  height: 8,
  marginTop: 6,
  borderRadius: '50%',
  forcedColorAdjust: 'none',
  '&[data-unread]': { background: token.primary },
})
