import styled from '@emotion/styled'
import { waitingSince } from '#shared/rules/queues.ts'
import { useNow } from '#web/data/clock.ts'
import { iconOf, toneOf } from '#web/parts/status.tsx'
import { capturedWords, dayAndTimeOf, durationWords } from '#web/parts/when.tsx'
import { Timeline, type TimelineLine, type TimelineStep } from './timeline.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { endedBecause, isWaitedFor, standingOf } from './timeline-words.ts'

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
  const reason = endedBecause(step, detail)
  if (reason) lines.push({ text: <Reason>{reason}</Reason> })
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
  const text = (
    <>
      <b>{line.label}</b> · {standingOf(line, detail)}
    </>
  )
  if (line.done) {
    const when = line.at ? (lateWords(line, now) ?? shortDay(line.at, step, now)) : undefined
    return { icon: 'check', iconTone: 'completed', text, when }
  }
  if (!isWaitedFor(line, detail)) return { text }
  const since = durationWords(now - Date.parse(waitingSince(detail)))
  return {
    icon: iconOf(detail.project.state),
    iconTone: toneOf(detail.project.state),
    text,
    when: since ? `for ${since}` : undefined,
  }
}

const lateWords = ({ at, received }: Line, now: number): string | null => at && capturedWords(at, received, now)

/** Only the step under way has room for the time of the day. */
const shortDay = (at: string, step: Step, now: number): string =>
  step.state === 'now' ? dayAndTimeOf(at, now) : dayAndTimeOf(at, now).replace(/, \d\d:\d\d$/, '')

/** A long reason must not push the steps before it together. */
const Reason = styled.span({ display: 'block', maxWidth: 260, overflowWrap: 'anywhere' })
