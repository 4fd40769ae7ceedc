import styled from '@emotion/styled'
import type { ReactNode } from 'react'
import { formatDay } from '#shared/lib/day.ts'
import { shownAs } from '#shared/lib/shown-as.ts'
import type { ProjectAbilities } from '#shared/rules/abilities.ts'
import { dueInWords } from '#shared/rules/due.ts'
import { isInterim, waitingSince } from '#shared/rules/queues.ts'
import { useNow } from '#web/data/clock.ts'
import { useToday } from '#web/data/use-query.ts'
import { iconOf, toneOf } from '#web/parts/status.tsx'
import { unbroken } from '#web/parts/unbroken.tsx'
import { durationWords, shortDateOf } from '#web/parts/when.tsx'
import { Icon, type IconName } from '#web/theme/icon.tsx'
import { Card } from '#web/ui/panel.tsx'
import { media, textSize, token, toneFill, toneText } from '#web/theme/tokens.ts'
import { DecisionMoney } from './decision-money.tsx'
import { isWithDenier, type ProjectDetail } from './project-detail.ts'
import { roleNames } from './role-names.ts'
import { decisionOf, outstanding } from './use-decide.ts'

interface DecisionCardProps {
  detail: ProjectDetail
  abilities: ProjectAbilities
  /** In its footer; on the phone they stick to the bottom of the page instead. */
  actions?: ReactNode
}

/** Who asks, for whom, what, when, for how much; and the buttons. */
export function DecisionCard({ detail, abilities, actions }: DecisionCardProps) {
  const now = useNow()
  const tone = toneOf(detail.project.state)
  const decision = decisionOf(abilities)
  const waiting = durationWords(now - Date.parse(waitingSince(detail)))
  return (
    <Frame
      as="section"
      aria-labelledby="decision"
      style={{ borderColor: `color-mix(in srgb, ${toneText(tone)} 30%, ${token.divider})` }}
    >
      <Head style={{ background: toneFill(tone), color: toneText(tone) }}>
        <Icon name={iconOf(detail.project.state)} size={18} />
        <h2 id="decision">Needs your {decision.noun}</h2>
        {waiting && <span>Waiting {waiting}</span>}
      </Head>
      {decision.kind === 'accept' && isInterim(detail.project) && (
        <Outstanding>
          <Icon name="warning" size={18} />
          <span>{outstanding} An AD has approved; accepting now does not wait for the COR.</span>
        </Outstanding>
      )}
      <Facts detail={detail} />
      <DecisionMoney detail={detail} />
      {actions && <Foot>{actions}</Foot>}
    </Frame>
  )
}

function Facts({ detail }: { detail: ProjectDetail }) {
  const { project, inactive } = detail
  const today = useToday()
  const now = useNow()
  const asker = [roleNames(project.createdByRoles), shortDateOf(project.createDate, now)]
    .filter(Boolean)
    .join('\u00a0· ')
  return (
    <FactGrid>
      <Fact icon="person" label="Who asks" note={unbroken(asker)}>
        {project.createdBy}
      </Fact>
      <Fact icon="pin" label="For whom" note={`Advisor ${project.advisor}`}>
        {[project.country, project.team].filter(Boolean).join(' · ')}
      </Fact>
      <Fact icon="folder" label="What" note={project.boc}>
        {project.task}
      </Fact>
      <Fact icon="calendar" label="When" note={dueInWords(project.dueDate, today)}>
        Due {formatDay(project.dueDate)}
      </Fact>
      {project.assigneeId > 0 && (
        <Fact icon="people" label="Who does it" note={isWithDenier(detail) && 'Denied it before'}>
          Assigned to {shownAs(project.assignee, !inactive.includes('assignee'))}
        </Fact>
      )}
    </FactGrid>
  )
}

interface FactProps {
  icon: IconName
  label: string
  note: ReactNode
  children: ReactNode
}

function Fact({ icon, label, note, children }: FactProps) {
  return (
    <FactRow>
      <Icon name={icon} size={18} />
      <dt>{label}</dt>
      <dd>{children}</dd>
      <Note>{note}</Note>
    </FactRow>
  )
}

const Frame = styled(Card)({})
const Head = styled.header({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  padding: '8px 16px',
  '& h2': { flex: 1, ...textSize.heading },
  '& > span': { ...textSize.small, fontWeight: 500 },
})
const Outstanding = styled.p({
  display: 'flex',
  gap: 8,
  padding: '10px 16px',
  background: token.warnSoft,
  color: token.warn,
  fontWeight: 500,
  '& + dl': { borderTop: `1px solid ${token.warnLine}` },
})
const FactGrid = styled.dl({
  display: 'grid',
  alignItems: 'start',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fit, minmax(176px, 1fr))',
  '@media (min-width: 1360px)': { gridTemplateColumns: '1.04fr 1fr 0.9fr 1.06fr' },
  // Of five none stands alone.
  '&:has(> :nth-of-type(5))': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [media.desktop]: { '& > :nth-of-type(5)': { gridColumn: 'auto / span 2' } },
  padding: '14px 16px',
  [media.phone]: { gap: 16, '&&': { gridTemplateColumns: 'minmax(0, 1fr)' } },
})
/** Three lines beside the icon; on the phone one line, and the label is for readers. */
const FactRow = styled.div({
  display: 'grid',
  gridTemplateColumns: '18px minmax(0, 1fr)',
  columnGap: 8,
  color: token.text2,
  '& > svg': { gridRow: '1 / span 3' },
  '& dt': textSize.small,
  '& dd': { color: token.text, fontWeight: 500, overflowWrap: 'anywhere' },
  '& dd + dd': { color: token.text2, fontWeight: 400 },
  [media.phone]: {
    gridTemplateColumns: '18px fit-content(60%) minmax(0, 1fr)',
    columnGap: 10,
    '& > svg': { gridRow: 1 },
    '& dt': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})
const Note = styled.dd({
  ...textSize.small,
  [media.phone]: { ...textSize.body, textAlign: 'right', textWrap: 'balance' },
})
const Foot = styled.footer({
  padding: '12px 16px',
  borderTop: `1px solid ${token.divider}`,
  background: token.sunken,
})
