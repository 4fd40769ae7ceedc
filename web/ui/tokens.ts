/** The one home of colours and sizes. `tokens.css` of the design is copied here; nothing else names a colour. */
export const lightTokens = {
  canvas: '#F6F8FA',
  surface: '#FFFFFF',
  text: '#1B2430',
  text2: '#475467',
  divider: '#E3E8EF',
  control: '#8792A2',
  hover: '#F2F5F8',
  sunken: '#F6F8FA',
  primary: '#0B4A99',
  primaryHover: '#0A448D',
  onPrimary: '#FFFFFF',
  primarySoft: '#E6F0FF',
  primaryLine: '#B9D3F7',
  focus: '#0B66D6',
  danger: '#9B1C1C',
  dangerHover: '#8F1A1A',
  onDanger: '#FFFFFF',
  dangerSoft: '#FDECEA',
  dangerLine: '#F3C4BF',
  warn: '#8A4B00',
  warnSoft: '#FFF3DC',
  warnLine: '#F2D9A6',
  warnDot: '#B86E00',
  ok: '#1B5E20',
  okSoft: '#E6F4EA',
  live: '#1E8E5A',
  switchKnob: '#FFFFFF',
  offlineBar: '#E3E8EF',
  offlineText: '#344054',
  scrim: 'rgba(15, 23, 34, .48)',
  shadowMenu: '0 1px 2px rgba(16, 24, 40, .06), 0 8px 24px rgba(16, 24, 40, .12)',
  shadowDialog: '0 2px 6px rgba(16, 24, 40, .10), 0 24px 64px rgba(16, 24, 40, .24)',
  approvalFill: '#FFF3DC',
  approvalText: '#8A4B00',
  authorizationFill: '#F1EAFE',
  authorizationText: '#5B21B6',
  acceptanceFill: '#E6F0FF',
  acceptanceText: '#0B4A99',
  completedFill: '#E6F4EA',
  completedText: '#1B5E20',
  deniedFill: '#FDECEA',
  deniedText: '#9B1C1C',
  overdueFill: '#FFE6DA',
  overdueText: '#9A2A00',
  progressFill: '#DFF5F0',
  progressText: '#0B5D4F',
  canceledFill: '#ECEFF3',
  canceledText: '#475467',
  deviceFill: '#F2F4F7',
  deviceText: '#344054',
  barTrack: '#E9EDF2',
  barActual: '#0B4A99',
  barEstimated: '#7FA8DE',
  barThis: '#5B21B6',
  barThis2: '#D9C7FB',
} as const

export type TokenName = keyof typeof lightTokens

export const darkTokens: Record<TokenName, string> = {
  canvas: '#0F1318',
  surface: '#151A21',
  text: '#E6EAF0',
  text2: '#A9B3C1',
  divider: '#2A323D',
  control: '#6B7686',
  hover: '#1B222B',
  sunken: '#11161C',
  primary: '#8FB8FF',
  primaryHover: '#9EC2FF',
  onPrimary: '#0B1A33',
  primarySoft: '#102A4C',
  primaryLine: '#24487A',
  focus: '#7FB2FF',
  danger: '#FFB4AE',
  dangerHover: '#FFBFBA',
  onDanger: '#3F1616',
  dangerSoft: '#3F1616',
  dangerLine: '#6A2B2B',
  warn: '#FFCF87',
  warnSoft: '#3A2A0B',
  warnLine: '#5E4617',
  warnDot: '#B86E00',
  ok: '#9BE0A8',
  okSoft: '#12301A',
  live: '#1E8E5A',
  switchKnob: '#FFFFFF',
  offlineBar: '#1B2430',
  offlineText: '#CBD2DC',
  scrim: 'rgba(0, 0, 0, .6)',
  shadowMenu: '0 8px 24px rgba(0, 0, 0, .5)',
  shadowDialog: '0 24px 64px rgba(0, 0, 0, .6)',
  approvalFill: '#3A2A0B',
  approvalText: '#FFCF87',
  authorizationFill: '#2C1F4A',
  authorizationText: '#D3BCFF',
  acceptanceFill: '#102A4C',
  acceptanceText: '#A9CBFF',
  completedFill: '#12301A',
  completedText: '#9BE0A8',
  deniedFill: '#3F1616',
  deniedText: '#FFB4AE',
  overdueFill: '#40200F',
  overdueText: '#FFB999',
  progressFill: '#0C312B',
  progressText: '#8FE3D0',
  canceledFill: '#262C36',
  canceledText: '#C3CAD6',
  deviceFill: '#20252E',
  deviceText: '#CBD2DC',
  barTrack: '#262E38',
  barActual: '#8FB8FF',
  barEstimated: '#3F659B',
  barThis: '#D3BCFF',
  barThis2: '#4A3778',
}

/** The brand's own colours: the mark looks the same on every ground. */
export const brand = { ground: '#0B4A99', flag: '#FFFFFF', wave: '#8FB8FF' } as const

export type Tone =
  'approval' | 'authorization' | 'acceptance' | 'progress' | 'completed' | 'denied' | 'overdue' | 'canceled' | 'device'

/** `token.text2` → `var(--fp-text2)`: what components write instead of a colour. */
export const token = mapNames((name) => `var(--fp-${name})`)

export const toneFill = (tone: Tone) => token[`${tone}Fill`]
export const toneText = (tone: Tone) => token[`${tone}Text`]

export const radius = { chip: 6, control: 8, card: 12, sheet: 16, pill: 999 } as const
export const fontFamily = '"Inter var", Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
export const monoFamily = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

export const media = {
  phone: '@media (max-width: 899.95px)',
  desktop: '@media (min-width: 900px)',
  coarse: '@media (pointer: coarse)',
  calm: '@media (prefers-reduced-motion: reduce)',
  forced: '@media (forced-colors: active)',
} as const

/** The custom properties of one scheme, for `:root`. */
export function schemeVariables(tokens: Record<TokenName, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--fp-${name}`, value]))
}

function mapNames(toValue: (name: string) => string): Record<TokenName, string> {
  return Object.fromEntries(Object.keys(lightTokens).map((name) => [name, toValue(name)])) as Record<TokenName, string>
}
