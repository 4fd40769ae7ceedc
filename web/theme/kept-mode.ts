type Mode = 'light' | 'dark'

/** What this browser was told, where the theme keeps it; null follows the system. */
function keptMode(): Mode | null {
  try {
    const mode = localStorage.getItem('mui-mode')
    return mode === 'light' || mode === 'dark' ? mode : null
  } catch {
    return null
  }
}

/** Which colours are shown, or will be. */
export const modeNow = (): Mode => keptMode() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** Until the theme is there, and on the pages before sign-in, which have none. */
export function showKeptMode(): void {
  const mode = keptMode()
  if (mode) document.documentElement.dataset['theme'] = mode
}
