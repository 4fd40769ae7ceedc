import { radius, token } from '../theme/tokens.ts'

/** A field without a face of its own: what stands around it has one. */
export const bareInput = {
  flex: 1,
  minWidth: 0,
  alignSelf: 'stretch',
  border: 0,
  padding: 0,
  outline: 0,
  background: 'none',
  color: token.text,
} as const

/** Around the field of a search and what stands beside it. */
export const searchFrame = {
  display: 'flex',
  alignItems: 'center',
  border: `1px solid ${token.control}`,
  borderRadius: radius.control,
  background: token.surface,
  color: token.text2,
  '&:has(input:focus-visible)': { outline: `2px solid ${token.focus}`, outlineOffset: 2 },
  '& input': { ...bareInput, textOverflow: 'ellipsis', appearance: 'none' },
  '& input::-webkit-search-cancel-button': { display: 'none' },
} as const
