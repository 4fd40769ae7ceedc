/** The one home of colours and sizes: each colour in light and in dark. Nothing else names a colour. */
const colours = {
  canvas: ['#F6F8FA', '#0F1318'],
  surface: ['#FFFFFF', '#151A21'],
  text: ['#1B2430', '#E6EAF0'],
  text2: ['#475467', '#A9B3C1'],
  divider: ['#E3E8EF', '#2A323D'],
  control: ['#8792A2', '#6B7686'],
  hover: ['#F2F5F8', '#1B222B'],
  raised: ['#FFFFFF', '#3D4754'],
  sunken: ['#F6F8FA', '#11161C'],
  primary: ['#0B4A99', '#8FB8FF'],
  primaryHover: ['#0A448D', '#9EC2FF'],
  onPrimary: ['#FFFFFF', '#0B1A33'],
  primarySoft: ['#E6F0FF', '#102A4C'],
  primaryLine: ['#B9D3F7', '#24487A'],
  focus: ['#0B66D6', '#7FB2FF'],
  danger: ['#9B1C1C', '#FFB4AE'],
  dangerHover: ['#8F1A1A', '#FFBFBA'],
  onDanger: ['#FFFFFF', '#3F1616'],
  dangerSoft: ['#FDECEA', '#3F1616'],
  dangerLine: ['#F3C4BF', '#6A2B2B'],
  warn: ['#8A4B00', '#FFCF87'],
  warnSoft: ['#FFF3DC', '#3A2A0B'],
  warnLine: ['#F2D9A6', '#5E4617'],
  warnDot: ['#B86E00', '#B86E00'],
  ok: ['#1B5E20', '#9BE0A8'],
  okSoft: ['#E6F4EA', '#12301A'],
  live: ['#1E8E5A', '#1E8E5A'],
  switchKnob: ['#FFFFFF', '#FFFFFF'],
  offlineBar: ['#E3E8EF', '#1B2430'],
  offlineText: ['#344054', '#CBD2DC'],
  scrim: ['rgba(15, 23, 34, .48)', 'rgba(0, 0, 0, .6)'],
  shadowMenu: ['0 1px 2px rgba(16, 24, 40, .06), 0 8px 24px rgba(16, 24, 40, .12)', '0 8px 24px rgba(0, 0, 0, .5)'],
  shadowDialog: ['0 2px 6px rgba(16, 24, 40, .10), 0 24px 64px rgba(16, 24, 40, .24)', '0 24px 64px rgba(0, 0, 0, .6)'],
  approvalFill: ['#FFF3DC', '#3A2A0B'],
  approvalText: ['#8A4B00', '#FFCF87'],
  authorizationFill: ['#F1EAFE', '#2C1F4A'],
  authorizationText: ['#5B21B6', '#D3BCFF'],
  acceptanceFill: ['#E6F0FF', '#102A4C'],
  acceptanceText: ['#0B4A99', '#A9CBFF'],
  completedFill: ['#E6F4EA', '#12301A'],
  completedText: ['#1B5E20', '#9BE0A8'],
  deniedFill: ['#FDECEA', '#3F1616'],
  deniedText: ['#9B1C1C', '#FFB4AE'],
  overdueFill: ['#FFE6DA', '#40200F'],
  overdueText: ['#9A2A00', '#FFB999'],
  progressFill: ['#DFF5F0', '#0C312B'],
  progressText: ['#0B5D4F', '#8FE3D0'],
  canceledFill: ['#ECEFF3', '#262C36'],
  canceledText: ['#475467', '#C3CAD6'],
  deviceFill: ['#F2F4F7', '#20252E'],
  deviceText: ['#344054', '#CBD2DC'],
  barTrack: ['#E9EDF2', '#262E38'],
  barActual: ['#0B4A99', '#8FB8FF'],
  barEstimated: ['#7FA8DE', '#3F659B'],
  barThis: ['#5B21B6', '#D3BCFF'],
  barThis2: ['#D9C7FB', '#4A3778'],
} as const

export type TokenName = keyof typeof colours

export const lightTokens = mapNames((name) => colours[name][0])
export const darkTokens = mapNames((name) => colours[name][1])

/** The brand's own colours: the mark looks the same on every ground. */
export const brand = { ground: '#0B4A99', flag: '#FFFFFF', wave: '#8FB8FF' } as const

export type Tone =
  'approval' | 'authorization' | 'acceptance' | 'progress' | 'completed' | 'denied' | 'overdue' | 'canceled' | 'device'

/** What *Compact* makes smaller: a row, a row that is a card, the edge within a panel. */
export const room = { row: 'var(--fp-row)', cardRow: 'var(--fp-card-row)', inset: 'var(--fp-inset)' } as const

/** `token.text2` → `var(--fp-text2)`: what components write instead of a colour. */
export const token = mapNames((name) => `var(--fp-${name})`)

export const toneFill = (tone: Tone) => token[`${tone}Fill`]
export const toneText = (tone: Tone) => token[`${tone}Text`]

export const radius = { chip: 6, control: 8, card: 12, sheet: 16, pill: 999 } as const
export const fontFamily = '"Inter var", Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
export const monoFamily = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

/**
 * The type scale, in px of a browser whose font is 16 px high: with that it grows (`growing-text.ts`). The variants of the theme are made of it; what
 * is styled by hand spreads a step of it. `fixed` is as large as `small` and stays so: what stands on an icon or beside an axis, which do not grow.
 */
export const textSize = {
  small: { fontSize: 12, lineHeight: '16px' },
  fixed: { fontSize: '9pt', lineHeight: '12pt' },
  body: { fontSize: 13, lineHeight: '20px' },
  large: { fontSize: 14, lineHeight: '20px' },
  heading: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  title: { fontSize: 16, lineHeight: '24px', fontWeight: 600 },
  page: { fontSize: 20, lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.012em' },
  figure: { fontSize: 32, lineHeight: '40px', fontWeight: 600, letterSpacing: '-0.022em' },
} as const

export const media = {
  // Paper is as narrow as a phone, and reads like a desk.
  phone: '@media screen and (max-width: 899.95px)',
  /** A phone on its side, or what its keyboard leaves: nothing stands still there that can go along. */
  low: '@media screen and (max-width: 899.95px) and (max-height: 480px)',
  desktop: '@media (min-width: 900px), print',
  coarse: '@media (pointer: coarse)',
  calm: '@media (prefers-reduced-motion: reduce)',
  forced: '@media (forced-colors: active)',
} as const

/** The custom properties of one scheme, for `:root`. */
export function schemeVariables(tokens: Record<TokenName, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--fp-${name}`, value]))
}

function mapNames(toValue: (name: TokenName) => string): Record<TokenName, string> {
  const names = Object.keys(colours) as TokenName[]
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<TokenName, string>
}
