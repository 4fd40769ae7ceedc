import type { Components } from '@mui/material/styles'
import { Icon } from './icon.tsx'
import { media, radius, token } from './tokens.ts'

declare module '@mui/material/InputBase' {
  interface InputBasePropsSizeOverrides {
    large: true
  }
}

/** iOS zooms into anything below 16 px. */
const forFingers = { fontSize: 16, lineHeight: '22px' }

/** The frame of what is typed into, and the text in it; what is typed into before the theme is there wears them too (`ui/plain.tsx`). */
export const inputFrame = {
  position: 'relative',
  gap: 8,
  minHeight: 40,
  padding: '0 12px',
  border: `1px solid ${token.control}`,
  borderRadius: radius.control,
  backgroundColor: token.surface,
  fontSize: 'inherit',
  lineHeight: '20px',
  transition: 'border-color 120ms',
  [media.phone]: { minHeight: 48, ...forFingers },
  [media.coarse]: { minHeight: 48, ...forFingers },
  '&.MuiInputBase-sizeLarge': { minHeight: 48 },
  '& > svg': { flex: 'none', color: token.text2 },
  '&:has(input:focus-visible, textarea:focus-visible, select:focus-visible)': {
    borderColor: token.primary,
    outline: `2px solid ${token.focus}`,
    outlineOffset: 2,
  },
  '&.Mui-error': { borderColor: token.danger, boxShadow: `inset 0 0 0 1px ${token.danger}` },
  '&.MuiInputBase-readOnly, &:has([aria-readonly="true"])': {
    backgroundColor: token.sunken,
    borderColor: token.divider,
    color: token.text2,
  },
  '&:has(> textarea), &:has(> select)': { padding: 0 },
} as const
export const inputLook = {
  flex: 1,
  alignSelf: 'stretch',
  boxSizing: 'border-box',
  height: 'auto',
  padding: 0,
  textOverflow: 'ellipsis',
  '&:focus-visible': { outline: 0 },
  '&::placeholder': { color: token.text2, opacity: 1 },
  '&[type="search"]::-webkit-search-cancel-button': { display: 'none' },
  '&:-webkit-autofill': { boxShadow: `inset 0 0 0 100px ${token.surface}`, WebkitTextFillColor: token.text },
  'textarea&': {
    padding: '9px 12px',
    boxSizing: 'content-box',
    width: 'auto',
    resize: 'vertical',
    fieldSizing: 'content',
    maxHeight: '50vh',
    overflow: 'auto',
    [media.phone]: { padding: '11px 12px' },
  },
} as const

/** What is typed into: 40 px at the desk, 48 under a finger. */
export const fields: Components = {
  MuiInputBase: {
    defaultProps: { fullWidth: true, disableInjectingGlobalStyles: true },
    styleOverrides: {
      root: inputFrame,
      input: inputLook,
    },
  },
  MuiNativeSelect: {
    defaultProps: { IconComponent: Chevron },
    styleOverrides: {
      root: { position: 'relative' },
      icon: { top: 'calc(50% - 10px)', right: 12, color: token.text2, pointerEvents: 'none' },
      select: {
        '&&&': { padding: '0 40px 0 12px', borderRadius: radius.control, minHeight: 0 },
        '& option': { color: token.text, background: token.surface },
      },
    },
  },
}

function Chevron({ className }: { className?: string }) {
  return <Icon name="chevron-down" className={className} />
}
