import { createTheme } from '@mui/material/styles'
import { darkTokens, fontFamily, lightTokens, media, radius, token, type TokenName } from '#web/ui/tokens.ts'

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme', cssVarPrefix: 'mui' },
  colorSchemes: { light: { palette: paletteOf(lightTokens) }, dark: { palette: paletteOf(darkTokens) } },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1680 } },
  shape: { borderRadius: radius.control },
  typography: {
    fontFamily,
    htmlFontSize: 16,
    fontSize: 13,
    fontWeightRegular: 400,
    fontWeightMedium: 500,
    fontWeightBold: 600,
    h1: heading(20, 28),
    h2: heading(16, 24),
    h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
    body1: { fontSize: 14, lineHeight: '20px' },
    body2: { fontSize: 13, lineHeight: '20px' },
    caption: { fontSize: 12, lineHeight: '16px' },
    button: { fontSize: 13, fontWeight: 500, textTransform: 'none' },
  },
  transitions: {
    duration: { shortest: 120, shorter: 120, short: 150, standard: 180, enteringScreen: 180, leavingScreen: 150 },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
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
    MuiMenu: {
      styleOverrides: {
        paper: {
          border: `1px solid ${token.divider}`,
          boxShadow: token.shadowMenu,
          borderRadius: radius.control,
          marginTop: 4,
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
        },
      },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 400, enterTouchDelay: 300 },
      styleOverrides: {
        tooltip: {
          fontSize: 12,
          lineHeight: '16px',
          padding: '6px 8px',
          backgroundColor: token.text,
          color: token.surface,
          maxWidth: 320,
        },
      },
    },
  },
})

function heading(fontSize: number, lineHeight: number) {
  return { fontSize, lineHeight: `${lineHeight}px`, fontWeight: 600, letterSpacing: '-0.012em' }
}

function paletteOf(tokens: Record<TokenName, string>) {
  return {
    primary: { main: tokens.primary, contrastText: tokens.onPrimary },
    error: { main: tokens.danger, contrastText: tokens.onDanger },
    warning: { main: tokens.warn, contrastText: tokens.surface },
    success: { main: tokens.ok, contrastText: tokens.surface },
    background: { default: tokens.canvas, paper: tokens.surface },
    text: { primary: tokens.text, secondary: tokens.text2 },
    divider: tokens.divider,
  }
}
