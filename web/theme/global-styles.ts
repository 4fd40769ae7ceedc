import { darkTokens, fontFamily, lightTokens, media, schemeVariables, token } from './tokens.ts'

/**
 * Tokens, reset and focus ring, once, before anything is drawn. As text for the browser's own parser: composed as rules of a component they
 * took 20 ms of each start. A constructed sheet needs no exception in the policy of styles.
 */
export function hangGlobalStyles(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [sheet]
}

const schemeOf = (name: 'light' | 'dark', tokens: typeof lightTokens): string =>
  [...Object.entries(schemeVariables(tokens)), ['color-scheme', name]].map((pair) => pair.join(':')).join(';')

const light = schemeOf('light', lightTokens)
const dark = schemeOf('dark', darkTokens)

/**
 * Without comments of its own, which would travel.
 * - Before React has written data-theme, the first paint must already be dark for those who chose dark.
 * - `--fp-foot`: over so much of the page's end something lies, a bar or a footer that floats (`StickyFooter`).
 * - Nothing stands under the camera of a phone on its side.
 * - A component that draws its own ring says so in a rule of the same weight, which must win over `:focus-visible` here.
 * - On paper nothing can be pressed, and no file dropped; what sorts a column stays, for it is the column's name.
 */
const styles = `
:root, [data-theme="light"] { ${light} }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { ${dark} } }
[data-theme="dark"] { ${dark} }
*, *::before, *::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; scroll-padding: 72px 0 calc(var(--fp-foot, 0px) + 16px) }
html:has([data-bar]) { --fp-foot: calc(88px + env(safe-area-inset-bottom)) }
${media.low} { html:has([data-bar]) { --fp-foot: calc(56px + env(safe-area-inset-bottom)) } }
html:has([data-sticky-footer]) { scroll-padding-bottom: max(112px, calc(var(--fp-foot, 0px) + 16px)) }
body {
  margin: 0 env(safe-area-inset-right) 0 env(safe-area-inset-left);
  font: 400 .8125rem/1.25rem ${fontFamily};
  color: ${token.text};
  background: ${token.canvas};
  -webkit-font-smoothing: antialiased;
  text-rendering: optimizeLegibility;
}
${media.phone} {
  body { font-size: .875rem }
  [data-sticky-footer] { padding-inline: calc(16px + env(safe-area-inset-left)) calc(16px + env(safe-area-inset-right)) }
}
.MuiDialog-container, .MuiDrawer-paper { padding-inline: env(safe-area-inset-left) env(safe-area-inset-right) }
h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0 }
ul, ol { list-style: none }
a { color: ${token.primary}; text-decoration: none }
a:hover { text-decoration: underline; text-underline-offset: 2px }
button, input, textarea, select { font: inherit; color: inherit; letter-spacing: inherit; accent-color: ${token.primary} }
button { background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit }
::placeholder { color: ${token.text2}; opacity: 1 }
:root { --fp-row: 2.5rem; --fp-card-row: 4rem; --fp-inset: 16px }
:root[data-density="compact"] { --fp-row: 2rem; --fp-card-row: 3rem; --fp-inset: 12px }
:root[data-shortcuts="off"] kbd { display: none }
:where(:focus-visible) { outline: 2px solid ${token.focus}; outline-offset: 2px }
h1:focus, main:focus, [role="alert"]:focus { outline: none }
del { color: ${token.danger}; background: ${token.dangerSoft}; border-radius: 4px; padding: 0 4px }
ins { color: ${token.ok}; background: ${token.okSoft}; border-radius: 4px; padding: 0 4px; text-decoration: none }
${media.calm} {
  *, *::before, *::after {
    animation-duration: 0.01ms !important;
    animation-iteration-count: 1 !important;
    transition-duration: 0.01ms !important;
  }
}
@media print {
  body .MuiButton-root, body .MuiIconButton-root, body .MuiInputBase-root,
  body [role="radiogroup"], body [role="search"], body .MuiTabs-root, body [role="tablist"],
  [type="file"] ~ div { display: none }
  html body { background: #fff }
  tr, li { break-inside: avoid }
  :root, :root[data-theme="dark"], [data-theme="dark"] { ${light} }
}
`
