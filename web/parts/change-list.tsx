import styled from '@emotion/styled'
import type { SeenChange } from './seen.ts'

const SHOWN = 3

/** What was and what is, in three lines. */
export function ChangeList({ changes }: { changes: readonly SeenChange[] }) {
  return (
    <List>
      {changes.slice(0, SHOWN).map(({ field, before, after }) => (
        <li key={field}>
          {field}: <del>{shorten(before)}</del> <ins>{shorten(after)}</ins>
        </li>
      ))}
      {changes.length > SHOWN && <li>and {changes.length - SHOWN} more</li>}
    </List>
  )
}

const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text || 'nothing')

const List = styled.ul({ marginTop: 4, '& li': { overflowWrap: 'anywhere' } })
