import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { useStored } from '../../data/use-query.ts'
import { paths } from '../../parts/paths.ts'
import { missingLine, readinessTitles, useReadiness } from '../../state/readiness.ts'
import { countOf } from '../../parts/sync-state.ts'
import { Switch } from '../../ui/switch.tsx'
import { useAfter } from '../../ui/use-after.ts'
import { Icon } from '../../theme/icon.tsx'
import { media, radius, textSize, token } from '../../theme/tokens.ts'
import { useFieldMode } from './use-field-mode.ts'

/** Counting 50,000 taskings takes a phone as long as its first list, which comes first. */
const SETTLED_MS = 2_000

/** The quiet promise on every screen: what is on this device, and the switch that keeps it to itself. */
export function DeviceCard() {
  const [fieldMode, setFieldMode] = useFieldMode()
  const { readiness, app } = useReadiness()
  const missing = missingLine(readiness, app)
  const settled = useAfter(SETTLED_MS)
  const taskings = useStored<number | null>((device) => (settled ? device.rows('projects').count() : null), [settled])
  return (
    <Card>
      <Title to={paths.device}>
        <Icon name="device" size={16} />
        {readinessTitles[readiness]}
      </Title>
      <p>{typeof taskings !== 'number' ? '\u00a0' : `${countOf(taskings, 'tasking')} on this device`}</p>
      {missing && <p>{missing}</p>}
      <Mode>
        <Icon name="plane" size={16} />
        <Switch label="Field Mode" checked={fieldMode} onChange={(event) => void setFieldMode(event.target.checked)} />
      </Mode>
    </Card>
  )
}

const Card = styled.section({
  flex: 'none',
  margin: '0 12px 8px',
  padding: 12,
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.sunken,
  '& p': { marginTop: 4, color: token.text2, ...textSize.small, fontVariantNumeric: 'tabular-nums' },
})
const Title = styled(Link)({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  color: token.text,
  fontWeight: 500,
  [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: '-12px 0' } },
})
const Mode = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  marginTop: 8,
  paddingTop: 8,
  borderTop: `1px solid ${token.divider}`,
  fontSize: 12,
  '& label': { flex: 1 },
})
