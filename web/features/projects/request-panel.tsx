import styled from '@emotion/styled'
import { useState, type ReactNode } from 'react'
import { byFor } from '#shared/lib/shown-as.ts'
import * as messages from '#shared/model/messages.ts'
import { contentToText } from '#shared/rules/content.ts'
import { useNow } from '#web/data/clock.ts'
import { Delivery } from '#web/parts/delivery.tsx'
import { oldestFirst } from '#web/parts/last-decision.ts'
import { dayAndTimeOf, Moment } from '#web/parts/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { SafeHtml } from './safe-html.tsx'
import { EarlierTexts } from './earlier-texts.tsx'
import type { ProjectDetail } from './project-detail.ts'

interface RequestPanelProps {
  detail: ProjectDetail
  onEdit: (() => void) | undefined
  /** The tasking for which the text stays as it is, when that keeps this person from editing it. */
  keptFor: string | null
}

/** What was asked for, by whom it was approved, and what was added later. Internal work has none of it. */
export function RequestPanel({ detail, onEdit, keptFor }: RequestPanelProps) {
  const now = useNow()
  const [isReading, setReading] = useState(false)
  const { request, amendments } = detail
  if (!request && amendments.length === 0) return null
  const edit = onEdit && (
    <Button variant="text" size="small" icon="pencil" onClick={onEdit}>
      Edit Request
    </Button>
  )
  return (
    <Panel title="Request" actions={edit}>
      {request && (
        <>
          <SafeHtml html={request.content} plain={contentToText(request.content)} />
          {request.recipients && <Section title="Recipients">{request.recipients}</Section>}
          {request.approval && <Section title="Associate director approval">{request.approval}</Section>}
          <Approvals detail={detail} />
          {keptFor && <Small>{messages.textKept(keptFor)}</Small>}
          {detail.revisions.length > 0 && (
            <Small>
              <span>
                Text edited {detail.revisions.length === 1 ? 'once' : `${detail.revisions.length} times`}, last on{' '}
                {dayAndTimeOf(oldestFirst(detail.revisions).at(-1)?.createDate ?? request.modifiedDate, now)}
              </span>
              <Button variant="text" size="small" onClick={() => setReading(true)}>
                Show earlier texts
              </Button>
            </Small>
          )}
          <EarlierTexts requestId={request.id} open={isReading} onClose={() => setReading(false)} />
        </>
      )}
      {oldestFirst(amendments).map((amendment, at) => (
        <Addition key={amendment.id}>
          <Small>
            <b>Amendment {at + 1}</b>
            <span>{amendment.createdBy}</span>
            <span>
              <Moment at={amendment.createDate} received={amendment.receivedDate} />
            </span>
            <Delivery table="amendments" id={amendment.id} />
          </Small>
          <Text>{amendment.amendment}</Text>
        </Addition>
      ))}
    </Panel>
  )
}

function Approvals({ detail: { approvals } }: { detail: ProjectDetail }) {
  if (approvals.length === 0) return null
  return (
    <Section title="Approvals">
      {oldestFirst(approvals).map((approval) => (
        <div key={approval.id}>
          {approval.kind === 'interim' ? 'Interim approval' : 'Authorization'} by{' '}
          {byFor(approval.createdBy, approval.for)},{' '}
          <Moment at={approval.createDate} received={approval.receivedDate} />
          {approval.selfApproved && ' · self-approved'}
          {approval.voided && ' · no longer valid, the tasking changed'} <Delivery table="approvals" id={approval.id} />
          {approval.comment && <Text>{approval.comment}</Text>}
        </div>
      ))}
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Part>
      <Title>{title}</Title>
      {children}
    </Part>
  )
}

const Part = styled.div({ marginTop: 12, overflowWrap: 'anywhere' })
const Title = styled.h3({ ...textSize.small, fontWeight: 500, color: token.text2, marginBottom: 2 })
const Addition = styled.div({
  marginTop: 14,
  padding: '10px 12px',
  border: `1px solid ${token.divider}`,
  borderRadius: 8,
  background: token.sunken,
})
const Small = styled.p({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 6px',
  '* + &': { marginTop: 8 },
  ...textSize.small,
  color: token.text2,
  '& b': { fontWeight: 600, color: token.text },
  '& > span + span::before': { content: '"· "' },
})
const Text = styled.p({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
