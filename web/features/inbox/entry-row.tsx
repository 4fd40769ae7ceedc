import styled from '@emotion/styled'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { referenceOf } from '#shared/model/project.ts'
import { becauseOf, inWords, inWordsTogether } from '#shared/rules/notifications.ts'
import type { Said } from '#web/data/device.ts'
import { paths } from '#web/parts/paths.ts'
import { Ago } from '#web/parts/when.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { IconTile } from '#web/ui/icon-tile.tsx'
import { media, textSize, token, toneFill, toneText } from '#web/theme/tokens.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { Entry, Item } from './entries.ts'
import { kindFaceOf, type KindFace } from './kind-faces.ts'
import { ReplyForm } from './reply-form.tsx'
import type { useReading } from './use-reading.ts'

type Ways = Pick<ReturnType<typeof useReading>, 'read' | 'mute'>

export function EntryRow({ entry, ...ways }: { entry: Entry } & Ways) {
  if (entry.kind === 'said') return <SaidRow said={entry.said} />
  if (entry.kind === 'attention') return <AttentionRow {...entry} />
  const [item, ...others] = entry.bundle
  return others.length > 0 ? <BundleRow bundle={entry.bundle} {...ways} /> : <TaskingRow item={item} {...ways} />
}

/** A link to its tasking as a whole, what to do next where it asks for something, and the way to hear no more of it. */
function TaskingRow({ item, read, mute }: { item: Item } & Ways) {
  const [replying, setReplying] = useState(false)
  const { who, did, ref, rest } = inWords(item, item.actor)
  const unread = item.readDate === ''
  const onRead = () => void (unread && read([item.id]))
  // A tasking that is not on this device takes no comment here.
  const mayReply = (item.kind === 'commented' || item.kind === 'mentioned') && item.description !== ''
  const onSent = () => {
    setReplying(false)
    onRead()
    document.getElementById(`reply-to-${item.id}`)?.focus()
  }
  return (
    <Line
      face={kindFaceOf(item.kind)}
      unread={unread}
      to={paths.project(item.projectId)}
      onOpen={onRead}
      description={item.description}
      because={becauseOf(item)}
      at={item.date}
      below={
        <>
          {item.kind === 'denied' && item.needsYou && (
            <ButtonLink size="small" to={paths.amend(item.projectId)} onClick={onRead}>
              Amend and resubmit
            </ButtonLink>
          )}
          {mayReply && (
            <Button
              id={`reply-to-${item.id}`}
              size="small"
              variant="text"
              icon="comment"
              aria-label={`Reply on ${ref}`}
              aria-expanded={replying}
              onClick={() => setReplying(!replying)}
            >
              Reply
            </Button>
          )}
          <Button
            size="small"
            variant="text"
            icon={item.muted ? 'bell' : 'bell-off'}
            aria-label={`${item.muted ? 'Unmute' : 'Mute'} ${ref}`}
            onClick={() => void mute(item.projectId, !item.muted)}
          >
            {item.muted ? 'Unmute this tasking' : 'Mute this tasking'}
          </Button>
          {replying && <ReplyForm id={`reply-${item.id}`} projectId={item.projectId} onSent={onSent} />}
        </>
      }
    >
      <b>{who}</b> {did} <Ref>{ref}</Ref>
      {rest}
    </Line>
  )
}

const MOST_NAMED = 5

/** Several taskings that fell due together; each has its own link. */
function BundleRow({ bundle, read }: { bundle: readonly [Item, ...Item[]] } & Ways) {
  const [all, setAll] = useState(false)
  const unread = bundle.filter((item) => item.readDate === '').map(({ id }) => id)
  const { many, did } = inWordsTogether(bundle)
  const named = all ? bundle : bundle.slice(0, MOST_NAMED)
  const [{ kind, date }] = bundle
  return (
    <Line
      face={kindFaceOf(kind)}
      unread={unread.length > 0}
      because={becauseOf(bundle[0])}
      at={date}
      below={
        named.length < bundle.length && (
          <Button size="small" variant="text" onClick={() => setAll(true)}>
            {`${bundle.length - named.length} more`}
          </Button>
        )
      }
      description={
        <Refs onClick={() => void (unread.length > 0 && read(unread))}>
          {named.map((item) => (
            <li key={item.id}>
              <Link to={paths.project(item.projectId)} title={item.description}>
                {referenceOf(item.projectId)}
              </Link>
            </li>
          ))}
        </Refs>
      }
    >
      <b>{many}</b> {did}
    </Line>
  )
}

function SaidRow({ said: { sentence, count, page, path, at } }: { said: Said }) {
  return (
    <Line
      face={{ icon: 'alert', tone: 'denied' }}
      to={path}
      because={`Because it went wrong on this device: ${page}`}
      at={at}
    >
      {sentence}
      {count > 1 && ` (${count} times)`}
    </Line>
  )
}

function AttentionRow({ count, at }: { count: number; at: string }) {
  return (
    <Line
      face={{ icon: 'alert', tone: 'approval' }}
      to={paths.outbox}
      because={`Because ${count === 1 ? 'it waits' : 'they wait'} in your outbox`}
      at={at}
    >
      <b>{count === 1 ? '1 item' : `${count} items`}</b> of yours could not be delivered as{' '}
      {count === 1 ? 'it was' : 'they were'}
    </Line>
  )
}

interface LineProps {
  face: KindFace
  unread?: boolean
  /** Where the line as a whole leads; without it it is none. */
  to?: string
  onOpen?: () => void
  description?: ReactNode
  because: string
  at: string
  /** What can be done, under the words. */
  below?: ReactNode
  children: ReactNode
}

function Line({ face, unread = false, to, onOpen, description, because, at, below, children }: LineProps) {
  const words = (
    <>
      <IconTile style={{ background: toneFill(face.tone), color: toneText(face.tone) }}>
        <Icon name={face.icon} size={18} />
      </IconTile>
      <Words>
        <Sentence>
          {unread && <VisuallyHidden>Unread. </VisuallyHidden>}
          {children}
        </Sentence>
        {typeof description === 'string' ? description && <Description>{description}</Description> : description}
        <Foot>
          <span>{because}</span>
          <Ago at={at} />
        </Foot>
      </Words>
      <Dot data-unread={unread || undefined} aria-hidden />
    </>
  )
  return (
    <Row data-unread={unread || undefined} data-plain={below ? undefined : true}>
      {to ? (
        <RowLink to={to} onClick={onOpen}>
          {words}
        </RowLink>
      ) : (
        <RowText>{words}</RowText>
      )}
      {below && <Below>{below}</Below>}
    </Row>
  )
}

const Row = styled.li({
  '& + &': { borderTop: `1px solid ${token.divider}` },
  '&[data-unread]': { background: `color-mix(in srgb, ${token.primarySoft} 50%, ${token.surface})` },
})
const ground = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  padding: '12px 16px 4px',
  color: token.text,
  '[data-plain] > &': { paddingBottom: 12 },
  [media.phone]: { padding: '12px 12px 4px' },
} as const
const RowText = styled.div(ground)
const RowLink = styled(Link)(ground, {
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '[data-unread] > &:hover': { background: token.primarySoft },
  '&:focus-visible': { outlineOffset: -2 },
})
const Words = styled.div({ flex: 1, minWidth: 0 })
/** Under the words, not under their icon. */
const Below = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  '& > a': { marginLeft: 8 },
  padding: '0 16px 8px 52px',
  [media.phone]: { padding: '0 12px 4px 48px' },
})
const Sentence = styled.p({ overflowWrap: 'anywhere', '& b': { fontWeight: 600 } })
const Ref = styled.span({ color: token.primary, fontWeight: 600, whiteSpace: 'nowrap' })
const small = { color: token.text2, ...textSize.small } as const
const Description = styled.p(small, {
  marginTop: 2,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const Refs = styled.ul(small, {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 12px',
  '& a': { display: 'inline-block', fontWeight: 600, [media.coarse]: { padding: '12px 0' } },
})
const Foot = styled.p(small, {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '0 12px',
  marginTop: 4,
  overflowWrap: 'anywhere',
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
