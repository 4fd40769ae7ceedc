import styled from '@emotion/styled'
import type { StepLine } from '#shared/rules/timeline.ts'
import { queues, waitingSince } from '#shared/rules/queues.ts'
import { useNow } from '#web/data/clock.ts'
import { lastDenial } from '#web/parts/last-decision.ts'
import { iconOf, toneOf } from '#web/parts/status.tsx'
import { capturedWords, dayAndTimeOf, durationWords } from '#web/parts/when.tsx'
import { Timeline, type TimelineLine, type TimelineStep } from './timeline.tsx'
import type { ProjectDetail } from './project-detail.ts'

type Step = ProjectDetail['timeline'][number]
type Line = Step['lines'][number]

/** Who approved stands in rows that are not all here where it is not whole. */
export function ProjectTimeline({ detail, isWhole }: { detail: ProjectDetail; isWhole: boolean }) {
  const now = useNow()
  return (
    <Timeline steps={detail.timeline.map((step) => toStep(isWhole ? step : withoutApprovals(step), detail, now))} />
  )
}

export const withoutApprovals = (step: Step): Step => ({ ...step, lines: step.lines.filter(({ label }) => !label) })

function toStep(step: Step, detail: ProjectDetail, now: number): TimelineStep {
  const { project } = detail
  const tone = toneOf(project.state)
  const lines = step.lines.map((line) => (line.label ? approvalLine(line, step, detail, now) : personLine(line, now)))
  if (step.name === 'Denied') lines.push({ text: <Reason>{lastDenial(detail)}</Reason> })
  if (step.name === 'Canceled' && project.cancelReason) lines.push({ text: <Reason>{project.cancelReason}</Reason> })
  return {
    title: step.name,
    state: step.state,
    tone,
    icon: step.state === 'now' || step.state === 'ended' ? iconOf(project.state) : undefined,
    lines,
  }
}

function personLine(line: Line, now: number): TimelineLine {
  const when = line.at ? (lateWords(line, now) ?? dayAndTimeOf(line.at, now)) : undefined
  return line.by ? { text: line.by, when } : { text: when }
}

/** "Interim · Adam Kessler · March 09, 16:20", or what it is waiting for. */
function approvalLine(line: Line, step: Step, detail: ProjectDetail, now: number): TimelineLine {
  if (line.done) {
    return {
      icon: 'check',
      iconTone: 'completed',
      text: (
        <>
          <b>{line.label}</b> · {line.by || 'documented on the request'}
        </>
      ),
      when: line.at ? (lateWords(line, now) ?? shortDay(line.at, step, now)) : undefined,
    }
  }
  const waiting = isWaitingFor(line.label, detail)
  // Who accepts without the COR, or cancels, no longer waits for one.
  const isOpen = isApprovable(detail)
  const since = waiting ? durationWords(now - Date.parse(waitingSince(detail))) : ''
  return {
    icon: waiting ? iconOf(detail.project.state) : undefined,
    iconTone: waiting ? toneOf(detail.project.state) : undefined,
    text: (
      <>
        <b>{line.label}</b>
        {waiting
          ? ` · waiting for ${line.label === 'Interim' ? `an ${queues.interim}` : `a ${queues.cor}`}`
          : isOpen
            ? ' · not yet'
            : ' · not given'}
      </>
    ),
    when: since ? `for ${since}` : undefined,
  }
}

const lateWords = ({ at, received }: Line, now: number): string | null => at && capturedWords(at, received, now)

/** Only the step under way has room for the time of the day. */
const shortDay = (at: string, step: Step, now: number): string =>
  step.state === 'now' ? dayAndTimeOf(at, now) : dayAndTimeOf(at, now).replace(/, \d\d:\d\d$/, '')

const isWaitingFor = (label: StepLine['label'], { project }: ProjectDetail): boolean =>
  (label === 'Interim' && project.phase === 'interim') || (label === 'Authorized' && project.phase === 'authorization')

const isApprovable = ({ project }: ProjectDetail): boolean =>
  project.phase === 'interim' || project.phase === 'authorization' || project.phase === 'denied'

/** A long reason must not push the steps before it together. */
const Reason = styled.span({ display: 'block', maxWidth: 260, overflowWrap: 'anywhere' })
