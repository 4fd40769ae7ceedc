import styled from '@emotion/styled'
import { Link, useLocation } from 'react-router-dom'
import type { User } from '#shared/model/reference.ts'
import { viewsOf } from '../../parts/views-of.ts'
import { radius, token } from '../../theme/tokens.ts'

/** Under Find: the person's own names for what they look for again and again. */
export function SavedViews({ user }: { user: User }) {
  const { pathname, search } = useLocation()
  const views = viewsOf(user)
  if (views.length === 0) return null
  const shown = new URLSearchParams(search)
  shown.delete('page')
  return (
    <ul aria-label="Saved views">
      {views.map((view) => (
        <li key={view.name}>
          <ViewLink
            to={`/find?${view.search}`}
            title={view.name}
            aria-current={
              pathname === '/find' && String(shown) === String(new URLSearchParams(view.search)) ? 'page' : undefined
            }
          >
            {view.name}
          </ViewLink>
        </li>
      ))}
    </ul>
  )
}

const ViewLink = styled(Link)({
  display: 'block',
  marginBottom: 2,
  padding: '0 8px 0 40px',
  lineHeight: '32px',
  borderRadius: radius.control,
  color: token.text2,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-current]': { background: token.primarySoft, color: token.primary, fontWeight: 600 },
  '@media (pointer: coarse)': { lineHeight: '44px' },
})
