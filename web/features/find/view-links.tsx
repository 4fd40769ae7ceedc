import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { useDevice } from '#web/data/device-context.tsx'
import { viewsOf } from '#web/parts/views-of.ts'
import { media, radius, token } from '#web/theme/tokens.ts'

/** The saved views, where no sidebar lists them. */
export function ViewLinks({ search }: { search: string }) {
  const { user } = useDevice()
  const views = viewsOf(user)
  if (views.length === 0) return null
  return (
    <List aria-label="Saved views">
      {views.map((view) => (
        <li key={view.name}>
          <ViewLink to={`/find?${view.search}`} aria-current={view.search === search ? 'page' : undefined}>
            {view.name}
          </ViewLink>
        </li>
      ))}
    </List>
  )
}

const List = styled.ul({ display: 'flex', flexWrap: 'wrap', gap: 8, margin: '12px 0', '& li': { maxWidth: '100%' } })
const ViewLink = styled(Link)({
  display: 'block',
  padding: '0 12px',
  lineHeight: '30px',
  border: `1px solid ${token.control}`,
  borderRadius: radius.pill,
  color: token.text,
  fontWeight: 500,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '&[aria-current]': { borderColor: token.primary, background: token.primarySoft, color: token.primary },
  [media.coarse]: { lineHeight: '42px' },
})
