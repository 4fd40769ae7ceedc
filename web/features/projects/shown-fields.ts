import { formatDay } from '#shared/lib/day.ts'
import { formatMoney } from '#shared/lib/money.ts'
import { contentToText } from '#shared/rules/content.ts'
import { blanketWords } from '#web/parts/blanket-words.ts'
import { contentOf, type ProjectDetail } from './project-detail.ts'

/** What decisions are about, in the words of the page. */
export const shownFields: { label: string; show: (detail: ProjectDetail) => string }[] = [
  { label: 'Description', show: ({ project }) => project.description },
  { label: 'Country', show: ({ project }) => project.country },
  { label: 'Team', show: ({ project }) => project.team },
  { label: 'Advisor', show: ({ project }) => project.advisor },
  { label: 'Service', show: ({ project }) => project.boc },
  { label: 'Sub-service', show: ({ project }) => project.task },
  { label: 'Project type', show: ({ project }) => project.projectType },
  { label: 'Pool code', show: ({ project }) => project.poolCode },
  { label: 'Ship', show: ({ project }) => String(project.shipNumber) },
  { label: 'Blanket tasking', show: ({ project }) => blanketWords(project.blanketTasking) },
  { label: 'Due', show: ({ project }) => formatDay(project.dueDate) },
  { label: 'Cost estimate', show: ({ project }) => formatMoney(project.taskingCostEstimate) },
  { label: 'Initial estimate', show: ({ project }) => formatMoney(project.initialCostEstimate) },
  { label: 'Actual cost', show: ({ project }) => formatMoney(project.actualCost) },
  { label: 'Request text', show: (detail) => contentToText(contentOf(detail)) },
  { label: 'Amendments', show: ({ amendments }) => amendments.map(({ amendment }) => amendment).join('\n\n') },
]

/** What the tasking says now, field by field. */
export const saidNow = (detail: ProjectDetail): Record<string, string> =>
  Object.fromEntries(
    [...shownFields.filter(({ label }) => label !== 'Request text'), assignee].map(({ label, show }) => [
      label,
      show(detail),
    ]),
  )
const assignee = { label: 'Assignee', show: ({ project }: ProjectDetail) => project.assignee || 'Unassigned' }
