import styled from '@emotion/styled'
import { useState } from 'react'
import * as messages from '#shared/model/messages.ts'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { useStored } from '#web/data/use-query.ts'
import { decisions, namedOver, taskingFaces, type Decision, type TaskingAction } from '#web/parts/faces.ts'
import { useDoable } from '#web/parts/use-doable.ts'
import { useShortcuts } from '#web/parts/use-shortcuts.ts'
import { useOnline } from '#web/state/use-online.ts'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import type { MenuEntry } from '#web/ui/menu-list.tsx'
import { Menu, MoreMenu } from '#web/ui/menu.tsx'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { usePhone } from '#web/theme/use-media.ts'
import { DecisionForm, decisionKey } from './decision-form.tsx'
import { decidedOf, needsAssignee, type ProjectDetail } from './project-detail.ts'
import { entriesAt } from './project-heading.tsx'
import { decisionOf, doubtsAbout } from './use-decide.ts'

interface DecisionActionsProps {
  detail: ProjectDetail
  abilities: ProjectAbilities
  seen: string
  onOpen: (dialog: TaskingAction) => void
  /** Where one decides after another: pressed once it is done, unless something must be thought over or is half-typed. Without a name the assignee is 0. */
  onDecide?: (decision: Decision, assigneeId: number) => void
}

export function DecisionActions({ detail, abilities, seen, onOpen, onDecide }: DecisionActionsProps) {
  const phone = usePhone()
  const [form, setForm] = useState<Decision | null>(null)
  const first = decisionOf(abilities)
  const blocked = first.kind === 'approve' && !abilities.approve
  const halfTyped = useStored(({ forms }) => forms.get(decisionKey(first, detail)), [first, detail.project.id])
  const isClear = !halfTyped && doubtsAbout(first, decidedOf(detail, seen)).length === 0
  const { assigneeId } = detail.project
  const [chosen, setChosen] = useState<number | null>(null)
  const asksWho = onDecide && isClear && first.kind === 'accept' && needsAssignee(detail)
  const press = () =>
    onDecide && isClear ? onDecide(first, asksWho ? namedOver(assigneeId, chosen ?? assigneeId) : 0) : setForm(first)
  // What is entered in the open form is decided there and nowhere else.
  const decide = blocked || form ? undefined : press
  useShortcuts({ approve: decide, deny: abilities.deny ? () => onOpen('deny') : undefined })
  // In the queue no heading stands above it.
  const places = onDecide ? (['menu', 'heading'] as const) : (['menu'] as const)
  const others = entriesAt(places, abilities, onOpen)
  const all = decide ? [{ label: first.verb, icon: 'check' as const, onSelect: decide }, ...others] : others
  useDoable(all.map((doable) => ({ ...doable, about: detail.project.name })))

  if (form)
    return <DecisionForm key={form.verb} words={form} detail={detail} seen={seen} onClose={() => setForm(null)} />
  const alsoAccept: MenuEntry[] =
    first.kind === 'approve' && abilities.accept
      ? [{ id: 'accept', label: `${decisions.accept.verb}…`, icon: 'inbox', onSelect: () => setForm(decisions.accept) }]
      : []
  const withWords: MenuEntry[] =
    onDecide && !blocked
      ? [
          {
            ...{ id: 'words', icon: 'comment', onSelect: () => setForm(first) },
            label: first.kind === 'accept' ? 'Accept and assign…' : `${first.verb} with a comment…`,
          },
        ]
      : []
  const more = [...withWords, ...alsoAccept, ...others.filter(({ id }) => id !== 'deny')]
  return (
    <Row>
      {asksWho && (
        <Who>
          <Field id="accept-assignee" label="Assign to" optional={assigneeId === 0} group>
            <PeoplePicker
              label="Assign to"
              value={chosen ?? assigneeId}
              onChange={setChosen}
              clearable={assigneeId === 0}
              placeholder="Nobody yet"
            />
          </Field>
        </Who>
      )}
      <Button
        variant="contained"
        icon="check"
        kbd={phone ? undefined : 'A'}
        disabled={blocked}
        // The second half of a double click would decide the next one.
        onClick={({ detail: clicks }) => clicks < 2 && press()}
      >
        {first.verb}
      </Button>
      {abilities.deny && (
        <Button variant="danger" kbd={phone ? undefined : 'D'} onClick={() => onOpen('deny')}>
          {taskingFaces.deny.label}
        </Button>
      )}
      {more.length > 0 &&
        (phone ? (
          <MoreMenu label="More" size="large" entries={more} />
        ) : (
          <Menu
            label="More"
            entries={more}
            trigger={(attributes) => (
              <Button variant="quiet" endIcon="chevron-down" {...attributes}>
                More
              </Button>
            )}
          />
        ))}
      <Outlook blocked={blocked} quiet={phone} />
    </Row>
  )
}

/** What comes of pressing. Where there is little room, only what people would not expect. */
function Outlook({ blocked, quiet }: { blocked: boolean; quiet: boolean }) {
  const online = useOnline()
  if (blocked) return <Hint>{messages.notOwnRequest}</Hint>
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
const Who = styled.div({ flexBasis: '100%' })
const Hint = styled.span({
  marginLeft: 'auto',
  ...textSize.small,
  color: token.text2,
  [media.phone]: { flexBasis: '100%', textAlign: 'center', order: -1 },
})
