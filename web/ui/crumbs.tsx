import Breadcrumbs from '@mui/material/Breadcrumbs'
import { Link } from 'react-router-dom'
import { Icon } from '../theme/icon.tsx'

/** Above the title of a page: where it lies. */
export function Crumbs({ way }: { way: readonly { label: string; to?: string }[] }) {
  return (
    <Breadcrumbs aria-label="Breadcrumb" separator={<Icon name="chevron-right" size={14} />}>
      {way.map(({ label, to }) =>
        to ? (
          <Link key={label} to={to}>
            {label}
          </Link>
        ) : (
          <span key={label} aria-current="page">
            {label}
          </span>
        ),
      )}
    </Breadcrumbs>
  )
}
