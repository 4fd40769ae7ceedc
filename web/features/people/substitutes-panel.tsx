import styled from '@emotion/styled'
import { useState } from 'react'
import { sentenceOf, type FieldError } from '#shared/kernel/refusal.ts'
import { shortDay } from '#shared/lib/day.ts'
import { withAliases } from '#shared/model/limits.ts'
import type { User } from '#shared/model/reference.ts'
import { substitutesOf } from '#shared/queries/substitutes.ts'
import { hasRole } from '#shared/rules/access.ts'
import { decidingRolesOf } from '#shared/rules/substitutes.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery, useStored, useToday } from '#web/data/use-query.ts'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import { useBusy } from '#web/parts/use-busy.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import { Button } from '#web/ui/button.tsx'
import { focusField } from '#web/ui/error-list.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { FormGrid, Stack } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { KeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { toast } from '#web/state/toasts.ts'
import { textSize, token } from '#web/theme/tokens.ts'

/** Who decides while a person is away, and for whom they do (C-027): one's own, or for an Admin another person's. */
export function SubstitutesPanel({ user }: { user: User }) {
  const { user: actor, organisation } = useDevice()
  const today = useToday()
  const substitutes = useQuery(substitutesOf, { userId: user.id })
  const lenders = (user.standsInFor ?? []).filter(({ until }) => until >= today)
  const names = useStored((device) => device.rows('users').bulkGet(lenders.map(({ id }) => id)), [user])
  const decides = decidingRolesOf(withAliases(user, organisation)).length > 0
  const isOwn = actor.id === user.id
  const hasOwn = decides || substitutes?.length !== 0
  if (!substitutes || (!hasOwn && lenders.length === 0)) return null
  return (
    <Panel title={hasOwn ? (isOwn ? 'While you are away' : 'While they are away') : 'Standing in'}>
      <Stack>
        {(substitutes.length > 0 || lenders.length > 0) && (
          <List>
            {substitutes.map((row) => (
              <Standing
                key={`by-${row.substituteId}`}
                who={row.fullName}
                rest={`stands in for ${isOwn ? 'you' : user.fullName}`}
                days={row}
                today={today}
                pair={{ userId: user.id, substituteId: row.substituteId }}
              />
            ))}
            {lenders.map((row, at) => (
              <Standing
                key={`for-${row.id}`}
                who={isOwn ? 'You' : user.fullName}
                rest={`${isOwn ? 'stand' : 'stands'} in for ${names?.[at]?.fullName ?? 'somebody'}`}
                days={row}
                today={today}
                pair={{ userId: row.id, substituteId: user.id }}
              />
            ))}
          </List>
        )}
        {decides && <Naming key={user.id} user={user} today={today} />}
      </Stack>
    </Panel>
  )
}

interface StandingProps {
  who: string
  rest: string
  days: { from: string; until: string; roles: string }
  today: string
  pair: { userId: number; substituteId: number }
}

function Standing({ who, rest, days: { from, until, roles }, today, pair }: StandingProps) {
  const { save } = useSaving()
  const { busy, run } = useBusy()
  const end = () =>
    run(async () => {
      const { refusal } = await save({
        ...{ method: 'DELETE', path: `resources/users/${pair.userId}/substitutes/${pair.substituteId}` },
        ...{ body: undefined, mayRepeat: true, done: 'Ended.' },
      })
      if (refusal) toast(sentenceOf(refusal), { variant: 'error' })
    })
  return (
    <li>
      <Words>
        <span>
          <b>{who}</b> {rest}
        </span>
        <Quiet>
          {`${roles.split(';').join(', ')} · ${from > today ? `from ${shortDay(from, today)} ` : ''}until ${shortDay(until, today)}`}
        </Quiet>
      </Words>
      <Button
        size="small"
        aria-label={`End: ${who} ${rest}`}
        aria-disabled={busy || undefined}
        onClick={() => void end()}
      >
        End
      </Button>
      <KeyboardLeft />
    </li>
  )
}

function Naming({ user, today }: { user: User; today: string }) {
  const { user: actor, organisation } = useDevice()
  const { save } = useSaving()
  const { busy, run } = useBusy()
  const [who, setWho] = useState({ id: 0, name: '' })
  const [days, setDays] = useState({ from: today, until: '' })
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const at = (field: string) => errors.find((error) => error.field === field)?.message
  const mayAnybody = hasRole(actor, 'Admin')
  const roles = decidingRolesOf(withAliases(user, organisation))
  const holds = (held: string) => roles.every((role) => hasRole(withAliases({ roles: held }, organisation), role))

  const name = () =>
    run(async () => {
      const { refusal } = await save({
        ...{ method: 'POST', path: `resources/users/${user.id}/substitutes`, mayRepeat: true },
        body: { substituteId: who.id, ...days },
        done: `${who.name} stands in until ${shortDay(days.until, today)}. Both get a letter.`,
      })
      setErrors(refusal?.errors ?? [])
      if (!refusal) {
        setWho({ id: 0, name: '' })
        setDays({ from: today, until: '' })
      } else if (refusal.errors?.[0]) focusField(`substitute-${refusal.errors[0].field}`)
      else toast(sentenceOf(refusal), { variant: 'error' })
    })

  return (
    <>
      <Quiet>
        {`Somebody else approves, accepts and denies as ${roles.join(' and ')}, and it is recorded for both${actor.id === user.id ? ' of you' : ''}.`}
      </Quiet>
      <Field
        id="substitute-substituteId"
        label="Substitute"
        error={at('substituteId')}
        hint={mayAnybody ? undefined : `People who are ${roles.join(' and ')} too; an Admin can name others.`}
      >
        <PeoplePicker
          label="Substitute"
          except={user.id}
          only={(held) => mayAnybody || holds(held)}
          placeholder="Choose somebody"
          value={who.id}
          onChange={(id, name) => setWho({ id, name })}
        />
      </Field>
      <FormGrid>
        <Field id="substitute-from" label="First day" error={at('from')}>
          <TextInput
            type="date"
            value={days.from}
            onChange={(event) => setDays({ ...days, from: event.target.value })}
          />
        </Field>
        <Field id="substitute-until" label="Last day" error={at('until')}>
          <TextInput
            type="date"
            value={days.until}
            onChange={(event) => setDays({ ...days, until: event.target.value })}
          />
        </Field>
      </FormGrid>
      <End>
        <Button variant="contained" loading={busy} loadingLabel="Saving…" onClick={() => void name()}>
          Name substitute
        </Button>
      </End>
    </>
  )
}

const List = styled.ul({
  display: 'grid',
  gap: 12,
  '& > li': { display: 'flex', alignItems: 'center', gap: 12, minWidth: 0 },
})
const Words = styled.div({ flex: 1, minWidth: 0, overflowWrap: 'anywhere', '& b': { fontWeight: 500 } })
const Quiet = styled.p({ ...textSize.small, color: token.text2 })
const End = styled.div({ display: 'flex', justifyContent: 'flex-end' })
