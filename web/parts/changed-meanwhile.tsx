import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import type { User } from '#shared/model/reference.ts'
import { useNow } from '../data/clock.ts'
import { useDevice } from '../data/device-context.tsx'
import { useStored } from '../data/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from './notice.tsx'
import { dayAndTimeOf } from './when.tsx'

/** A field that was typed in here and that somebody made something else of meanwhile; `theirs` as people read it. */
interface Contested<Name extends string> {
  name: Name
  label: string
  theirs: ReactNode
}

interface ChangedMeanwhileProps<Name extends string> {
  /** What was changed: `this tasking`. */
  what: string
  row: { modifiedById: number; modifiedDate: string }
  fields: readonly Contested<Name>[]
  onTake: (name: Name) => void
  onKeep: (name: Name) => void
}

/** Nobody silently replaces what somebody else has written: theirs stands here, yours below, until one is chosen. */
export function ChangedMeanwhile<Name extends string>({
  what,
  row: { modifiedById, modifiedDate },
  fields,
  onTake,
  onKeep,
}: ChangedMeanwhileProps<Name>) {
  const now = useNow()
  const { user } = useDevice()
  const who = useStored(
    (device) => device.table('users').get(modifiedById) as Promise<User | undefined>,
    [modifiedById],
  )
  if (fields.length === 0) return null
  // In another window, or on another device.
  const isMe = modifiedById === user.id
  const name = isMe ? 'You' : (who?.fullName ?? 'Somebody else')
  const title = `${name} changed ${what}${isMe ? ' elsewhere' : ''}, ${dayAndTimeOf(modifiedDate, now)}`
  const take = isMe ? 'Take the other' : 'Take theirs'
  const keep = isMe ? 'Keep this' : 'Keep mine'
  return (
    <Notice icon="warning" tone="warn" title={title}>
      <p>What you typed stands below and is not saved yet. Choose what to keep.</p>
      <Sides aria-label="Changed by both">
        {fields.map(({ name: field, label, theirs }) => (
          <li key={field}>
            <span>
              {label}: <b>{theirs}</b>
            </span>
            <Button size="small" aria-label={`${take}: ${label}`} onClick={() => onTake(field)}>
              {take}
            </Button>
            <Button size="small" aria-label={`${keep}: ${label}`} onClick={() => onKeep(field)}>
              {keep}
            </Button>
          </li>
        ))}
      </Sides>
    </Notice>
  )
}

const Sides = styled.ul({
  marginTop: 8,
  display: 'grid',
  gap: 8,
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  '& span': { flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' },
})
