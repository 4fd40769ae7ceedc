/** A blanket tasking or not, or nobody has said (C-075). */
export const blanketWords = (blanket: boolean | null): string =>
  blanket === null ? 'Not stated' : blanket ? 'Yes' : 'No'
