import styled from '@emotion/styled'
import { formatDay } from '#shared/lib/day.ts'
import { figuresOf } from '#shared/rules/funding.ts'
import { useAsOf } from '#web/parts/live-line.tsx'
import { paths } from '#web/parts/paths.ts'
import { KeyValues, type KeyValue } from '#web/ui/key-values.tsx'
import { EndLink, Panel } from '#web/ui/panel.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import type { RequestSummary } from './own-request.tsx'
import { balanceInWords } from '#web/parts/pool-choices.ts'

/** "This request", beside the later steps: what Start said, and what is chosen so far. */
export function RequestFacts({ request, tasks }: { request: RequestSummary; tasks: readonly { name: string }[] }) {
  const asOf = useAsOf()
  return (
    <Panel title="This request" actions={<EndLink to={paths.editStart(request.id)}>Change</EndLink>}>
      <KeyValues items={startFacts(request, asOf)} labelWidth={84} />
      {tasks.length > 0 && (
        <Tasks>
          <h3>Tasks</h3>
          <ul>
            {tasks.map((task) => (
              <li key={task.name}>{task.name}</li>
            ))}
          </ul>
          <p>Each task becomes one tasking.</p>
        </Tasks>
      )}
    </Panel>
  )
}

export function startFacts(request: RequestSummary, asOf: string | null): KeyValue[] {
  return [
    { label: 'Country', value: request.country },
    { label: 'Team', value: request.team },
    { label: 'Advisor', value: request.advisor },
    { label: 'Project type', value: request.projectType },
    { label: 'Pool code', value: `${request.poolCode} · ship ${request.shipNumber}` },
    ...(request.pool
      ? [
          {
            label: 'Balance',
            value: balanceInWords(figuresOf(request.pool).balance),
            ...(asOf && { note: `as of ${asOf}` }),
          },
        ]
      : []),
    { label: 'Due', value: formatDay(request.dueDate) },
    { label: 'Blanket', value: blanketInWords(request.blanketTasking) },
  ]
}

const blanketInWords = (blanket: boolean | null): string => (blanket === null ? 'Not stated' : blanket ? 'Yes' : 'No')

/** The step cells' second lines on the desktop. */
export const stepNotes = (request: RequestSummary): (string | undefined)[] => [
  [request.country, request.team, request.poolCode].filter(Boolean).join(' · '),
  request.tasks.map((task) => task.name).join(', ') || undefined,
]

const Tasks = styled.div({
  marginTop: 16,
  paddingTop: 12,
  borderTop: `1px solid ${token.divider}`,
  '& h3, & p': { ...textSize.small, fontWeight: 400, color: token.text2 },
  '& ul': { margin: '4px 0 8px', fontWeight: 500 },
})
