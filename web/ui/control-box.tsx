import styled from '@emotion/styled'
import { media, radius, token } from './tokens.ts'

/** The frame of every field: the input inside is bare and fills it. */
export const ControlBox = styled.div({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 40,
  padding: '0 12px',
  border: `1px solid ${token.control}`,
  borderRadius: radius.control,
  background: token.surface,
  transition: 'border-color 120ms',
  [media.phone]: { minHeight: 48 },
  [media.coarse]: { minHeight: 48 },
  '&:has(input:focus-visible, textarea:focus-visible, select:focus-visible)': {
    borderColor: token.primary,
    outline: `2px solid ${token.focus}`,
    outlineOffset: 2,
  },
  '&:has([aria-invalid="true"])': { borderColor: token.danger, boxShadow: `inset 0 0 0 1px ${token.danger}` },
  '&[data-readonly]': { background: token.sunken, borderColor: token.divider, color: token.text2 },
  '&[data-size="large"]': { minHeight: 48 },
  '& > svg': { color: token.text2 },
})

/** For `input`, `textarea` and `select` inside a ControlBox. iOS zooms into anything below 16 px. */
export const bareControl = {
  flex: 1,
  minWidth: 0,
  width: '100%',
  padding: 0,
  border: 0,
  outline: 0,
  background: 'transparent',
  fontSize: 'inherit',
  lineHeight: '20px',
  textOverflow: 'ellipsis',
  '&:focus-visible': { outline: 0 },
  [media.phone]: { fontSize: 16, lineHeight: '22px' },
  [media.coarse]: { fontSize: 16, lineHeight: '22px' },
} as const
