import type { Theme } from '@mui/material/styles'
import { chips } from './chips.ts'
import { choices } from './choices.ts'
import { progress } from './progress.ts'
import { surfaces } from './surfaces.ts'

/** The theme with the looks that the sign-in page can do without. */
export const withAllLooks = (theme: Theme): Theme => ({
  ...theme,
  components: { ...theme.components, ...choices, ...chips, ...progress, ...surfaces },
})
