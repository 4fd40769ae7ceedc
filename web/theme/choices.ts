import { createElement } from 'react'
import type { Components } from '@mui/material/styles'
import { Icon } from './icon.tsx'
import { media, token } from './tokens.ts'

const ring = { outline: `2px solid ${token.focus}`, outlineOffset: 2 }
const box = {
  display: 'grid',
  placeItems: 'center',
  width: 18,
  height: 18,
  border: `1.5px solid ${token.control}`,
  background: token.surface,
  [media.phone]: { width: 22, height: 22 },
  [media.coarse]: { width: 22, height: 22 },
}
const mark = {
  padding: 0,
  '&:hover': { backgroundColor: 'transparent' },
  '&.Mui-focusVisible > i': ring,
}

/** What is chosen. A checkbox or radio is as small as it is drawn: the row around it is the target. */
export const choices: Components = {
  MuiCheckbox: {
    defaultProps: {
      icon: createElement('i'),
      checkedIcon: createElement('i', null, createElement(Icon, { name: 'check', size: 14 })),
      indeterminateIcon: createElement('i'),
    },
    styleOverrides: {
      root: {
        ...mark,
        '& > i': { ...box, borderRadius: 4 },
        '&.Mui-checked > i': {
          background: token.primary,
          borderColor: token.primary,
          color: token.onPrimary,
          [media.forced]: { background: 'Highlight' },
        },
        '&.MuiCheckbox-indeterminate > i::before': {
          content: '""',
          width: 10,
          borderTop: `2px solid ${token.primary}`,
        },
      },
    },
  },
  MuiRadio: {
    defaultProps: { icon: createElement('i'), checkedIcon: createElement('i') },
    styleOverrides: {
      root: {
        ...mark,
        '& > i': { ...box, borderRadius: '50%' },
        '&.Mui-checked > i': {
          borderColor: token.primary,
          borderWidth: 5,
          [media.phone]: { borderWidth: 6 },
          [media.forced]: { borderColor: 'Highlight' },
        },
      },
    },
  },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 36, height: 20, padding: 0, overflow: 'visible' },
      switchBase: {
        padding: 2,
        '&:hover': { backgroundColor: 'transparent' },
        '&.Mui-checked': { transform: 'translateX(16px)', color: token.onPrimary },
        '&.Mui-checked:hover': { backgroundColor: 'transparent' },
        '&&.Mui-checked + .MuiSwitch-track': { opacity: 1, backgroundColor: token.primary },
        '&.Mui-focusVisible + .MuiSwitch-track': ring,
      },
      thumb: {
        width: 16,
        height: 16,
        boxShadow: 'none',
        color: token.switchKnob,
        '.Mui-checked > &': { color: 'inherit' },
      },
      track: { borderRadius: 10, opacity: 1, backgroundColor: token.control },
    },
  },
}
