import styled from '@emotion/styled'
import { useState } from 'react'
import { useNow } from '#web/data/clock.ts'
import type { Looked } from '#web/data/device.ts'
import { useDevice } from '#web/data/device-context.tsx'
import { dayAndTimeOf, Moment } from '#web/parts/when.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { textSize, token } from '#web/theme/tokens.ts'
import { fieldLabel } from '#web/parts/readable-value.ts'
import { unbroken } from '#web/parts/unbroken.tsx'
import { startsLine } from '#web/theme/buttons.ts'
import { changesSince, deedsOf, withDiary, type ChangedField, type Deed } from './activity.ts'
import { EarlierTexts } from './earlier-texts.tsx'
import type { ProjectDetail } from './project-detail.ts'
import { useDiary, useReadable } from './use-diary.ts'

const SHOWN = 12
const kinds = [
  { id: 'all', label: 'All' },
  { id: 'comment', label: 'Comments' },
  { id: 'change', label: 'Changes' },
] as const
type Kind = (typeof kinds)[number]['id']

/** Who did what, the newest first, with when it was made and when it was received where that was later. */
export function ActivityPanel({ detail, looked }: { detail: ProjectDetail; looked: Looked | null }) {
  const { user } = useDevice()
  const now = useNow()
  const [kind, setKind] = useState<Kind>('all')
  const [isWhole, setWhole] = useState(false)
  const [isReading, setReading] = useState(false)
  const diary = useDiary(detail)
  const all = withDiary(deedsOf(detail), diary, detail.project.name)
  const deeds = all.filter((deed) => kind === 'all' || (deed.kind === 'comment') === (kind === 'comment'))
  const changes = looked && kind !== 'comment' ? changesSince(detail, looked, user.id) : []
  const shown = isWhole ? deeds : deeds.slice(0, SHOWN)
  const isNew = ({ at, received, byId }: Deed) => looked !== null && byId !== user.id && (received ?? at) > looked.at
  const { request, project } = detail
  return (
    <Panel title="Activity" actions={<Segmented label="Activity" options={kinds} value={kind} onChange={setKind} />}>
      {looked && changes.length > 0 && (
        <Changes>
          <p>
            Changed since you looked on {dayAndTimeOf(looked.at, now)}, the last time by{' '}
            {project.modifiedBy || 'the system'}
          </p>
          <ChangeList label="Changed fields" changes={changes} />
        </Changes>
      )}
      <ol aria-label="Activity">
        {shown.map((deed) => (
          <Line key={deed.key} data-new={isNew(deed) || undefined}>
            <Avatar id={deed.byId} name={deed.by || 'Somebody'} />
            <Words>
              <div>
                <b>{deed.by || 'Somebody'}</b> {unbroken(deed.did)}
                {isNew(deed) && <New> · new</New>}
              </div>
              <Small>
                <Moment at={deed.at} received={deed.received} />
                {deed.carriedBy && ` · carried by ${deed.carriedBy}`}
              </Small>
              {deed.fields && <FieldsOf fields={deed.fields} />}
              {deed.words && <Said>{deed.words}</Said>}
              {deed.kind === 'text' && (
                <Button variant="text" size="small" onClick={() => setReading(true)}>
                  Show what it said
                </Button>
              )}
            </Words>
          </Line>
        ))}
      </ol>
      {deeds.length === 0 && 'Nothing of this kind yet.'}
      {deeds.length > shown.length && (
        <Foot>
          <Button variant="text" size="small" onClick={() => setWhole(true)}>
            Show all {deeds.length}
          </Button>
        </Foot>
      )}
      {request && <EarlierTexts requestId={request.id} open={isReading} onClose={() => setReading(false)} />}
    </Panel>
  )
}

function FieldsOf({ fields }: { fields: readonly ChangedField[] }) {
  const readable = useReadable(fields)
  return (
    <ChangeList
      label="What it changed"
      changes={readable.map(({ field, ...change }) => ({ ...change, field: fieldLabel(field) }))}
    />
  )
}

function ChangeList({
  label,
  changes,
}: {
  label: string
  changes: { field: string; before: string; after: string }[]
}) {
  return (
    <ul aria-label={label}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field}: <del>{before || 'nothing'}</del> <ins>{after || 'nothing'}</ins>
        </li>
      ))}
    </ul>
  )
}

const Changes = styled.div({
  marginBottom: 12,
  padding: '8px 12px',
  borderRadius: 8,
  background: token.sunken,
  overflowWrap: 'anywhere',
  '& p': { ...textSize.small, color: token.text2 },
})
const Line = styled.li({
  display: 'flex',
  gap: 12,
  padding: '8px 0 8px 8px',
  borderLeft: '2px solid transparent',
  '&[data-new]': { borderColor: token.primary },
})
const Words = styled.div({ ...startsLine, flex: 1, minWidth: 0, overflowWrap: 'anywhere', '& b': { fontWeight: 600 } })
const Foot = styled.div(startsLine)
const Small = styled.div({ ...textSize.small, color: token.text2 })
const New = styled.span({ color: token.primary, fontWeight: 500 })
const Said = styled.p({
  color: token.text2,
  whiteSpace: 'pre-line',
  display: '-webkit-box',
  WebkitLineClamp: 3,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
})
