import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import type { AnswerOf } from '#shared/kernel/query.ts'
import { counted } from '#shared/lib/counted.ts'
import { formatDay } from '#shared/lib/day.ts'
import { statistics, type Group } from '#shared/queries/statistics.ts'
import { useQuery } from '#web/data/use-query.ts'
import { useYearOnDevice } from '#web/state/closed-window.ts'
import { paths } from '#web/parts/paths.ts'
import { useServerAnswer } from '#web/state/use-server-answer.ts'
import { Bar } from '#web/ui/bar.tsx'
import { EndLink } from '#web/ui/panel.tsx'
import { Icon } from '#web/theme/icon.tsx'
import { media, textSize, token } from '#web/theme/tokens.ts'

export interface Owner {
  kind: 'user' | 'team'
  id: number
  name: string
}
type Statistics = AnswerOf<typeof statistics>

/** What somebody began this year, canceled taskings left out, by country, team, advisor and person (C-057). */
export function Statistics({ owner }: { owner: Owner }) {
  const { numbers, whole, since } = useStatistics(owner)
  return (
    <Root aria-labelledby="statistics">
      <Head>
        <h3 id="statistics">Statistics</h3>
        <EndLink to={paths.find({ [owner.kind === 'user' ? 'assignees' : 'teams']: owner.id })}>Show in Find</EndLink>
      </Head>
      {numbers && (
        <>
          <Total>
            {numbers.count === 1 ? '1 tasking' : `${counted(numbers.count)} taskings`} created since {formatDay(since)}
            {!whole && ' · on this device'}
          </Total>
          <Accordion>
            {sections.map(({ key, title }, at) => (
              <Section
                key={key}
                title={title}
                filter={key === 'users' ? 'assignees' : key}
                rows={numbers[key]}
                open={at < 2}
              />
            ))}
          </Accordion>
        </>
      )}
    </Root>
  )
}

/** The server's count when the device does not hold the whole year; the device's own until it answers. */
function useStatistics({ kind, id }: Owner): { numbers: Statistics | undefined; whole: boolean; since: string } {
  const year = useYearOnDevice()
  const own = useQuery(statistics, kind === 'user' ? { userId: id } : { teamId: id })
  // Not before the device's own count: it would be asked twice.
  const path = year.partial && own ? `dashboard/${kind}/${id}/stats` : null
  const answer = useServerAnswer<Statistics>(path, own?.count)
  return { numbers: answer.body ?? own, whole: year.whole || answer.body !== null, since: year.since }
}

const sections = [
  { key: 'countries', title: 'Countries' },
  { key: 'users', title: 'Assignees' },
  { key: 'teams', title: 'Teams' },
  { key: 'advisors', title: 'Advisors' },
] as const

interface SectionProps {
  title: string
  filter: string
  rows: readonly Group[]
  open: boolean
}

function Section({ title, filter, rows, open }: SectionProps) {
  const most = Math.max(1, ...rows.map((row) => row.count))
  return (
    <details open={open}>
      <Summary>
        <Icon name="chevron-right" size={16} />
        <span>{title}</span>
        <i>{rows.length}</i>
      </Summary>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Row to={paths.find({ [filter]: row.id })}>
              <span title={row.name}>{row.name}</span>
              <Bar height={6} total={most} segments={[{ value: row.count, tone: 'actual' }]} />
              <b>{counted(row.count)}</b>
            </Row>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Root = styled.section({
  minHeight: 0,
  overflowY: 'auto',
  padding: '14px 16px 12px',
  fontVariantNumeric: 'tabular-nums',
  borderTop: `1px solid ${token.divider}`,
  '@media (min-width: 1200px)': { borderTop: 0, borderLeft: `1px solid ${token.divider}` },
})
// The heights of the specification; on the phone the page scrolls, and nothing within it.
const Accordion = styled.div({ '@media (min-width: 1200px)': { maxHeight: 450, overflowY: 'auto' } })
const Head = styled.div({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 12,
  '& h3': { minWidth: 0, ...textSize.heading, overflowWrap: 'anywhere' },
  '& a': { fontSize: 12 },
})
const Total = styled.p({ margin: '4px 0 6px', ...textSize.small, color: token.text2, textWrap: 'balance' })
const Summary = styled.summary({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 28,
  fontWeight: 500,
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
  '& > span': { flex: 1 },
  '& > i': { fontStyle: 'normal', fontWeight: 400, color: token.text2 },
  '& > svg': { color: token.text2 },
  'details[open] > & > svg': { transform: 'rotate(90deg)' },
  [media.coarse]: { minHeight: 44 },
})
const Row = styled(Link)({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 56px 32px',
  alignItems: 'center',
  gap: 8,
  minHeight: 24,
  paddingLeft: 24,
  fontSize: 12,
  color: token.text,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > b': { textAlign: 'right', fontWeight: 400 },
  '&:focus-visible': { outlineOffset: -2 },
  [media.coarse]: { minHeight: 44, fontSize: 13 },
})
