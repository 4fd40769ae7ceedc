import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from './icon.tsx'
import { media, radius, token, toneFill, toneText, type Tone } from './tokens.ts'

export interface StatCardProps {
  label: string
  value: number | string
  /** "+6 since Monday" */
  delta?: string
  icon: IconName
  tone: Tone
  /** The list behind the number. */
  to: string
  /** What exactly is counted. */
  title?: string
}

export function StatCard({ label, value, delta, icon, tone, to, title }: StatCardProps) {
  return (
    <CardLink to={to} title={title}>
      <Head>
        <Label>{label}</Label>
        <Tile style={{ background: toneFill(tone), color: toneText(tone) }}>
          <Icon name={icon} size={18} />
        </Tile>
      </Head>
      <Foot>
        <Value>{typeof value === 'number' ? value.toLocaleString('en-US') : value}</Value>
        {delta && <Delta>{delta}</Delta>}
      </Foot>
    </CardLink>
  )
}

/** As many cards beside each other as fit; two and two on the phone. */
export const StatGrid = styled.div({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
  [media.phone]: { gap: 12, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
})

const CardLink = styled(Link)({
  display: 'grid',
  alignContent: 'space-between',
  gap: 4,
  padding: '11px 15px 13px',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
  color: token.text,
  transition: 'border-color 120ms',
  '&:hover': { borderColor: token.control, textDecoration: 'none' },
})
const Head = styled.span({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '4px' })
const Label = styled.span({
  fontWeight: 500,
  color: token.text2,
  [media.phone]: { fontSize: 13, whiteSpace: 'nowrap' },
})
const Tile = styled.span({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  borderRadius: radius.control,
  flex: 'none',
})
const Foot = styled.span({ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 12 })
const Value = styled.b({ fontSize: 32, lineHeight: '40px', fontWeight: 600, letterSpacing: '-0.022em' })
const Delta = styled.span({
  fontSize: 12,
  lineHeight: '16px',
  color: token.text2,
  [media.phone]: { flexBasis: '100%' },
})
