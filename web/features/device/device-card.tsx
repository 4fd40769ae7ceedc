import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { useMeta } from '../../data/use-query.ts'
import { paths } from '../../parts/paths.ts'
import { countOf } from '../../parts/sync-state.ts'
import { Switch } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { radius, token } from '../../ui/tokens.ts'
import { useFieldMode } from './use-field-mode.ts'

/** The quiet promise on every screen: what is on this device, and the switch that keeps it to itself. */
export function DeviceCard({ taskings }: { taskings: number }) {
  const [fieldMode, setFieldMode] = useFieldMode()
  const ready = useMeta('position')?.ready ?? false
  return (
    <Card>
      <Title to={paths.device}>
        <Icon name="device" size={16} />
        {ready ? 'Ready for offline' : 'Preparing for offline'}
      </Title>
      <p>{countOf(taskings, 'tasking')} on this device</p>
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
  '& p': { marginTop: 4, color: token.text2, fontSize: 12, lineHeight: '16px', fontVariantNumeric: 'tabular-nums' },
})
const Title = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  color: token.text,
  fontWeight: 500,
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
