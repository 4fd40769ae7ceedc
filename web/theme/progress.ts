import { createElement } from 'react'
import type { Components } from '@mui/material/styles'
import { Icon } from './icon.tsx'
import { media, radius, token } from './tokens.ts'

const ArrowDown = ({ className }: { className?: string }) =>
  createElement(Icon, { name: 'arrow-down', size: 14, className })

/** Where one is and what is on its way: tabs, the order of a table, skeletons. */
export const progress: Components = {
  MuiTabs: {
    styleOverrides: {
      root: {
        position: 'relative',
        minHeight: 48,
        padding: '0 11px',
        borderBottom: `1px solid ${token.divider}`,
        [media.phone]: { padding: '0 8px' },
      },
      // What is selected does not stop under an end that fades.
      scroller: { scrollPadding: '0 44px' },
      indicator: { forcedColorAdjust: 'none', borderRadius: '2px 2px 0 0' },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        flexDirection: 'row',
        gap: 4,
        minWidth: 0,
        minHeight: 47,
        [media.coarse]: { minWidth: 44 },
        padding: '0 9px',
        color: token.text2,
        whiteSpace: 'nowrap',
        '&:hover': { color: token.text },
        '&.Mui-selected': { color: token.primary, fontWeight: 600 },
        // Inside: the row of tabs cuts off what stands around them.
        '&:focus-visible': { outlineOffset: -4, borderRadius: radius.control },
      },
    },
  },
  /** The ends fade where more tabs lie beyond; pressing there goes on. */
  MuiTabScrollButton: {
    styleOverrides: {
      root: {
        position: 'absolute',
        zIndex: 1,
        top: 0,
        bottom: 0,
        width: 44,
        opacity: 1,
        color: token.text2,
        '&:first-of-type': { left: 0, background: `linear-gradient(to left, transparent, ${token.surface} 50%)` },
        '&:last-of-type': { right: 0, background: `linear-gradient(to right, transparent, ${token.surface} 50%)` },
        '&.Mui-disabled': { opacity: 0, pointerEvents: 'none' },
      },
    },
  },
  MuiTableSortLabel: {
    defaultProps: { IconComponent: ArrowDown },
    styleOverrides: {
      root: {
        minHeight: 28,
        gap: 4,
        borderRadius: 4,
        fontWeight: 500,
        '&:hover': { color: token.text },
        '&.Mui-active': { color: token.text, fontWeight: 600 },
      },
      icon: { display: 'none', margin: 0, '.Mui-active > &': { display: 'block', opacity: 1 } },
    },
  },
  MuiSkeleton: { styleOverrides: { root: { borderRadius: 4, backgroundColor: token.barTrack } } },
}
