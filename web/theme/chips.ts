import type { Components } from '@mui/material/styles'
import { media, radius, token } from './tokens.ts'

/** Small things that name something: a chosen address, a usual day, a person. What stands in rows is in web/ui/chip.tsx. */
export const chips: Components = {
  MuiChip: {
    styleOverrides: {
      root: {
        height: 'auto',
        minHeight: 28,
        borderRadius: radius.chip,
        fontSize: 13,
        backgroundColor: token.canceledFill,
        '& .MuiChip-icon': { marginLeft: 10, marginRight: -4, color: 'inherit' },
        '& .MuiChip-label:has(button)': { display: 'flex', alignItems: 'center', overflow: 'visible', minWidth: 0 },
        '& .MuiChip-label > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
        '& .MuiChip-label > button': {
          width: 24,
          height: 24,
          margin: '0 -8px 0 2px',
          color: 'inherit',
          '& svg': { width: 14, height: 14 },
          '&::after': { inset: '-11px -7px' },
        },
        [media.coarse]: { minHeight: 36 },
        variants: [
          {
            props: { color: 'warning' },
            style: { backgroundColor: token.warnSoft, border: `1px solid ${token.warnLine}`, color: token.warn },
          },
          {
            props: { clickable: true },
            style: {
              minHeight: 32,
              border: `1px solid ${token.control}`,
              borderRadius: radius.pill,
              backgroundColor: token.surface,
              fontWeight: 500,
              '&:hover': { backgroundColor: token.hover },
              '&[aria-pressed="true"]': {
                backgroundColor: token.primarySoft,
                borderColor: token.primary,
                color: token.primary,
                [media.forced]: { borderColor: 'Highlight', color: 'Highlight' },
              },
              [media.phone]: { minHeight: 36 },
              [media.coarse]: { minWidth: 44, '&::after': { content: '""', position: 'absolute', inset: '-5px 0' } },
            },
          },
        ],
      },
      label: { paddingInline: 10 },
    },
  },
}
