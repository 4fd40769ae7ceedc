import styled from '@emotion/styled'
import { brand } from '#web/theme/tokens.ts'
import { useAppNames } from '#web/theme/app-names.ts'

export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden style={{ flex: 'none', display: 'block' }}>
      <rect width="28" height="28" rx="8" fill={brand.ground} />
      <path d="M10 22V6.5" stroke={brand.flag} strokeWidth="2.2" strokeLinecap="round" />
      <path d="M10 7h9.2l-2.4 3.3 2.4 3.3H10z" fill={brand.flag} />
      <path
        d="M5.5 19.5c2.6-1.6 6.4-1.6 8.5 0s5.8 1.6 8.5 0"
        fill="none"
        stroke={brand.wave}
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}

export function Logo({ size = 28 }: { size?: number }) {
  const { appName } = useAppNames()
  return (
    <Row style={{ fontSize: size >= 36 ? '1.25rem' : '1rem', gap: size >= 36 ? 12 : 10 }}>
      <LogoMark size={size} />
      {appName}
    </Row>
  )
}

const Row = styled.span({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: 0,
  overflowWrap: 'anywhere',
  fontWeight: 600,
  letterSpacing: '-0.012em',
  lineHeight: 1.25,
})
