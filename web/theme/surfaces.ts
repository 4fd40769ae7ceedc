import type { Components } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { media, radius, textSize, token } from './tokens.ts'

function AtOnce({ in: isIn, children }: { in?: boolean; children?: ReactNode }) {
  return isIn ? children : null
}

/** What lies on something else: papers, dialogs, menus, alerts. */
export const surfaces: Components = {
  MuiPaper: {
    styleOverrides: { root: { backgroundImage: 'none', color: token.text, backgroundColor: token.surface } },
  },
  MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: token.scrim } } } },
  MuiDialog: {
    styleOverrides: {
      paper: {
        borderRadius: radius.sheet,
        boxShadow: token.shadowDialog,
        border: '1px solid transparent',
        [media.phone]: {
          margin: 0,
          width: '100%',
          maxWidth: 'none',
          height: '100%',
          maxHeight: 'none',
          borderRadius: 0,
        },
      },
    },
  },
  MuiDialogContent: {
    styleOverrides: {
      root: { padding: '4px 20px 20px', [media.phone]: { padding: '4px 16px 20px' } },
    },
  },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        flexWrap: 'wrap',
        gap: 8,
        padding: '12px 20px',
        borderTop: `1px solid ${token.divider}`,
        '& > :not(style) ~ :not(style)': { marginLeft: 0 },
        [media.phone]: { padding: '12px 16px', '& > button': { flex: '1 1 auto' } },
      },
    },
  },
  MuiMenu: {
    styleOverrides: {
      paper: {
        border: `1px solid ${token.divider}`,
        boxShadow: token.shadowMenu,
        borderRadius: radius.control,
        marginTop: 4,
        minWidth: 184,
        maxWidth: 'min(320px, calc(100vw - 32px))',
      },
      list: { padding: 4 },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: 36,
        '@media (min-width: 600px)': { minHeight: 36 },
        gap: 12,
        padding: '0 12px',
        fontSize: 13,
        borderRadius: radius.chip,
        '&:hover, &.Mui-focusVisible': { backgroundColor: token.hover },
        '@media (pointer: coarse), (max-width: 899.95px)': { minHeight: 44, fontSize: 14 },
        '&[data-danger="true"]': { color: token.danger },
        '&[data-divided="true"]': { marginTop: 9 },
        '&[data-divided="true"]::before': {
          content: '""',
          position: 'absolute',
          top: -5,
          left: 0,
          right: 0,
          borderTop: `1px solid ${token.divider}`,
        },
      },
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: {
        gap: 12,
        padding: '12px 16px',
        borderRadius: radius.control,
        ...textSize.body,
        [media.phone]: { fontSize: 14 },
        variants: [
          {
            props: { severity: 'error' },
            style: {
              border: `1px solid ${token.dangerLine}`,
              borderLeft: `4px solid ${token.danger}`,
              backgroundColor: token.dangerSoft,
              color: token.danger,
            },
          },
        ],
      },
      icon: { flex: 'none', margin: 0, padding: 0, opacity: 1, '&&': { color: 'inherit' } },
      message: { padding: 0, overflow: 'visible' },
    },
  },
  MuiAccordion: {
    // Opens at once: MUI's Collapse is left out of the build, and what it brings along (`vite.config.ts`).
    defaultProps: { disableGutters: true, elevation: 0, square: true, slots: { transition: AtOnce } },
    styleOverrides: {
      root: {
        borderBottom: `1px solid ${token.divider}`,
        '&::before': { display: 'none' },
        '&:last-of-type': { borderBottom: 0 },
      },
    },
  },
  MuiAccordionSummary: {
    styleOverrides: {
      root: {
        minHeight: 48,
        padding: '0 16px',
        ...textSize.body,
        '&:hover': { backgroundColor: token.hover },
        '&:focus-visible': { outlineOffset: -2 },
        [media.phone]: { fontSize: 14 },
      },
      content: { minWidth: 0, margin: '12px 0' },
    },
  },
  MuiAccordionDetails: { styleOverrides: { root: { padding: 0, borderTop: `1px solid ${token.divider}` } } },
}
