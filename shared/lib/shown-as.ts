/** How the name of something is shown that may not be offered any longer (C-146). */
export const shownAs = (name: string, isActive: boolean): string => (isActive ? name : `${name} (inactive)`)

/** Who decided, and for whom who was away (C-027): "A. Khan for J. Ruiz". */
export const byFor = (by: string, away: string): string => (away ? `${by} for ${away}` : by)
