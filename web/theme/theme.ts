import { createTheme } from '@mui/material/styles'
import { darkTokens, fontFamily, lightTokens, radius, textSize, type TokenName } from './tokens.ts'
import { buttons } from './buttons.ts'
import { chips } from './chips.ts'
import { choices } from './choices.ts'
import { fields } from './fields.tsx'
import { progress } from './progress.ts'
import { surfaces } from './surfaces.ts'

/**
 * How every component of MUI looks here; what MUI has not stands in web/ui, over the same tokens. It comes with what is behind
 * sign-in; before that there is nothing of MUI (`ui/plain.tsx`).
 */
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
    h1: textSize.page,
    h2: textSize.title,
    h3: textSize.heading,
    body1: textSize.large,
    body2: textSize.body,
    caption: textSize.small,
    button: { fontSize: 13, fontWeight: 500, textTransform: 'none' },
  },
  transitions: {
    duration: { shortest: 120, shorter: 120, short: 150, standard: 180, enteringScreen: 180, leavingScreen: 150 },
  },
  components: { ...buttons, ...fields, ...choices, ...chips, ...progress, ...surfaces },
})

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
