import styled from '@emotion/styled'
import Skeleton from '@mui/material/Skeleton'
import { Link } from 'react-router-dom'
import { counted } from '#shared/lib/counted.ts'
import { Icon, type IconName } from '#web/theme/icon.tsx'
import { media, radius, textSize, token, toneFill, toneText, type Tone } from '#web/theme/tokens.ts'
import { CardShape, Waiting } from '#web/ui/skeleton.tsx'

interface StatCardProps {
  label: string
  /** Undefined while it is not known. */
  value: number | undefined
  /** Beside the number: how it moved, or what it leaves out. */
  note?: string
  icon: IconName
  tone: Tone
  /** The list behind the number. */
  to: string
  /** What exactly is counted. */
  title: string
}

export function StatCard({ label, value, note, icon, tone, to, title }: StatCardProps) {
  return (
    <CardLink to={to} title={title}>
      <Head>
        <Label>{label}</Label>
        <Tile style={{ background: toneFill(tone), color: toneText(tone) }}>
          <Icon name={icon} size={18} />
        </Tile>
      </Head>
      <Foot>
        <Value>{value === undefined ? '\u00a0' : counted(value)}</Value>
        {/* Its line is kept free: what comes later moves nothing. */}
        <Note title={note}>{note ?? '\u00a0'}</Note>
      </Foot>
    </CardLink>
  )
}

/** On its side a phone has room for all of them, and so has a desk that is not wide enough for 200 px each. */
const wide = '@media (min-width: 624px) and (max-width: 1199.95px)'

/** As many cards beside each other as fit; two and two on the phone, or else one: three and one never. */
export const StatGrid = styled.div({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
  [media.phone]: { gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(max(10rem - 20px, 50% - 6px), 1fr))' },
  [wide]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
})

export function StatCardsSkeleton({ cards }: { cards: number }) {
  return (
    <Waiting>
      <StatGrid>
        {Array.from({ length: cards }, (_, at) => (
          <StatShape key={at}>
            <Skeleton variant="rounded" height={12} width={96} />
            <Skeleton variant="rounded" width={64} height={32} />
          </StatShape>
        ))}
      </StatGrid>
    </Waiting>
  )
}

/** As high as what comes. */
const StatShape = styled(CardShape)({ height: 102, minHeight: 0, [media.phone]: { height: 118 } })
const CardLink = styled(Link)({
  minHeight: 102,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'space-between',
  gap: 4,
  padding: '11px 15px 13px',
  border: `1px solid ${token.divider}`,
  borderRadius: radius.card,
  background: token.surface,
  color: token.text,
  transition: 'border-color 120ms',
  '&:hover': { borderColor: token.control, textDecoration: 'none' },
  // A note of two lines lifts no number.
  [media.phone]: { minHeight: 118, alignContent: 'start' },
})
const Head = styled.span({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '4px' })
const Label = styled.span({
  fontWeight: 500,
  color: token.text2,
  minWidth: 0,
  // The longest label goes on a second line where there is no room beside its tile, and is no higher than that.
  [media.phone]: { fontSize: 13, lineHeight: '16px' },
})
const Tile = styled.span({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  borderRadius: radius.control,
  flex: 'none',
})
const Foot = styled.span({
  display: 'flex',
  // What goes on a second line lifts no number.
  alignItems: 'last baseline',
  columnGap: 12,
  [media.phone]: { flexWrap: 'wrap' },
})
const Value = styled.b(textSize.figure)
const Note = styled.span({
  ...textSize.small,
  minWidth: 0,
  color: token.text2,
  [media.phone]: { flexBasis: '100%' },
})
