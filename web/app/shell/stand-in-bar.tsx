import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { shortDay } from '#shared/lib/day.ts'
import { useDevice } from '../../data/device-context.tsx'
import { useStored, useToday } from '../../data/use-query.ts'
import { paths } from '../../parts/paths.ts'
import { Icon } from '../../theme/icon.tsx'
import { media, token } from '../../theme/tokens.ts'

/** For whom this person decides besides themselves, while that is so (C-027): what they do is recorded for both. */
export function StandInBar() {
  const { user } = useDevice()
  const today = useToday()
  const { standsInFor } = user
  const people = useStored((device) => device.rows('users').bulkGet(standsInFor.map(({ id }) => id)), [user])
  const said = standsInFor.map(
    ({ until }, at) => `${people?.[at]?.fullName ?? 'somebody'} until ${shortDay(until, today)}`,
  )
  if (standsInFor.length === 0) return null
  return (
    <Bar to={paths.profile(user.id)}>
      <Icon name="person" size={18} />
      <span>{people && `Acting for ${said.join(' and ')}`}</span>
      <Icon name="chevron-right" size={18} />
    </Bar>
  )
}

const Bar = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  padding: '4px 24px',
  background: token.primarySoft,
  color: token.primary,
  fontSize: 13,
  fontWeight: 500,
  '& span': { minWidth: 0, overflowWrap: 'anywhere' },
  '&:hover': { textDecoration: 'none' },
  [media.phone]: { padding: '8px 8px 8px 16px', '& span': { flex: 1 } },
  [media.coarse]: { minHeight: 44 },
  '@media print': { display: 'none' },
})
