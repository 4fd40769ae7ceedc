import { media, radius, token } from './tokens.ts'

export type ButtonVariant = 'contained' | 'outlined' | 'text' | 'quiet' | 'danger' | 'danger-contained'
export type ButtonSize = 'small' | 'medium' | 'large'

export interface ButtonLook {
  look: ButtonVariant
  scale: ButtonSize
  wide: boolean
}

/** `look`, `scale` and `wide` are not HTML attributes, so emotion keeps them away from the element. */
export function buttonStyles({ look, scale, wide }: ButtonLook) {
  return {
    ...base,
    ...variants[look],
    ...sizes[scale],
    ...(wide && { width: '100%' }),
    ...(look === 'text' || look === 'quiet' ? { paddingInline: 8 } : {}),
  }
}

const base = {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  flex: 'none',
  minWidth: 64,
  border: '1px solid transparent',
  borderRadius: radius.control,
  fontWeight: 500,
  lineHeight: '20px',
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  transition: 'background-color 120ms, border-color 120ms',
  userSelect: 'none',
  '&:hover': { textDecoration: 'none' },
  '&[aria-disabled="true"], &:disabled': { cursor: 'not-allowed' },
  '&[aria-disabled="true"]:not([aria-busy="true"]), &:disabled': { opacity: 0.55 },
} as const

const variants = {
  contained: {
    background: token.primary,
    color: token.onPrimary,
    '&:hover': { background: token.primaryHover, textDecoration: 'none' },
  },
  outlined: {
    background: token.surface,
    color: token.text,
    borderColor: token.control,
    '&:hover': { background: token.hover, textDecoration: 'none' },
  },
  text: { color: token.primary, '&:hover': { background: token.hover, textDecoration: 'none' } },
  quiet: { color: token.text2, '&:hover': { background: token.hover, textDecoration: 'none' } },
  danger: {
    background: token.surface,
    color: token.danger,
    borderColor: token.danger,
    '&:hover': { background: token.dangerSoft, textDecoration: 'none' },
  },
  'danger-contained': {
    background: token.danger,
    color: token.onDanger,
    '&:hover': { background: token.dangerHover, textDecoration: 'none' },
  },
} as const

const touch = { minHeight: 44, fontSize: 14 }
const sizes = {
  small: {
    minHeight: 32,
    padding: '0 12px',
    fontSize: 13,
    [media.phone]: { minHeight: 36 },
    [media.coarse]: { minHeight: 44 },
  },
  medium: { minHeight: 36, padding: '0 14px', fontSize: 13, [media.phone]: touch, [media.coarse]: touch },
  large: { minHeight: 48, padding: '0 20px', fontSize: 14 },
} as const
