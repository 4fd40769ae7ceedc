/** The id that an address names: 0 for `new` and `0` (C-033), -1 for what is none. */
export const idIn = (told: string): number => (told === 'new' ? 0 : /^\d{1,15}$/.test(told) ? Number(told) : -1)
