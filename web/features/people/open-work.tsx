import styled from '@emotion/styled'
import { useState } from 'react'
import { MOST_HANDED_OVER } from '#shared/commands/users.ts'
import { sentenceOf } from '#shared/kernel/refusal.ts'
import { formatDay } from '#shared/lib/day.ts'
import type { User } from '#shared/model/reference.ts'
import { openWork } from '#shared/queries/projects.ts'
import { verdictOn } from '#shared/rules/abilities.ts'
import { hasRole } from '#shared/rules/access.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { useQuery } from '#web/data/use-query.ts'
import { DueDay } from '#web/parts/due-day.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { paths } from '#web/parts/paths.ts'
import { PeoplePicker } from '#web/parts/people-picker.tsx'
import { countOf } from '#web/parts/sync-state.ts'
import { useSaving } from '#web/parts/use-saving.ts'
import { dateOf } from '#web/parts/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckOption, OptionList } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/page.tsx'
import { EndLink, Panel } from '#web/ui/panel.tsx'
import { useKeyboardLeft } from '#web/ui/use-keyboard-left.ts'
import { media, textSize, token } from '#web/theme/tokens.ts'
import { SubstitutesPanel } from './substitutes-panel.tsx'

interface OpenWorkProps {
  user: User
  /** The form is about to make the account inactive. */
  isLeaving: boolean
}

/** Beside an account: what waits for its person, and when it was made and changed. */
export function BesideUser(props: OpenWorkProps) {
  const { user: actor } = useDevice()
  const { createDate, modifiedDate } = props.user
  return (
    <>
      <OpenWork {...props} />
      {(hasRole(actor, 'Admin') || actor.id === props.user.id) && <SubstitutesPanel user={props.user} />}
      <Panel title="Record">
        <Small>
          Created {dateOf(createDate)}
          <br />
          Modified {dateOf(modifiedDate)}
        </Small>
      </Panel>
    </>
  )
}

/** What waits for somebody, and its way to somebody else: all of it unless a tasking is taken out, in one call. */
function OpenWork({ user, isLeaving }: OpenWorkProps) {
  const { user: actor, organisation } = useDevice()
  const rows = useQuery(openWork, { userId: user.id })
  if (!rows) return null
  if (rows.length === 0) return <Notice icon="folder" title={`No open tasking waits for ${user.fullName}`} />
  const words = `${countOf(rows.length, 'open tasking')} ${rows.length === 1 ? 'waits' : 'wait'} for ${user.fullName}`
  const mayHandOver = verdictOn('handOver', {}, { actor, organisation }) === null
  return (
    <Panel title={words} actions={<EndLink to={paths.findOpen({ assignees: user.id })}>Show</EndLink>}>
      <Stack>
        {isLeaving && (
          <Notice icon="alert" tone="warn" title="Hand them over before the account becomes inactive.">
            Nobody else is told of them.
          </Notice>
        )}
        {mayHandOver && <HandOver key={user.id} user={user} rows={rows.slice(0, MOST_HANDED_OVER)} />}
      </Stack>
    </Panel>
  )
}

interface HandOverProps {
  user: User
  rows: readonly { id: number; name: string; task: string; country: string; dueDate: string; pastDue: boolean }[]
}

function HandOver({ user, rows }: HandOverProps) {
  useKeyboardLeft()
  const { save } = useSaving()
  const [staying, setStaying] = useState<readonly number[]>([])
  const [to, setTo] = useState({ id: 0, name: '' })
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const going = rows.filter(({ id }) => !staying.includes(id))

  const hand = async () => {
    setWrong(undefined)
    if (to.id === 0) return setWrong('Choose who takes them')
    setBusy(true)
    const { refusal } = await save({
      method: 'POST',
      path: `resources/users/${user.id}/handover`,
      body: { assigneeId: to.id, projectIds: going.map(({ id }) => id) },
      mayRepeat: true,
      done: `${countOf(going.length, 'tasking')} ${going.length === 1 ? 'is' : 'are'} ${to.name}’s now`,
    })
    setBusy(false)
    if (refusal) return setWrong(refusal.errors?.[0]?.message ?? sentenceOf(refusal))
    setStaying([])
    setTo({ id: 0, name: '' })
  }

  return (
    <>
      <CheckOption
        title={going.length === rows.length ? `All ${rows.length} chosen` : `${going.length} of ${rows.length} chosen`}
        checked={going.length === rows.length}
        indeterminate={going.length > 0 && going.length < rows.length}
        onChange={(event) => setStaying(event.target.checked ? [] : rows.map(({ id }) => id))}
      />
      <Rows>
        {rows.map(({ id, name, task, country, dueDate, pastDue }) => (
          <CheckOption
            key={id}
            title={`${name} · ${task}`}
            description={country}
            checked={!staying.includes(id)}
            end={
              <Due>
                <DueDay isPast={pastDue}>{formatDay(dueDate)}</DueDay>
              </Due>
            }
            onChange={(event) =>
              setStaying(event.target.checked ? staying.filter((one) => one !== id) : [...staying, id])
            }
          />
        ))}
      </Rows>
      <Field id="hand-over-to" label="Hand over to" error={wrong}>
        <PeoplePicker
          label="Hand over to"
          except={user.id}
          placeholder="Choose somebody"
          value={to.id}
          onChange={(id, name) => {
            setTo({ id, name })
            setWrong(undefined)
          }}
        />
      </Field>
      <Button
        variant="contained"
        fullWidth
        // A disabled button loses the keyboard: the rows may be another’s before the answer is here.
        disabled={going.length === 0 && !busy}
        loading={busy}
        loadingLabel="Handing over…"
        onClick={() => void hand()}
      >
        {`Hand over ${going.length}${to.name && ` to ${to.name}`}`}
      </Button>
    </>
  )
}

const Small = styled.p({ fontSize: 12, lineHeight: '16px', color: token.text2 })
const Rows = styled(OptionList)({ maxHeight: 340, overflowY: 'auto' })
const Due = styled.span({
  ...textSize.small,
  flex: 'none',
  lineHeight: '20px',
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  // In two lines, so that the name beside it keeps its words.
  [media.phone]: { maxWidth: 'max(92px, 25%)', textAlign: 'right' },
})
