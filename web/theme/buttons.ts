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
        variants: [
          {
            props: { size: 'small' },
            style: {
              minHeight: 32,
              padding: '0 12px',
              [media.phone]: { minHeight: 36, fontSize: 13 },
              [media.coarse]: { minHeight: 44 },
            },
          },
          {
            props: { size: 'large' },
            style: { minHeight: 48, padding: '0 20px', fontSize: 14, [media.coarse]: { minHeight: 48 } },
          },
          filled('contained', token.primary, token.onPrimary, token.primaryHover),
          filled('danger-contained', token.danger, token.onDanger, token.dangerHover),
          outlined('outlined', token.text, token.control, token.hover),
          outlined('danger', token.danger, token.danger, token.dangerSoft),
          bare('text', token.primary),
          bare('quiet', token.text2),
        ],
      },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
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
        // The target grows beyond what is drawn, so dense rows keep their height.
        [media.coarse]: { '&::after': { content: '""', position: 'absolute', inset: -4 } },
        variants: [
          {
            props: { size: 'small' },
            style: { width: 28, height: 28, [media.coarse]: { '&::after': { inset: -8 } } },
          },
          { props: { size: 'large' }, style: { width: 44, height: 44, [media.coarse]: { '&::after': { inset: 0 } } } },
        ],
      },
    },
  },
}

type Variant = 'contained' | 'outlined' | 'text' | 'quiet' | 'danger' | 'danger-contained'

function filled(variant: Variant, backgroundColor: string, color: string, hover: string) {
  const look = { backgroundColor, color, borderColor: 'transparent' }
  return { props: { variant }, style: { ...look, '&:hover': { backgroundColor: hover }, '&.Mui-disabled': look } }
}

function outlined(variant: Variant, color: string, borderColor: string, hover: string) {
  const look = { backgroundColor: token.surface, color, borderColor }
  return {
    props: { variant },
    style: { ...look, '&:hover': { backgroundColor: hover, borderColor }, '&.Mui-disabled': look },
  }
}

function bare(variant: Variant, color: string) {
  const look = { color, paddingInline: 8 }
  return { props: { variant }, style: { ...look, '&:hover': { backgroundColor: token.hover }, '&.Mui-disabled': look } }
}
