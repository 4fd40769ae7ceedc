import styled from '@emotion/styled'
import { Link } from 'react-router-dom'
import { Icon } from '../theme/icon.tsx'
import { media, textSize, token } from '../theme/tokens.ts'

/** Above the title of a page: where it lies. */
export function Crumbs({ way }: { way: readonly { label: string; to?: string }[] }) {
  return (
    <Way aria-label="Breadcrumb">
      <ol>
        {way.map(({ label, to }, at) => (
          <li key={label}>
            {at > 0 && <Icon name="chevron-right" size={14} />}
            {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </Way>
  )
}

/** MUI's own brings its whole typography along: 2 kB on every page that has one. */
const Way = styled.nav({
  marginBottom: 4,
  ...textSize.small,
  color: token.text2,
  '& ol': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6, margin: 0, padding: 0, listStyle: 'none' },
  '& li': { display: 'flex', alignItems: 'center', gap: 6, minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { position: 'relative' },
  [media.coarse]: { '& a::after': { content: '""', position: 'absolute', inset: '-14px -8px' } },
})
