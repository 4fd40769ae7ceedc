import styled from '@emotion/styled'
import { aroundChange } from './around-change.ts'
import type { SeenChange } from './seen.ts'

const SHOWN = 3

/** What was and what is, in three lines. */
export function ChangeList({ changes }: { changes: readonly SeenChange[] }) {
  return (
    <List>
      {changes.slice(0, SHOWN).map(({ field, before, after }) => {
        const [was, is] = aroundChange(before, after)
        return (
          <li key={field}>
            {field}: <del>{was}</del> <ins>{is}</ins>
          </li>
        )
      })}
      {changes.length > SHOWN && <li>and {changes.length - SHOWN} more</li>}
    </List>
  )
}

const List = styled.ul({ marginTop: 4, '& li': { overflowWrap: 'anywhere' } })
