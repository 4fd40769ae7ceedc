import styled from '@emotion/styled'
import { useState } from 'react'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useOnline } from '#web/parts/live-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { MenuButton, MoreMenu, type MenuEntry } from '#web/ui/menu.tsx'
import { media, token } from '#web/ui/tokens.ts'
import { usePhone } from '#web/ui/use-media.ts'
import { DecisionForm } from './decision-form.tsx'
import type { DialogName } from './project-dialogs.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { workEntries } from './project-heading.tsx'
import { accepting, decisionOf, type DecisionWords } from './use-decide.ts'
import { useKeys } from './use-keys.ts'

interface DecisionActionsProps {
  detail: ProjectDetail
  abilities: ProjectAbilities
  seen: string
  onOpen: (dialog: DialogName) => void
}

export function DecisionActions({ detail, abilities, seen, onOpen }: DecisionActionsProps) {
  const { user } = useDevice()
  const phone = usePhone()
  const [form, setForm] = useState<DecisionWords | null>(null)
  const first = decisionOf(user, abilities)
  const blocked = first.kind === 'approve' && !abilities.approve
  useKeys({
    a: blocked ? undefined : () => setForm(first),
    d: abilities.deny ? () => onOpen('deny') : undefined,
  })

  if (form)
    return <DecisionForm key={form.verb} words={form} detail={detail} seen={seen} onClose={() => setForm(null)} />
  const alsoAccept: MenuEntry[] =
    first.kind === 'approve' && abilities.accept
      ? [{ id: 'accept', label: 'Accept…', icon: 'inbox', onSelect: () => setForm(accepting) }]
      : []
  const more = [...alsoAccept, ...workEntries({ ...abilities, deny: false }, onOpen)]
  return (
    <Row>
      <Button
        variant="contained"
        icon="check"
        kbd={phone ? undefined : 'A'}
        disabled={blocked}
        onClick={() => setForm(first)}
      >
        {first.verb}
      </Button>
      {abilities.deny && (
        <Button variant="danger" kbd={phone ? undefined : 'D'} onClick={() => onOpen('deny')}>
          Deny…
        </Button>
      )}
      {more.length > 0 &&
        (phone ? (
          <MoreMenu label="More" size={44} entries={more} />
        ) : (
          <MenuButton label="More" variant="quiet" entries={more} />
        ))}
      <Outlook blocked={blocked} quiet={phone} />
    </Row>
  )
}

/** What comes of pressing. Where there is little room, only what people would not expect. */
function Outlook({ blocked, quiet }: { blocked: boolean; quiet: boolean }) {
  const online = useOnline()
  if (blocked) return <Hint>You cannot approve your own request.</Hint>
  if (!online) return <Hint>Your approval will count when it reaches the server</Hint>
  return !quiet && <Hint>You can undo for 6 seconds</Hint>
}

const Row = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  [media.desktop]: { '& > button:not(:nth-of-type(n + 3))': { minWidth: 132 } },
  [media.phone]: {
    '& > button': { minHeight: 48 },
    '& > button:not([aria-haspopup])': { flex: 1 },
    '& > button[aria-haspopup]': { width: 48, border: `1px solid ${token.control}` },
  },
})
const Hint = styled.span({
  marginLeft: 'auto',
  fontSize: 12,
  lineHeight: '16px',
  color: token.text2,
  [media.phone]: { flexBasis: '100%', textAlign: 'center', order: -1 },
})
