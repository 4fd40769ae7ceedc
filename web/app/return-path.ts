/** Where to go after sign-in: `r` when it stays within this app (C-029), else null. */
export function safeReturnPath(r: string | null): string | null {
  if (!r || r === '/') return null
  // Browsers drop tabs and line breaks inside an address, so `/<tab>/evil` would leave the app too.
  if (hasControlCharacter(r)) return null
  return /^\/(?![/\\])/.test(r) ? r : null
}

/** The sign-in page, with the whole address to come back to. */
export function landingWithReturn({ pathname, search, hash }: { pathname: string; search: string; hash: string }) {
  const here = `${pathname}${search}${hash}`
  return safeReturnPath(here) ? `/?${new URLSearchParams({ r: here })}` : '/'
}

const hasControlCharacter = (text: string): boolean => [...text].some((char) => char.charCodeAt(0) < 32)
