import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { formatDay } from '#shared/lib/day.ts'
import { formatMoney } from '#shared/lib/money.ts'
import { shownAs } from '#shared/lib/shown-as.ts'
import { dueInWords } from '#shared/rules/due.ts'
import { useToday } from '#web/data/use-query.ts'
import { blanketWords } from '#web/parts/blanket-words.ts'
import { paths } from '#web/parts/paths.ts'
import { KeyValues, type KeyValue } from '#web/ui/key-values.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { token } from '#web/theme/tokens.ts'
import type { ProjectDetail } from './project-detail.ts'

/** Names lead to everything else that has them (C-162). */
export function DetailsPanel({ detail }: { detail: ProjectDetail }) {
  const { project } = detail
  const today = useToday()
  const open = project.closedDate === ''
  const shown = namesIn(detail)
  const late = open && project.dueDate < today
  const items: KeyValue[] = [
    { label: 'Country', value: <FindLink name={shown('country')} filter="countries" id={project.countryId} /> },
    { label: 'Team', value: <FindLink name={shown('team')} filter="teams" id={project.teamId} /> },
    { label: 'Advisor', value: <FindLink name={shown('advisor')} filter="advisors" id={project.advisorId} /> },
    { label: 'Service', value: <FindLink name={shown('boc')} filter="services" id={project.bocId} /> },
    { label: 'Sub-service', value: shown('task') },
    { label: 'Assignee', value: <FindLink name={shown('assignee')} filter="assignees" id={project.assigneeId} /> },
    { label: 'Project type', value: shown('projectType') || <Quiet>{ofAnotherTeam}</Quiet> },
    { label: 'Pool code', value: `${shown('poolCode')} · ship ${project.shipNumber}` },
    {
      label: 'Due',
      value: late ? <Late>{formatDay(project.dueDate)}</Late> : formatDay(project.dueDate),
      note: open && dueInWords(project.dueDate, today),
    },
    { label: 'Blanket tasking', value: blanketWords(project.blanketTasking) },
    ...costs(project),
  ]
  return (
    <Panel title="Details">
      <KeyValues items={items} />
    </Panel>
  )
}

/** What it names, each as it is shown where it is not offered any longer (C-146). */
export const namesIn =
  ({ project, inactive }: Pick<ProjectDetail, 'project' | 'inactive'>) =>
  (key: (typeof inactive)[number]): string =>
    shownAs(project[key], !inactive.includes(key))
/** In place of a project type that is for another team to see (C-023). */
export const ofAnotherTeam = 'Of another team'

/** Costs are shown only above 0. */
export const costs = (project: ProjectDetail['project']): { label: string; value: string }[] =>
  [
    { label: 'Cost estimate', cents: project.taskingCostEstimate },
    { label: 'Initial estimate', cents: project.initialCostEstimate },
    { label: 'Actual cost', cents: project.actualCost },
  ]
    .filter(({ cents }) => cents > 0)
    .map(({ label, cents }) => ({ label, value: formatMoney(cents) }))

function FindLink({ name, filter, id }: { name: string; filter: string; id: number }) {
  if (id === 0) return <Quiet>{filter === 'assignees' ? 'Unassigned' : 'Not chosen'}</Quiet>
  return <Link to={paths.find({ [filter]: id })}>{name || `No. ${id}`}</Link>
}

const Quiet = styled.span({ color: token.text2 })
const Late = styled.span({ color: token.overdueText, fontWeight: 500 })
