/** How the name of something is shown that may not be offered any longer (C-146). */
export const shownAs = (name: string, isActive: boolean): string => (isActive ? name : `${name} (inactive)`)
