export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** HTML → plain text for the edit box: line breaks become newlines, tags are dropped, entities read once. */
export function htmlToText(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi, '')
    .replace(/<br\s*\/?>\n?/gi, '\n')
    .replace(/<\/(p|div|li|h[1-6])\s*>\n?/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Plain text → HTML that shows it exactly: escaped, newlines as `<br>`. */
export function textToHtml(text: string): string {
  return escapeHtml(text.trim()).replace(/\r\n|\r|\n/g, '<br>')
}
