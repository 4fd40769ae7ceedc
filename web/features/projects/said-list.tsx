import styled from '@emotion/styled'
import { useNow, useOwnNow } from '#web/data/clock.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useStored } from '#web/data/use-query.ts'
import { decidedWords } from '#web/parts/last-decision.ts'
import { paths } from '#web/parts/paths.ts'
import { holdLeft } from '#web/sync/hold.ts'
import { Icon, type IconName } from '#web/theme/icon.tsx'
import { media, radius, textSize, token } from '#web/theme/tokens.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/panel.tsx'
import { fatesOf, type Fate } from './fates.ts'
import type { Said } from './use-decisions.ts'

interface SaidListProps {
  said: readonly Said[]
  /** How many are told; the newest first. */
  most?: number
  onUndo: (keys: readonly string[]) => void
  onForget: () => void
}

/** What became of each decision of this page: held and to be undone, on its way, with HQ, or refused and why. */
export function SaidList({ said, most = said.length, onUndo, onForget }: SaidListProps) {
  const open = useDevice()
  const fates = useStored(() => fatesOf(open, said), [open, said])
  const told = said.flatMap((one) => {
    const fate = fates?.get(one.key)
    return fate ? [{ ...one, fate }] : []
  })
  if (told.length === 0) return null
  const held = told.filter(({ fate }) => fate.kind === 'held').map(({ key }) => key)
  // What asks for something of the person stands where it is seen.
  const shown = told.slice(0, most).sort((a, b) => rankOf(a.fate) - rankOf(b.fate))
  return (
    <Root role="status" aria-label="Decided just now">
      {told.length > 1 && most > 1 && (
        <Head>
          <span>{countsOf(told)}</span>
          {held.length > 1 ? (
            <Button variant="text" size="small" onClick={() => onUndo(held)}>
              Undo {held.length}
            </Button>
          ) : (
            <Button variant="text" size="small" onClick={onForget}>
              Clear
            </Button>
          )}
        </Head>
      )}
      <ul>
        {shown.map((one) => (
          <Line key={one.key} one={one} onUndo={() => onUndo([one.key])} />
        ))}
      </ul>
    </Root>
  )
}

/** "3 decided · 1 already decided · 1 refused" */
function countsOf(told: readonly Told[]): string {
  const counts = { decided: 0, 'already decided': 0, refused: 0 }
  for (const { fate } of told)
    counts[fate.kind === 'refused' ? 'refused' : fate.kind === 'already' ? 'already decided' : 'decided']++
  return Object.entries(counts)
    .flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
    .join(' · ')
}

const rankOf = ({ kind }: Fate): number => (kind === 'refused' ? 0 : kind === 'already' ? 1 : 2)

function Line({ one, onUndo }: { one: Told; onUndo: () => void }) {
  const { fate } = one
  const { user } = useDevice()
  const now = useNow()
  const refused = fate.kind === 'refused'
  const words = fate.decided ? decidedWords(fate.decided, user, now) : fate.words
  return (
    <Row data-refused={refused || undefined} data-already={fate.kind === 'already' || undefined}>
      <Icon name={icons[fate.kind]} size={18} />
      <span>
        <b>{titleOf(one)}</b>
        {words && <Words>{words}</Words>}
      </span>
      {fate.kind === 'held' && <UndoButton one={one} onUndo={onUndo} />}
      {refused && fate.inOutbox && (
        <ButtonLink variant="text" size="small" to={paths.outbox}>
          Open
        </ButtonLink>
      )}
    </Row>
  )
}

function titleOf({ name, done, fate: { kind } }: Told): string {
  if (kind === 'refused') return `${name} was not decided`
  return kind === 'already' ? `${name} was already decided` : `${done} ${name}`
}

function UndoButton({ one, onUndo }: { one: Said; onUndo: () => void }) {
  useOwnNow(500)
  const seconds = Math.ceil(holdLeft(one.key) / 1000)
  return (
    <Button variant="text" size="small" aria-label={`Undo ${one.name}`} onClick={onUndo}>
      Undo · {seconds} s
    </Button>
  )
}

interface Told extends Said {
  fate: Fate
}
const icons: Record<Fate['kind'], IconName> = {
  held: 'undo',
  waiting: 'cloud-queue',
  arrived: 'check',
  already: 'info',
  refused: 'alert',
}

const Root = styled(Card)({
  flex: 'none',
  maxHeight: 220,
  overflowY: 'auto',
  borderRadius: radius.control,
  ...textSize.body,
})
const Head = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 36,
  padding: '0 8px 0 12px',
  borderBottom: `1px solid ${token.divider}`,
  color: token.text2,
})
const Row = styled.li({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  padding: '4px 8px 4px 12px',
  '& > svg': { flex: 'none', color: token.ok },
  '& > span': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& b': { fontWeight: 500 },
  '&[data-refused] > svg': { color: token.danger },
  '&[data-already] > svg': { color: token.text2 },
  [media.phone]: { minHeight: 48 },
})
const Words = styled.span({ display: 'block', ...textSize.small, color: token.text2 })
