import type { Components } from '@mui/material/styles'
import { media, radius, textSize, token } from './tokens.ts'

declare module '@mui/material/Button' {
  interface ButtonPropsVariantOverrides {
    quiet: true
    danger: true
    'danger-contained': true
  }
}

const focusRing = { outline: `2px solid ${token.focus}`, outlineOffset: 2 }

/** A button without its variant and size; what is pressed before the theme is there wears it too (`ui/plain.tsx`). */
export const buttonLook = {
  ...textSize.body,
  gap: 8,
  flex: 'none',
  minHeight: 36,
  padding: '0 14px',
  border: '1px solid transparent',
  borderRadius: radius.control,
  whiteSpace: 'nowrap',
  transition: 'background-color 120ms, border-color 120ms',
  '&:hover': { textDecoration: 'none' },
  '&[aria-disabled="true"]': { cursor: 'not-allowed' },
  '&[aria-disabled="true"]:not([aria-busy="true"])': { opacity: 0.55 },
  [media.phone]: { minHeight: 44, fontSize: 14 },
  [media.coarse]: { minHeight: 44, fontSize: 14 },
} as const

export const buttonSizes = {
  small: {
    minHeight: 32,
    padding: '0 12px',
    [media.phone]: { minHeight: 36, fontSize: 13 },
    [media.coarse]: { minHeight: 44 },
  },
  // As wide as a narrow dialog, it may have more to say than one line holds.
  large: {
    minHeight: 48,
    padding: '0 20px',
    fontSize: 14,
    whiteSpace: 'normal',
    textAlign: 'center',
    [media.phone]: { paddingInline: 12 },
    [media.coarse]: { minHeight: 48 },
  },
} as const

export const buttonVariants = {
  contained: filled(token.primary, token.onPrimary, token.primaryHover),
  'danger-contained': filled(token.danger, token.onDanger, token.dangerHover),
  outlined: outlined(token.text, token.control, token.hover),
  danger: outlined(token.danger, token.danger, token.dangerSoft),
  text: bare(token.primary),
  quiet: bare(token.text2),
}

/** In what a word that is pressed begins a line: where the other words begin. */
export const startsLine = { '& > .MuiButton-text': { marginLeft: -9 } } as const

export const iconButtonLook = {
  width: 36,
  height: 36,
  padding: 0,
  borderRadius: radius.control,
  border: '1px solid transparent',
  color: token.text2,
  transition: 'background-color 120ms',
  '&:hover': { backgroundColor: token.hover },
  '&[aria-current="page"]': { backgroundColor: token.primarySoft, color: token.primary },
  '&[aria-disabled="true"]': { opacity: 0.4, cursor: 'default' },
  // The target grows beyond what is drawn, to 44 px from within the border, so dense rows keep their height.
  [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: -5 } },
} as const

export const iconButtonSizes = {
  small: { width: 28, height: 28, [media.coarse]: { '&::after': { inset: -9 } } },
  large: { width: 44, height: 44, [media.coarse]: { '&::after': { inset: -1 } } },
} as const

/** Everything that is pressed: buttons, icon buttons, tabs. */
export const buttons: Components = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: {
        '&:focus-visible': focusRing,
        '&.Mui-disabled': { opacity: 0.55, pointerEvents: 'auto', cursor: 'not-allowed' },
      },
    },
  },
  MuiButton: {
    defaultProps: { variant: 'outlined', disableElevation: true },
    styleOverrides: {
      root: {
        ...buttonLook,
        variants: [
          ...Object.entries(buttonSizes).map(([size, style]) => ({ props: { size: size as 'small' }, style })),
          ...Object.entries(buttonVariants).map(([variant, style]) => ({
            props: { variant: variant as 'contained' },
            style,
          })),
        ],
      },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        ...iconButtonLook,
        variants: Object.entries(iconButtonSizes).map(([size, style]) => ({ props: { size: size as 'small' }, style })),
      },
    },
  },
}

function filled(backgroundColor: string, color: string, hover: string) {
  const look = { backgroundColor, color, borderColor: 'transparent' }
  return { ...look, '&:hover': { backgroundColor: hover }, '&.Mui-disabled': look }
}

function outlined(color: string, borderColor: string, hover: string) {
  const look = { backgroundColor: token.surface, color, borderColor }
  return { ...look, '&:hover': { backgroundColor: hover, borderColor }, '&.Mui-disabled': look }
}

function bare(color: string) {
  const look = { color, paddingInline: 8 }
  return { ...look, '&:hover': { backgroundColor: token.hover }, '&.Mui-disabled': look }
}
