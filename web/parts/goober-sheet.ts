/**
 * notistack styles itself through goober, which writes rules into a `<style>` of its own: the content policy refuses
 * both the `innerHTML` it makes it with and the rules in it. It looks for `window._goober` first, so it is given a
 * stand-in that writes into a constructed style sheet, which the policy allows.
 */
const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

/**
 * Toasts stand under the bar, or under the head of a dialog, and come and go from under its edge: over it, be it for a moment, they took the
 * presses that were meant for search, the sync pill, the cross and, on a phone, the way back. On a phone's page the buttons stand under the bar:
 * there they stand at the foot, over whatever bar or footer is there, and come from behind its edge.
 */
const underBar = 'div>.notistack-SnackbarContainer{top:var(--toast-top,58px);clip-path:inset(0 -32px -32px)}'
const atFoot =
  'div[data-at-foot]>.notistack-SnackbarContainer{top:auto;bottom:calc(max(var(--fp-foot,0px),env(safe-area-inset-bottom)) + 8px);clip-path:inset(-32px -32px -8px)}'

let rules = ''
const text = {
  get data() {
    return rules
  },
  set data(next: string) {
    rules = next
    sheet.replaceSync(next + underBar + atFoot)
  },
}

Object.assign(window, { _goober: { parentNode: document.head, firstChild: text } })
