import styled from '@emotion/styled'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDay } from '#shared/lib/day.ts'
import { formatMoney } from '#shared/lib/money.ts'
import { poolTaskings } from '#shared/queries/funding.ts'
import { useQuery } from '#web/data/use-query.ts'
import { Pager } from '#web/parts/pager.tsx'
import { paths } from '#web/parts/paths.ts'
import { Sheet } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TableSkeleton } from '#web/ui/skeleton.tsx'
import { textSize, token } from '#web/theme/tokens.ts'

export interface ShownCode {
  id: number
  poolCode: string
}

interface OpenTaskingsProps {
  code: ShownCode
  onClose: () => void
}

/** What a code pays for that is not closed, those due first: Find has no filter for a code. */
export function OpenTaskings({ code, onClose }: OpenTaskingsProps) {
  const [number, setNumber] = useState(1)
  const page = useQuery(poolTaskings, { id: code.id, page: number })
  return (
    <Sheet open onClose={onClose} title={`Open taskings of ${code.poolCode}`}>
      {!page ? (
        <TableSkeleton rows={4} />
      ) : page.totalItems === 0 ? (
        <EmptyState compact heading="There is no open tasking." />
      ) : (
        <>
          <ul>
            {page.items.map(({ id, name, description, dueDate, actual, estimated }) => (
              <li key={id}>
                <Line to={paths.project(id)}>
                  <b>{name}</b>
                  <span>{formatMoney(actual + estimated)}</span>
                  <Description>{description}</Description>
                  <Small>
                    Due {formatDay(dueDate)}
                    {actual > 0 && ` · ${formatMoney(actual)} of it spent`}
                  </Small>
                </Line>
              </li>
            ))}
          </ul>
          {page.totalPages > 1 && <Pager page={page} onPage={setNumber} />}
        </>
      )}
    </Sheet>
  )
}

const Line = styled(Link)({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '0 12px',
  minHeight: 44,
  padding: '8px 0',
  borderBottom: `1px solid ${token.divider}`,
  color: token.text,
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { background: token.hover, textDecoration: 'none' },
  '& > b': { fontWeight: 600, color: token.primary },
})
const Description = styled.span({ gridColumn: '1 / -1', overflowWrap: 'anywhere' })
const Small = styled.span({ ...textSize.small, gridColumn: '1 / -1', color: token.text2 })
