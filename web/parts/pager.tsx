import styled from '@emotion/styled'
import { counted } from '#shared/lib/counted.ts'
import { PAGE_SIZE, type Paged } from '#shared/lib/paging.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { media, radius, token } from '../theme/tokens.ts'
import { usePhone } from '../theme/use-media.ts'

interface PagerProps {
  page: Omit<Paged<unknown>, 'items'>
  onPage: (page: number) => void
}

/** "1–20 of 24" and the pages. */
export function Pager({ page: { pageNumber, totalPages, totalItems, pageNumbers }, onPage }: PagerProps) {
  const phone = usePhone()
  const from = (pageNumber - 1) * PAGE_SIZE + 1
  return (
    <Bar aria-label="Pages">
      <span role="status">
        {from}–{Math.min(from + PAGE_SIZE - 1, totalItems)} of {counted(totalItems)}
      </span>
      {totalPages > 1 && (
        <Pages>
          <IconButton
            icon="chevron-left"
            label="Previous page"
            disabled={pageNumber === 1}
            onClick={() => onPage(pageNumber - 1)}
          />
          {phone ? (
            <span>
              {pageNumber} / {totalPages}
            </span>
          ) : (
            pageNumbers.map((number) => (
              <PageButton
                key={number}
                type="button"
                aria-label={`Page ${number}`}
                aria-current={number === pageNumber ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {number}
              </PageButton>
            ))
          )}
          <IconButton
            icon="chevron-right"
            label="Next page"
            disabled={pageNumber === totalPages}
            onClick={() => onPage(pageNumber + 1)}
          />
        </Pages>
      )}
    </Bar>
  )
}

const Bar = styled.nav({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 48,
  padding: '4px 16px 4px 20px',
  borderTop: `1px solid ${token.divider}`,
  color: token.text2,
  fontVariantNumeric: 'tabular-nums',
  // Paper leaves out what leads elsewhere; which rows it has must be read there.
  '@media print': { '&&': { display: 'flex' } },
})
const Pages = styled.div({ display: 'flex', alignItems: 'center', gap: 2, '@media print': { display: 'none' } })
const PageButton = styled.button({
  minWidth: 28,
  minHeight: 28,
  padding: '0 6px',
  borderRadius: radius.chip,
  textAlign: 'center',
  fontWeight: 500,
  color: token.text,
  '&:hover': { background: token.hover },
  '&[aria-current]': { background: token.primarySoft, color: token.primary, fontWeight: 600 },
  [media.coarse]: { minWidth: 44, minHeight: 44 },
})
