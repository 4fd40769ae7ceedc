import { Global, css } from '@emotion/react'
import { darkTokens, fontFamily, lightTokens, media, schemeVariables, token } from './tokens.ts'

/** Tokens, reset and focus ring. Rendered once, at the root. */
export function GlobalStyles() {
  return <Global styles={styles} />
}

const light = { ...schemeVariables(lightTokens), colorScheme: 'light' }
const dark = { ...schemeVariables(darkTokens), colorScheme: 'dark' }

const styles = css(
  { ':root, [data-theme="light"]': light },
  // Before React has written data-theme, the first paint must already be dark for those who chose dark.
  { '@media (prefers-color-scheme: dark)': { ':root:not([data-theme])': dark } },
  { '[data-theme="dark"]': dark },
  // On paper nothing can be pressed; what sorts a column stays, for it is the column's name.
  {
    '@media print': {
      'body .MuiButton-root, body .MuiIconButton-root, body .MuiInputBase-root, body [role="radiogroup"], body [role="search"], body [role="tablist"]':
        { display: 'none' },
      'html body': { background: '#fff' },
      'tr, li': { breakInside: 'avoid' },
    },
  },
  { '@media print': { ':root, :root[data-theme="dark"], [data-theme="dark"]': light } },
  {
    '*, *::before, *::after': { boxSizing: 'border-box' },
    html: {
      WebkitTextSizeAdjust: '100%',
      scrollPaddingTop: 72,
      '&:has([data-sticky-footer])': { scrollPaddingBottom: 112 },
    },
    body: {
      margin: 0,
      font: `400 13px/20px ${fontFamily}`,
      color: token.text,
      background: token.canvas,
      WebkitFontSmoothing: 'antialiased',
      textRendering: 'optimizeLegibility',
      [media.phone]: { fontSize: 14 },
    },
    'h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset': { margin: 0, padding: 0, border: 0 },
    'ul, ol': { listStyle: 'none' },
    a: {
      color: token.primary,
      textDecoration: 'none',
      '&:hover': { textDecoration: 'underline', textUnderlineOffset: 2 },
    },
    'button, input, textarea, select': { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' },
    button: { background: 'none', border: 0, padding: 0, cursor: 'pointer', textAlign: 'inherit' },
    '::placeholder': { color: token.text2, opacity: 1 },
    ':root': { '--fp-row': '40px', '--fp-card-row': '64px', '--fp-inset': '16px' },
    ':root[data-density="compact"]': { '--fp-row': '32px', '--fp-card-row': '48px', '--fp-inset': '12px' },
    ':root[data-shortcuts="off"] kbd': { display: 'none' },
    ':focus-visible': { outline: `2px solid ${token.focus}`, outlineOffset: 2 },
    'h1:focus, main:focus, [role="alert"]:focus': { outline: 'none' },
    del: { color: token.danger, background: token.dangerSoft, borderRadius: 4, padding: '0 4px' },
    ins: { color: token.ok, background: token.okSoft, borderRadius: 4, padding: '0 4px', textDecoration: 'none' },
    [media.calm]: {
      '*, *::before, *::after': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
      },
    },
  },
)
