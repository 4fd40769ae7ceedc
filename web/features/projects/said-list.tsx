import styled from '@emotion/styled'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { useOwnNow } from '#web/data/clock.ts'
import { useMeta, useStored } from '#web/data/use-query.ts'
import { paths } from '#web/parts/paths.ts'
import { holdLeft } from '#web/sync/hold.ts'
import { Icon, type IconName } from '#web/theme/icon.tsx'
import { media, radius, textSize, token } from '#web/theme/tokens.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/panel.tsx'
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
  const fates = useFates(said)
  if (said.length === 0 || !fates) return null
  const held = said.filter(({ key }) => fates.get(key)?.kind === 'held').map(({ key }) => key)
  const refused = said.filter(({ key }) => fates.get(key)?.kind === 'refused').length
  return (
    <Root role="status" aria-label="Decided just now">
      {said.length > 1 && most > 1 && (
        <Head>
          <span>
            {said.length} decided{refused > 0 && ` · ${refused} refused`}
          </span>
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
        {said.slice(0, most).map((one) => (
          <Line key={one.key} one={one} fate={fates.get(one.key) ?? arrived} onUndo={() => onUndo([one.key])} />
        ))}
      </ul>
    </Root>
  )
}

function Line({ one, fate, onUndo }: { one: Said; fate: Fate; onUndo: () => void }) {
  const refused = fate.kind === 'refused'
  return (
    <Row data-refused={refused || undefined}>
      <Icon name={icons[fate.kind]} size={18} />
      <span>
        <b>{refused ? `${one.name} was not decided` : `${one.done} ${one.name}`}</b>
        {fate.words && <Words>{fate.words}</Words>}
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

function UndoButton({ one, onUndo }: { one: Said; onUndo: () => void }) {
  useOwnNow(500)
  const seconds = Math.ceil(holdLeft(one.key) / 1000)
  return (
    <Button variant="text" size="small" aria-label={`Undo ${one.name}`} onClick={onUndo}>
      Undo · {seconds} s
    </Button>
  )
}

interface Fate {
  kind: 'held' | 'waiting' | 'arrived' | 'refused'
  words: string
  inOutbox?: boolean
}
const arrived: Fate = { kind: 'arrived', words: '' }
const icons: Record<Fate['kind'], IconName> = {
  held: 'undo',
  waiting: 'cloud-queue',
  arrived: 'check',
  refused: 'alert',
}

/** Where each call is now, as the queue of this device has it. */
function useFates(said: readonly Said[]): ReadonlyMap<string, Fate> | undefined {
  const contact = useMeta('contact')
  const calls = useStored(
    async (device) => {
      const queued = await device.outbox.toArray()
      const refused = await device.attention.bulkGet(said.map(({ key }) => key))
      return { queued, refused: refused.filter((item) => item !== undefined) }
    },
    [said.map(({ key }) => key).join()],
  )
  if (!calls) return undefined
  const waits = contact?.problem ? 'It will be sent when there is a connection.' : 'Sending'
  return new Map(
    said.map(({ key, refusal }): [string, Fate] => {
      if (refusal !== null) return [key, { kind: 'refused', words: refusal }]
      const item = calls.refused.find((one) => one.key === key)
      if (item?.refusal) return [key, { kind: 'refused', words: sentenceOf(item.refusal), inOutbox: true }]
      const call = calls.queued.find(({ id }) => id === key)
      if (!call) return [key, arrived]
      return [key, call.held ? { kind: 'held', words: '' } : { kind: 'waiting', words: waits }]
    }),
  )
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
  [media.phone]: { minHeight: 48 },
})
const Words = styled.span({ display: 'block', ...textSize.small, color: token.text2 })
