import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { firstSteps } from '#shared/queries/first-steps.ts'
import { useQuery } from '#web/data/use-query.ts'
import { paths } from '#web/parts/paths.ts'
import { Icon } from '#web/theme/icon.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { Panel } from '#web/ui/panel.tsx'

const steps = [
  { name: 'teams', title: 'Teams', why: 'Whose tasking it is.', to: '/resources/teams' },
  { name: 'countries', title: 'Countries', why: 'Where they are.', to: '/resources/countries' },
  { name: 'advisors', title: 'Advisors', why: 'Who needs it, out there.', to: '/resources/advisors' },
  { name: 'poolCodes', title: 'Funding', why: 'A pool type, and in it the codes that pay.', to: paths.funding },
  { name: 'users', title: 'Users', why: 'Invite those who ask, approve and deliver.', to: '/resources/users' },
] as const

/** What a new organisation still needs before anybody can start a request. Nothing where all of it is there. */
export function FirstSteps() {
  const done = useQuery(firstSteps, {})
  if (!done || steps.every(({ name }) => done[name])) return null
  return (
    <Panel title="Before the first request">
      <List>
        {steps.map(({ name, title, why, to }, at) => (
          <li key={name} data-done={done[name] || undefined}>
            <Mark>{done[name] ? <Icon name="check" size={16} label="Done" /> : at + 1}</Mark>
            <span>
              <Link to={to}>{title}</Link>
              <small>{why}</small>
            </span>
          </li>
        ))}
      </List>
    </Panel>
  )
}

const List = styled.ol({
  display: 'grid',
  gap: '4px 24px',
  gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
  '& li': { display: 'flex', alignItems: 'flex-start', gap: 12, padding: '6px 0' },
  '& li > span:last-child': { display: 'grid', minWidth: 0 },
  '& a': { fontWeight: 600 },
  '& small': { ...textSize.small, color: token.text2 },
})
const Mark = styled.span({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: '1.75rem',
  height: '1.75rem',
  border: `1px solid ${token.divider}`,
  borderRadius: 14,
  color: token.text2,
  fontWeight: 600,
  '[data-done] > &': { borderColor: 'transparent', background: token.okSoft, color: token.ok },
})
