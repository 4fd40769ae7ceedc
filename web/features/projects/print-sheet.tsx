import styled from '@emotion/styled'
import { Global } from '@emotion/react'
import qrcode from 'qrcode-generator'
import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { byFor } from '#shared/lib/shown-as.ts'
import { formatDay } from '#shared/lib/day.ts'
import * as messages from '#shared/model/messages.ts'
import { formatMoney } from '#shared/lib/money.ts'
import { contentToText } from '#shared/rules/content.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { oldestFirst } from '#web/parts/last-decision.ts'
import { paths } from '#web/parts/paths.ts'
import { sizeOf } from '#web/parts/size-of.ts'
import { dateOf, dayAndTimeOf, Moment, timeOf } from '#web/parts/when.tsx'
import { costs, namesIn, ofAnotherTeam } from './details-panel.tsx'
import { withoutApprovals } from './project-timeline.tsx'
import { theRest } from './rest-of.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { endedBecause, standingOf } from './timeline-words.ts'

interface SheetProps {
  detail: ProjectDetail
  isWhole: boolean
  /** When the server was last heard, and its numbers are of; 0 for never. */
  asOf: number
}

const marksOf = { done: '✓', now: '●', todo: '○', ended: '✕' } as const

/** A tasking on paper: black on white, no button and no form, nothing under 11 px. It stands in the page only while it is printed. */
export function PrintSheet({ detail, isWhole, asOf }: SheetProps) {
  const { user } = useDevice()
  const [now] = useState(() => Date.now())
  const { project, request, amendments, deliverables, comments, files, funding } = detail
  const timeline = isWhole ? detail.timeline : detail.timeline.map(withoutApprovals)
  const marks = [project.status, project.blanketTasking && 'Blanket', amendments.length > 0 && 'Amended']
  const shown = namesIn(detail)
  const facts = [
    ['Country', shown('country')],
    ['Service', shown('boc')],
    ['Team', shown('team')],
    ['Sub-service', shown('task')],
    ['Advisor', shown('advisor')],
    ['Assignee', shown('assignee') || 'Unassigned'],
    ['Project type', shown('projectType') || ofAnotherTeam],
    ['Pool code', `${shown('poolCode')} · ship ${project.shipNumber}`],
    ...costs(project).map(({ label, value }) => [label, value]),
  ]
  const done = deliverables.filter((row) => row.complete).length
  return createPortal(
    <Sheet data-print-sheet>
      <Global styles={{ '@page': { size: 'A4', margin: '14mm' }, '@media print': { '#root': { display: 'none' } } }} />
      <Top>
        <div>
          <h1>
            {project.name} · {project.task}
          </h1>
          <p>{project.description}</p>
          <p>
            <b>{marks.filter(Boolean).join(' · ')}</b> · due {formatDay(project.dueDate)}
          </p>
        </div>
        <Code address={`${location.origin}${paths.project(project.id)}`} name={project.name} />
      </Top>
      <Part title="Details">
        <Facts>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Facts>
      </Part>
      <Part title="Timeline">
        <Steps>
          {timeline.map((step) => (
            <li key={step.name}>
              <b>
                {marksOf[step.state]} {step.name}
              </b>
              {step.lines.map((line, at) => (
                <div key={at}>
                  {[line.label, line.label ? standingOf(line, detail) : line.by, line.at && dateOf(line.at)]
                    .filter(Boolean)
                    .join(', ')}
                </div>
              ))}
              {endedBecause(step, detail) && <div>{endedBecause(step, detail)}</div>}
            </li>
          ))}
        </Steps>
      </Part>
      {!isWhole && (
        <Part title={theRest}>
          <Text>{messages.notOnDevice}</Text>
        </Part>
      )}
      {request && (
        <Part title="Request">
          <Text>{contentToText(request.content)}</Text>
          {request.recipients && <Text>Recipients: {request.recipients}</Text>}
          {request.approval && <Text>Associate director approval: {request.approval}</Text>}
        </Part>
      )}
      {oldestFirst(amendments).map((row, at) => (
        <Part key={row.id} title={`Amendment ${at + 1} · ${row.createdBy} · ${dateOf(row.createDate)}`}>
          <Text>{row.amendment}</Text>
        </Part>
      ))}
      {detail.approvals.length > 0 && (
        <Part title="Approvals">
          {oldestFirst(detail.approvals).map((row) => (
            <Text key={row.id}>
              {row.kind === 'interim' ? 'Interim approval' : 'Authorization'} by {byFor(row.createdBy, row.for)},{' '}
              <Moment at={row.createDate} received={row.receivedDate} />
              {row.selfApproved && ', self-approved'}
              {row.voided && ', no longer valid'}
              {row.comment && `: ${row.comment}`}
            </Text>
          ))}
        </Part>
      )}
      {deliverables.length > 0 && (
        <Part title={`Deliverables, ${done} of ${deliverables.length} done`}>
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th>Due</th>
                <th>State</th>
              </tr>
            </thead>
            <tbody>
              {[...deliverables]
                .sort((a, b) => a.segmentId - b.segmentId)
                .map((row) => (
                  <tr key={row.id}>
                    <td>
                      {row.segmentId} {row.name}
                    </td>
                    <td>{row.dueDate ? formatDay(row.dueDate) : ''}</td>
                    <td>
                      {row.complete
                        ? `✓ ${row.completedDate ? formatDay(row.completedDate) : 'completed'}`
                        : row.startDate
                          ? 'started'
                          : 'not started'}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </Part>
      )}
      {funding && (
        <Part title={asOf > 0 ? `Funding, as of ${dayAndTimeOf(asOf, now)}` : 'Funding'}>
          <Facts>
            {[
              [`Funding ${project.poolCode}`, funding.funding],
              ['Actual', funding.actual],
              ['Estimated', funding.estimated],
              ['Projection', funding.projection],
              ['Balance', funding.balance],
            ].map(([label, cents]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatMoney(Number(cents))}</dd>
              </div>
            ))}
          </Facts>
        </Part>
      )}
      {comments.length + files.length > 0 && (
        <Part title="Comments and files">
          {oldestFirst(comments).map((row) => (
            <Text key={row.id}>
              <b>{row.createdBy}</b>, {dateOf(row.createDate)}: {row.comment}
            </Text>
          ))}
          {files.length > 0 && (
            <Text>Files: {files.map(({ name, size }) => `${name} (${sizeOf(size)})`).join(' · ')}</Text>
          )}
        </Part>
      )}
      <Foot>
        {project.name} · printed {dateOf(now)}, {timeOf(now)} by {user.fullName}
      </Foot>
    </Sheet>,
    document.body,
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** One path: a square for each dark cell, with the four light cells around that readers need. */
function Code({ address, name }: { address: string; name: string }) {
  const code = qrcode(0, 'M')
  code.addData(address)
  code.make()
  const count = code.getModuleCount()
  const cells = Array.from({ length: count * count }, (_, at) => [Math.floor(at / count), at % count] as const)
  const dark = cells.filter(([row, column]) => code.isDark(row, column))
  return (
    <figure>
      <svg viewBox={`-4 -4 ${count + 8} ${count + 8}`} width={104} height={104} role="img" aria-label={address}>
        <path d={dark.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join('')} fill="#000" />
      </svg>
      <figcaption>Opens {name}</figcaption>
    </figure>
  )
}

const Sheet = styled.div({
  display: 'none',
  '@media print': { display: 'block' },
  color: '#000',
  background: '#fff',
  fontSize: 12,
  lineHeight: '16px',
  overflowWrap: 'anywhere',
  '& h1': { fontSize: 22, lineHeight: '28px' },
  '& h2': {
    fontSize: 13,
    margin: '10px 0 4px',
    paddingBottom: 3,
    borderBottom: '1px solid #888',
    breakAfter: 'avoid',
  },
  '& section': { breakInside: 'avoid-page' },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': { padding: '2px 8px 2px 0', textAlign: 'left', borderBottom: '1px solid #ddd', verticalAlign: 'top' },
})
const Top = styled.div({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 16,
  paddingBottom: 6,
  borderBottom: '2px solid #000',
  '& > div': { minWidth: 0 },
  '& figure': { flex: 'none', textAlign: 'center', fontSize: 11 },
})
const Facts = styled.dl({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '2px 24px',
  '& > div': { display: 'flex', gap: 8 },
  '& dt': { flex: 'none', width: 128 },
  '& dd': { fontWeight: 500 },
})
const Steps = styled.ol({ display: 'flex', gap: 16, '& li': { flex: 1, minWidth: 0 } })
const Text = styled.p({ whiteSpace: 'pre-line', marginBottom: 2 })
const Foot = styled.p({ marginTop: 12, paddingTop: 6, borderTop: '1px solid #888', fontSize: 11 })
